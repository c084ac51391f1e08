extension Setting {
    /// The file of settings; it cannot name itself, so it is not a row of the table.
    public static let fileFlag = "config"
    public static let fileVariable = "DAYBOOK_CONFIG"
    /// How many seconds the terminal client waits for its server.
    public static let patienceVariable = "DAYBOOK_PATIENCE"

    /// All settings, in the order of the help and of docs/run/configuration.md.
    public static let table: [Setting] =
        network + limits + imports + accounts + signIn + database + live + notifications + housekeeping + operations

    private static let network: [Setting] = [
        Setting(
            "listen", .list(of: .address, allowsNone: false), in: .network,
            default: "127.0.0.1:8420",
            "Addresses to serve on, separated by commas. `*:8420` is every IPv4 address of the machine, `[::]:8420` is every address."
        ) { $0.listen = $1 },
        Setting(
            "public-url", .optional(.webAddress), in: .network,
            "The address at which clients reach this server, such as `https://todo.example.org`. Sign-in sends browsers back to it, pairing links lead to it, and programs of AI assistants know the server by it."
        ) { $0.publicURL = $1 },
        Setting(
            "hosts", .list(of: .hostName), in: .network,
            "If DAYBOOK_PUBLIC_URL is not set: the host names that clients may use to reach this server, so that a pairing link can use the same one. IP addresses, `localhost` and this machine's own name are always allowed."
        ) { $0.hosts = $1 },
        Setting(
            "privacy-file", .optional(.path), in: .network,
            "Your privacy notice, as text or Markdown, served at `/privacy` and linked from the pages; docs/run/privacy.md has a template. Without this setting the page says that you have said nothing."
        ) { $0.privacyFile = $1 },
        Setting(
            "reactors", .automatic(1...256), in: .network, default: "auto",
            "Threads that serve requests; auto is one for each core that this process may use."
        ) { $0.reactors = $1 },
        Setting(
            "tls-certificate", .optional(.path), in: .network,
            "Certificate chain in PEM. With it and the key, the service speaks HTTPS. SIGHUP makes it read both again."
        ) { $0.tlsCertificate = $1 },
        Setting(
            "tls-key", .optional(.path), in: .network, "Private key of the certificate in PEM."
        ) { $0.tlsKey = $1 },
        Setting(
            "caldav-plain", .yesOrNo, in: .network, default: "no",
            "Whether other machines may send an app password over plain HTTP. Only for a network where nobody else listens."
        ) { $0.takesPlainPasswords = $1 },
        Setting(
            "caldav-events", .optional(.yesOrNo), in: .network,
            "Whether calendar programs may make calendars for events and journals (docs/build/caldav.md). Not set, they may where the database is the embedded one. With DAYBOOK_DATABASE_URL, say yes once no server of before schema 47 uses the database any more: such a one does not know what is in them, loses it where two accounts become one, and leaves it counted where it drops a list that was deleted, until a newer server forgets it."
        ) { $0.keepsEvents = $1 },
        Setting(
            "trusted-proxies",
            .list(of: .prefix, expectation: "addresses or prefixes such as 10.0.0.0/8,::1 separated by commas"),
            in: .network,
            "Proxies that are trusted to report the client's address."
        ) { $0.trustedProxies = $1 },
        Setting(
            "forwarded-field", .choice, in: .network, default: "x-forwarded-for",
            "The header field in which those proxies report it. The other field may come from the client and is ignored."
        ) { $0.forwardedField = $1 },
        Setting(
            "proxy-protocol", .yesOrNo, in: .network, default: "no",
            "Expect the PROXY protocol in front of every connection; needs DAYBOOK_TRUSTED_PROXIES."
        ) { $0.proxyProtocol = $1 },
        Setting(
            "cors-origins", .optional(.origins), in: .network,
            "Origins of the web pages that may call the API from a browser; `*` allows every page."
        ) { $0.crossOrigin = $1 },
        Setting(
            "web", .yesOrNo, in: .network, default: "yes",
            "Serve the web app at `/app/`, and lead browsers that ask for `/` there. With no, browsers that have installed it remove its files."
        ) { $0.servesWeb = $1 },
        Setting(
            "web-dir", .optional(.path), in: .network,
            "For work on the web app: a folder of its sources, read anew for each request, instead of the files that were compiled in."
        ) { $0.webFolder = $1 },
        Setting(
            "agents", .agents, in: .network, default: "off",
            "What AI assistants may at `/mcp`. With off there is nothing there. With read they read an account's tasks; with propose they also propose changes, which the person makes or does not; with write they also change tasks, within bounds. They come with a token of the account, or are let in on a page of this server, for which machines other than its own need DAYBOOK_PUBLIC_URL; see docs/use/assistants.md."
        ) { $0.agents = $1 },
    ]

    private static let limits: [Setting] = [
        Setting(
            "body-limit", .size(1024...(1 << 30)), in: .limits, default: "1MiB",
            "Largest request body; larger ones are answered with 413. Imports have their own limit."
        ) { $0.bodyLimit = $1 },
        Setting(
            "header-limit", .size(1024...65535), in: .limits, default: "16KiB",
            "Largest size of the request line and header fields together; more is answered with 431."
        ) { $0.headerLimit = $1 },
        Setting(
            "header-count", .number(8...1000), in: .limits, default: "100", "Most header fields in one request."
        ) { $0.headerCount = $1 },
        Setting(
            "connections", .number(1...1_000_000), in: .limits, default: "16384",
            "Most connections in total; the limit on open files (see `daybook doctor`) must leave room for them."
        ) { $0.connections = $1 },
        Setting(
            "connections-per-address", .decided(0...1_000_000), in: .limits, default: "auto",
            "Most connections from one client address (for IPv6, one /64); 0 for no limit. auto is 256, and no limit for this machine's own addresses. Behind a proxy in DAYBOOK_TRUSTED_PROXIES all clients share one address, so auto is no limit there unless DAYBOOK_PROXY_PROTOCOL tells the clients apart."
        ) { $0.connectionsPerAddress = $1 },
        Setting(
            "header-timeout", .duration(.milliseconds(100)...(.seconds(3600))), in: .limits, default: "10s",
            "Time for a request's header to arrive completely."
        ) { $0.headerTimeout = $1 },
        Setting(
            "body-timeout", .duration(.milliseconds(100)...(.seconds(86400))), in: .limits, default: "15m",
            "Time for a request's body to arrive completely, and for the client to read the answer. Clients slower than 500 bytes a second are cut off sooner."
        ) { $0.bodyTimeout = $1 },
        Setting(
            "idle-timeout", .duration(.milliseconds(100)...(.seconds(86400))), in: .limits, default: "75s",
            "Time after which an idle connection is closed. Keep it above the idle timeout of your proxy."
        ) { $0.idleTimeout = $1 },
        Setting(
            "slow-client-memory", .size((1 << 20)...(1 << 40)), in: .limits, default: "32MiB",
            "Most memory for clients that are slower than the server: answers that they have not read, and bodies that have not arrived completely. One account may use a quarter of it; beyond that its requests are answered with 503. When all of it is used, the slowest connection is closed."
        ) { $0.slowClientMemory = $1 },
        Setting(
            "drain-deadline", .duration(.zero...(.seconds(3600))), in: .limits, default: "25s",
            "How long requests in flight may take to finish after SIGTERM before their connections are closed."
        ) { $0.drainDeadline = $1 },
    ]

    private static let database: [Setting] = [
        Setting(
            "database-url", .optional(.databaseURL), in: .database,
            "The PostgreSQL database to use (14 or later). Without this setting Daybook keeps a private one in the data directory. Prefer the environment or the file to the flag, because other users of the machine can see flags."
        ) { $0.databaseURL = $1 },
        Setting(
            "database-connections", .number(2...1000), in: .database, default: "16",
            "Most connections to PostgreSQL. A quarter of them is for work in the background, the rest for requests; both are divided among the threads that serve requests, and each thread has at least two of each."
        ) { $0.databaseConnections = $1 },
        Setting(
            "database-statements", .choice, in: .database, default: "named",
            "named: statements are prepared once on each connection. unnamed: they are parsed each time, for poolers in transaction mode that do not keep prepared statements, such as PgBouncer before 1.21; see docs/run/poolers.md."
        ) { $0.databaseStatements = $1 },
        Setting(
            "database-standbys", .choice, in: .database, default: "asynchronous",
            "synchronous: every standby that may be promoted has all that was acknowledged, so a promotion changes nothing for devices. asynchronous: after a promotion devices download everything again and resend what they hold; see docs/run/disaster.md."
        ) { $0.databaseStandbys = $1 },
        Setting(
            "connect-timeout", .duration(.milliseconds(100)...(.seconds(300))), in: .database, default: "5s",
            "Time for connecting to PostgreSQL, for each host of the URL. A host that does not answer in time is tried last from then on."
        ) { $0.connectTimeout = $1 },
        Setting(
            "startup-wait", .duration(.zero...(.seconds(3600))), in: .database, default: "20s",
            "How long the start waits for a database that cannot be reached yet."
        ) { $0.startupWait = $1 },
        Setting(
            "pool-timeout", .duration(.milliseconds(10)...(.seconds(300))), in: .database, default: "5s",
            "Time a request waits for a free connection before it is answered with 503."
        ) { $0.poolTimeout = $1 },
        Setting(
            "statement-timeout", .duration(.milliseconds(10)...(.seconds(3600))), in: .database, default: "10s",
            "Time that PostgreSQL may spend on one statement of a request."
        ) { $0.statementTimeout = $1 },
        Setting(
            "migrate", .yesOrNo, in: .database, default: "no",
            "Bring the schema of the given database up to date before serving. The private database's always is."
        ) { $0.migrate = $1 },
        Setting(
            "data-dir", .path, in: .database, default: DataDirectory.usual,
            inWords: DataDirectory.usualInWords,
            "Folder for the private PostgreSQL and everything else that must be kept."
        ) { $0.dataDirectory = $1 },
        Setting(
            "pg-bin", .optional(.path), in: .database,
            "Folder with PostgreSQL's programs (initdb, postgres, pg_ctl) for the private database. Without this setting Daybook looks in the usual places."
        ) { $0.postgresPrograms = $1 },
        Setting(
            "secret-key", .optional(.path), in: .database,
            "File of 32 random bytes, the server's own secret. The first start creates it if it is missing. Without this setting: `secret.key` in the data directory. All processes that share a database share this file, and your backups need it too."
        ) { $0.secretKey = $1 },
    ]

    private static let operations: [Setting] = [
        Setting(
            "user", .optional(.userName), in: .operations,
            "The user that `serve` switches to when root starts it, once its ports are open and its certificate is read. The data directory then belongs to that user. That user must be able to read a renewed certificate."
        ) { $0.user = $1 },
        Setting(
            "log-level", .choice, in: .operations, default: "info", "The least important events to log."
        ) { $0.logLevel = $1 },
        Setting(
            "log-format", .choice, in: .operations, default: "auto",
            "json writes one object per line; text is for people; auto is text on a terminal and json elsewhere."
        ) { $0.logFormat = $1 },
        Setting(
            "log-requests", .choice, in: .operations, default: "failed",
            "Which requests are logged: all, those that failed (500 and above) or took over a second, or none."
        ) { $0.logRequests = $1 },
        Setting(
            "metrics", .metrics, in: .operations, default: "local",
            "Who may read /metrics: local allows loopback peers without a forwarding proxy, open allows everyone, and an address serves it only there."
        ) { $0.metrics = $1 },
    ]
}
