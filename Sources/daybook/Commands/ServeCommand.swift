import DaybookHost
import DaybookServer

enum ServeCommand {
    static let command: Command = Command(
        name: "serve", summary: "Serve the API",
        about: """
            Without DAYBOOK_DATABASE_URL, serve keeps a private PostgreSQL in the data directory and migrates it by itself. It migrates a given database only with --migrate; otherwise it does not start on an old schema.

            SIGTERM and SIGINT stop it gracefully within the drain deadline; a second signal stops it at once. SIGHUP makes it read the certificate again.
            """,
        settings: Setting.Group.allCases,
        examples: [
            "daybook serve": "on http://127.0.0.1:8420 with a PostgreSQL of its own",
            "daybook serve --listen '*:8420' --data-dir /srv/daybook": "for the whole network",
            "DAYBOOK_DATABASE_URL=postgres://daybook@db/daybook daybook serve --migrate": "on your own PostgreSQL",
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
