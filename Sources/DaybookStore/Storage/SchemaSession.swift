import DaybookHost
import Postgres
import Reactor

/// A migrator for a command: its own connections, gone when the work is done.
public enum SchemaSession {
    public static func open<Outcome: Sendable>(
        _ configuration: Configuration, folder: String?,
        report: @escaping @Sendable (MigrationEvent) -> Void = { _ in },
        _ body: (Migrator) async throws(MigrationError) -> Outcome
    ) async throws(StartFailure) -> Outcome {
        if let address = configuration.databaseURL {
            return try await open(configuration, address, folder: folder, report: report, body)
        }
        try RestoreFlag(configuration).requireLowered()
        let visit: EmbeddedCluster.Visit
        do {
            visit = try EmbeddedCluster.visit(
                folder: configuration.dataDirectory, environment: configuration.clusterEnvironment)
        } catch {
            throw StartFailure(describing: error)
        }
        defer { try? visit.end() }
        guard let address = DatabaseURL(visit.connectionString) else {
            throw StartFailure("the private database cannot be named", .failure)
        }
        return try await open(configuration, address, folder: folder, report: report, body)
    }

    private static func open<Outcome: Sendable>(
        _ configuration: Configuration, _ address: DatabaseURL, folder: String?,
        report: @escaping @Sendable (MigrationEvent) -> Void,
        _ body: (Migrator) async throws(MigrationError) -> Outcome
    ) async throws(StartFailure) -> Outcome {
        do {
            let migrations = if let folder { try MigrationSet(folder: folder) } else { try MigrationSet.embedded() }
            let reactors = try ReactorGroup(count: 1)
            defer { reactors.stop() }
            var wanted = DatabaseConfiguration(configuration, address)
            wanted.applicationName = "daybook migrate"
            // One connection guards the run, another carries it out.
            wanted.maximumConnections = 3
            // A command waits for a database that is starting, instead of being run again by hand.
            wanted.outageGrace = configuration.startupWait
            wanted.queueTimeout = configuration.startupWait + .seconds(1)
            let database = Database(wanted, reactors: reactors)
            do throws(MigrationError) {
                let outcome = try await body(Migrator(migrations, of: database, report: report))
                await database.close()
                return outcome
            } catch {
                let trouble = database.connectionTrouble
                await database.close()
                throw StartFailure(describing: error, trouble)
            }
        } catch let failure as StartFailure {
            throw failure
        } catch {
            throw StartFailure("\(error)", .failure)
        }
    }
}

extension StartFailure {
    /// - Parameter trouble: why the last attempt to connect failed, in libpq's words.
    package init(describing error: MigrationError, _ trouble: String? = nil) {
        switch error {
        case .databaseUnreachable:
            self.init(
                trouble.map { "the database cannot be reached: \($0.trimmingSpaces())" } ?? "\(error)", .unavailable)
        case .stale, .databaseNewer, .drift, .historyGap, .unfinished, .restoring, .secretKey:
            self.init("\(error)", .configuration)
        default: self.init("\(error)", .failure)
        }
    }
}
