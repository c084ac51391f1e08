extension Setting {
    /// The file of settings; it cannot name itself, so it is no row of the table.
    public static let fileFlag = "config"
    public static let fileVariable = "DAYBOOK_CONFIG"

    /// All there is to decide. Order is the order of the help and of docs/configuration.md.
    public static let table: [Setting] =
        network + limits + imports + accounts + signIn + database + live + housekeeping + operations

    private static let network: [Setting] = [
        Setting(
            "listen", .list(of: .address, allowsNone: false), in: .network,
            default: "127.0.0.1:8420",
            "Addresses to serve on, separated by commas. `*:8420` is every IPv4 address of the machine, `[::]:8420` every address."
        ) { $0.listen = $1 },
        Setting(
            "public-url", .optional(.webAddress), in: .network,
            "The address under which clients reach this server, such as `https://todo.example.org`; browsers are sent back to it, and pairing links lead there."
        ) { $0.publicURL = $1 },
        Setting(
            "hosts", .list(of: .hostName), in: .network,
            "Without DAYBOOK_PUBLIC_URL: the names by which clients may call this server for a pairing link to lead back by the same. Addresses of numbers, `localhost` and this machine's own name always may."
        ) { $0.hosts = $1 },
        Setting(
            "reactors", .automatic(1...256), in: .network, default: "auto",
            "Threads that serve; auto is one per core this process may use."
        ) { $0.reactors = $1 },
        Setting(
            "tls-certificate", .optional(.path), in: .network,
            "Certificate chain in PEM. With it and the key the service speaks HTTPS; both are read again on SIGHUP."
        ) { $0.tlsCertificate = $1 },
        Setting(
            "tls-key", .optional(.path), in: .network, "Private key of the certificate in PEM."
        ) { $0.tlsKey = $1 },
        Setting(
            "trusted-proxies",
            .list(of: .prefix, expectation: "addresses or prefixes such as 10.0.0.0/8,::1 separated by commas"),
            in: .network,
            "Proxies whose word on the client's address is believed."
        ) { $0.trustedProxies = $1 },
        Setting(
            "forwarded-field", .choice, in: .network, default: "x-forwarded-for",
            "The field in which those proxies give it; the other one is the client's own words and is not read."
        ) { $0.forwardedField = $1 },
        Setting(
            "proxy-protocol", .yesOrNo, in: .network, default: "no",
            "Expect the PROXY protocol in front of every connection; needs DAYBOOK_TRUSTED_PROXIES."
        ) { $0.proxyProtocol = $1 },
        Setting(
            "cors-origins", .optional(.origins), in: .network,
            "Web pages that may call the API from a browser, as origins; `*` is every page."
        ) { $0.crossOrigin = $1 },
    ]

    private static let limits: [Setting] = [
        Setting(
            "body-limit", .size(1024...(1 << 30)), in: .limits, default: "1MiB",
            "Largest request body; more is answered with 413. Imports have their own limit."
        ) { $0.bodyLimit = $1 },
        Setting(
            "header-limit", .size(1024...65535), in: .limits, default: "16KiB",
            "Largest request line and header fields together; more is answered with 431."
        ) { $0.headerLimit = $1 },
        Setting(
            "header-count", .number(8...1000), in: .limits, default: "100", "Most header fields of one request."
        ) { $0.headerCount = $1 },
        Setting(
            "connections", .number(1...1_000_000), in: .limits, default: "16384",
            "Most connections in all; the limit on open files (see `daybook doctor`) must leave room for them."
        ) { $0.connections = $1 },
        Setting(
            "connections-per-address", .decided(0...1_000_000), in: .limits, default: "auto",
            "Most connections of one client address (of IPv6, one /64), 0 for no such limit. auto is 256, with as many as they like for this machine's own addresses; behind a proxy in DAYBOOK_TRUSTED_PROXIES, whose address every client shares, it is no limit unless DAYBOOK_PROXY_PROTOCOL tells them apart."
        ) { $0.connectionsPerAddress = $1 },
        Setting(
            "header-timeout", .duration(.milliseconds(100)...(.seconds(3600))), in: .limits, default: "10s",
            "Time for a request's header to arrive whole."
        ) { $0.headerTimeout = $1 },
        Setting(
            "body-timeout", .duration(.milliseconds(100)...(.seconds(86400))), in: .limits, default: "15m",
            "Time for a request's body to arrive whole, and for an answer to be taken. Slower than 500 bytes a second ends sooner."
        ) { $0.bodyTimeout = $1 },
        Setting(
            "idle-timeout", .duration(.milliseconds(100)...(.seconds(86400))), in: .limits, default: "75s",
            "Time after which a connection without a request is closed. Keep it above the proxy's own."
        ) { $0.idleTimeout = $1 },
        Setting(
            "slow-client-memory", .size((1 << 20)...(1 << 40)), in: .limits, default: "32MiB",
            "Most memory for clients that are slower than the server: answers that they have not taken, bodies of which the rest is still to come. An account has a quarter of it; beyond that it is answered with 503, and beyond the whole the slowest connection is closed."
        ) { $0.slowClientMemory = $1 },
        Setting(
            "drain-deadline", .duration(.zero...(.seconds(3600))), in: .limits, default: "25s",
            "On SIGTERM, how long requests in flight may take to end before their connections are closed."
        ) { $0.drainDeadline = $1 },
    ]

    private static let database: [Setting] = [
        Setting(
            "database-url", .optional(.databaseURL), in: .database,
            "The PostgreSQL to use (14 or later). Without it Daybook keeps a private one in the data directory. Prefer the environment or the file to the flag, which other users of the machine can see."
        ) { $0.databaseURL = $1 },
        Setting(
            "database-connections", .number(2...1000), in: .database, default: "16",
            "Most connections to PostgreSQL, shared out among the reactors, each of which has at least two."
        ) { $0.databaseConnections = $1 },
        Setting(
            "connect-timeout", .duration(.milliseconds(100)...(.seconds(300))), in: .database, default: "5s",
            "Time for a connection to PostgreSQL to come about."
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
            "Time PostgreSQL may spend on one statement of a request."
        ) { $0.statementTimeout = $1 },
        Setting(
            "migrate", .yesOrNo, in: .database, default: "no",
            "Bring the schema of the given database up to date before serving; the private one always is."
        ) { $0.migrate = $1 },
        Setting(
            "data-dir", .path, in: .database, default: DataDirectory.usual,
            inWords: DataDirectory.usualInWords,
            "Where the private PostgreSQL and everything else that must last is kept."
        ) { $0.dataDirectory = $1 },
        Setting(
            "pg-bin", .optional(.path), in: .database,
            "Folder with PostgreSQL's programs (initdb, postgres, pg_ctl) for the private one; found by itself in the usual places."
        ) { $0.postgresPrograms = $1 },
        Setting(
            "secret-key", .optional(.path), in: .database,
            "File of 32 random bytes that is the server's own secret, made at the first start where it is missing; without this setting `secret.key` in the data directory. All processes of one database share it, and a backup needs it too."
        ) { $0.secretKey = $1 },
    ]

    private static let operations: [Setting] = [
        Setting(
            "user", .optional(.userName), in: .operations,
            "Started by root, whom `serve` becomes once its addresses are taken and its certificate is read; the data directory becomes that user's. A certificate that is renewed has to be readable for that user."
        ) { $0.user = $1 },
        Setting(
            "log-level", .choice, in: .operations, default: "info", "The least important events to log."
        ) { $0.logLevel = $1 },
        Setting(
            "log-format", .choice, in: .operations, default: "auto",
            "JSON, one object per line, or text; auto is text on a terminal and JSON elsewhere."
        ) { $0.logFormat = $1 },
        Setting(
            "log-requests", .choice, in: .operations, default: "failed",
            "Which requests leave a line: all, those that failed (500 and above) or took over a second, or none."
        ) { $0.logRequests = $1 },
        Setting(
            "metrics", .metrics, in: .operations, default: "local",
            "Who may read /metrics: local is loopback peers without a forwarding proxy, open is everybody, an address serves it there alone."
        ) { $0.metrics = $1 },
    ]
}
