import DaybookHost
import DaybookServer

enum ServeCommand {
    static let command: Command = Command(
        name: "serve", summary: "Serve the API",
        about: """
            Without DAYBOOK_DATABASE_URL a private PostgreSQL is kept in the data directory and migrated by itself. A given database is migrated only with --migrate; otherwise a stale schema refuses the start.

            SIGTERM and SIGINT end it in order within the drain deadline, a second one at once. SIGHUP reads the certificate again.
            """,
        settings: Setting.Group.allCases,
        examples: [
            "daybook serve": "on http://127.0.0.1:8420 with a PostgreSQL of its own",
            "daybook serve --listen '*:8420' --data-dir /srv/daybook": "for the whole network",
            "DAYBOOK_DATABASE_URL=postgres://daybook@db/daybook daybook serve --migrate": "on a PostgreSQL of yours",
        ],
        codes: ExitCode.allCases,
        run: { invocation in
            guard let configuration = invocation.configuration()?.configuration else { return .configuration }
            let log = Log(LogSink(format: configuration.logFormat), level: configuration.logLevel)
            let (code, failure) = ServiceProcess.run(configuration, log: log) { reactors throws(StartFailure) in
                let (service, addresses) = try await Service.start(configuration, reactors, log)
                let scheme = configuration.tlsCertificate == nil ? "http" : "https"
                Terminal.say("\(Version.line) ready on \(addresses.map { "\(scheme)://\($0)" }.joined(separator: " "))")
                return service
            }
            if let failure { Terminal.complain("daybook: \(failure.sentence)") }
            return code
        })
}
