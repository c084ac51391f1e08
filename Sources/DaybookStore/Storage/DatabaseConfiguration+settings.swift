import DaybookHost
import Postgres

extension DatabaseConfiguration {
    package init(_ configuration: Configuration, _ address: DatabaseURL) {
        self.init(url: address.connectionString)
        maximumConnections = configuration.databaseConnections
        usesNamedStatements = configuration.databaseStatements == .named
        connectTimeout = configuration.connectTimeout
        queueTimeout = configuration.poolTimeout
        statementTimeout = configuration.statementTimeout
    }
}
