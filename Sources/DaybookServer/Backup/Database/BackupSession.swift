import DaybookHost
import DaybookStore
import Postgres
import Reactor

/// A command's own connections to a database, gone when the work is done.
enum BackupSession {
    static func open<Outcome: Sendable>(
        _ address: DatabaseURL, _ configuration: Configuration, _ body: (Database) async throws -> Outcome
    ) async throws -> Outcome {
        let reactors = try ReactorGroup(count: 1)
        defer { reactors.stop() }
        var wanted = DatabaseConfiguration(configuration, address)
        wanted.applicationName = applicationName
        wanted.maximumConnections = 4
        wanted.outageGrace = configuration.startupWait
        wanted.queueTimeout = configuration.startupWait + .seconds(1)
        // Keys and indexes of a large table are checked and built within one statement.
        wanted.statementTimeout = .seconds(24 * 3600)
        wanted.transactionAttempts = 1
        let database = Database(wanted, reactors: reactors)
        do {
            let outcome = try await body(database)
            await database.close()
            return outcome
        } catch let error as PostgresError where error.isUnavailable {
            let trouble = database.connectionTrouble.map { ": \($0.trimmingSpaces())" } ?? ""
            await database.close()
            throw StartFailure("the database cannot be reached\(trouble)", .unavailable)
        } catch {
            await database.close()
            throw error
        }
    }

    /// What distinguishes our sessions from those of servers.
    static let applicationName = "daybook backup"
}

extension DatabaseURL {
    /// The same server, asked for another database. In libpq later parameters override earlier ones.
    func naming(_ option: String, _ value: String) -> DatabaseURL? {
        if connectionString.contains("://") {
            let escaped = value.utf8.map { byte in
                let isPlain = byte.isLetter || byte.isDigit || byte == 0x5F
                return isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text([byte])
            }.joined()
            return DatabaseURL(connectionString + (connectionString.contains("?") ? "&" : "?") + "\(option)=\(escaped)")
        }
        let escaped = value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return DatabaseURL(connectionString + " \(option)='\(escaped)'")
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }
    fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
}

/// Where a command works: the configured database, or the private cluster.
struct BackupPlace: Sendable {
    /// As the service itself is there.
    let address: DatabaseURL
    /// As a role that may read everything, if there is one.
    let reader: DatabaseURL
    /// As a role that may create databases.
    let maker: DatabaseURL
    /// The private cluster is in use by a running server.
    let isServed: Bool

    /// Opens the place for as long as the body runs.
    static func visit<Outcome: Sendable>(
        _ configuration: Configuration, creating: Bool, _ body: (BackupPlace) async throws -> Outcome
    ) async throws -> Outcome {
        if let address = configuration.databaseURL {
            return try await body(BackupPlace(address: address, reader: address, maker: address, isServed: false))
        }
        if !creating { try RestoreFlag(configuration).requireLowered() }
        let visit: EmbeddedCluster.Visit
        do {
            visit = try EmbeddedCluster.visit(
                folder: configuration.dataDirectory, environment: configuration.clusterEnvironment, creating: creating)
        } catch {
            throw StartFailure(describing: error)
        }
        defer { try? visit.end() }
        guard let address = DatabaseURL(visit.connectionString), let all = address.naming("user", "postgres"),
            let maker = all.naming("dbname", "postgres")
        else { throw StartFailure("the private database cannot be named", .failure) }
        let isServed = if case .running = visit { true } else { false }
        return try await body(BackupPlace(address: address, reader: all, maker: maker, isServed: isServed))
    }
}
