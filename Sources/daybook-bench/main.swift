import DaybookHost
import DaybookServer
import Glibc

// The subject of the benchmarks: the product's own wiring over one table of its own. Settings are the product's, from
// the environment alone.
do {
    let resolved = try Configuration.resolve(SettingSources(environment: ProcessEnvironment.all()))
    let configuration = resolved.configuration
    guard let address = configuration.databaseURL else {
        Terminal.complain("daybook-bench: DAYBOOK_DATABASE_URL is missing")
        exit(ExitCode.configuration.rawValue)
    }
    let log = Log(LogSink(format: configuration.logFormat), level: configuration.logLevel)
    let (code, failure) = ServiceProcess.run(configuration, log: log) { reactors throws(StartFailure) in
        do {
            var background: [@Sendable () async -> Void] = []
            let server = try Server.build(
                configuration, database: address, reactors: reactors, log: log,
                capabilities: { routes, database in
                    BenchRows.addRoutes(to: &routes, database)
                    let capabilities = Capabilities(measured: database, configuration, log)
                    background = capabilities.addMeasured(to: &routes, BenchRows.guarded(database))
                })
            try await BenchRows.prepare(server.database)
            let addresses = try server.start()
            for work in background { Task(executorPreference: reactors.reactors[0]) { await work() } }
            Terminal.say("daybook-bench ready on \(addresses.map { "http://\($0)" }.joined(separator: " "))")
            return RunningService(
                stop: { await server.stop(within: configuration.drainDeadline) },
                reload: { server.reloadCertificates() })
        } catch {
            throw StartFailure("\(error)", .failure)
        }
    }
    if let failure { Terminal.complain("daybook-bench: \(failure.sentence)") }
    exit(code.rawValue)
} catch {
    for finding in error.findings { Terminal.complain("daybook-bench: \(finding)") }
    exit(ExitCode.configuration.rawValue)
}
