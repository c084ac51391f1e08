import DaybookAccounts
import DaybookHost
import HTTP
import Postgres

/// The parts of the service that the benchmarks' own server uses: accounts, and handlers behind a token like every
/// route of the API.
extension Capabilities {
    package init(measured database: Database, _ configuration: Configuration, _ log: Log) {
        self.init(database, configuration, log, secret: .random())
    }

    /// Answers what has to run beside the requests.
    package func addMeasured(
        to routes: inout Routes, _ handlers: [String: GuardedRoute.GuardedHandler]
    ) -> [@Sendable () async -> Void] {
        let measured = handlers.map { GuardedRoute.get($0.key, needs: .read, $0.value) }
        routes.add(accounts.registrationRoutes + measured, behind: accounts.threshold)
        return accounts.guards
    }
}
