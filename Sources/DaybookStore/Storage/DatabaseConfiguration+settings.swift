import DaybookHost
import Postgres

extension DatabaseConfiguration {
    package init(_ configuration: Configuration, _ address: DatabaseURL) {
        self.init(url: address.connectionString)
        backgroundConnections = max(2, configuration.databaseConnections / 4)
        maximumConnections = max(2, configuration.databaseConnections - backgroundConnections)
        usesNamedStatements = configuration.databaseStatements == .named
        connectTimeout = configuration.connectTimeout
        queueTimeout = configuration.poolTimeout
        statementTimeout = configuration.statementTimeout
    }
}
