import DaybookAccounts
import DaybookHost
import HTTP
import Postgres

/// What the benchmarks' own server takes of the service: accounts, and handlers behind a token as every route of the
/// API is.
extension Capabilities {
    package init(measured database: Database, _ configuration: Configuration, _ log: Log) {
        self.init(database, configuration, log, secret: .random())
    }

    /// Answers what has to run beside the requests.
    package func addMeasured(
        to routes: inout Routes, _ handlers: [String: @Sendable (Request, Principal) async throws -> Response]
    ) -> [@Sendable () async -> Void] {
        var guarded = GuardedRoutes(routes, accounts.authenticator, accounts.limits)
        accounts.addRegistration(to: &guarded)
        for (pattern, handler) in handlers {
            guarded.get(pattern, needs: .read, handler)
        }
        routes = guarded.routes
        return accounts.guards
    }
}
