import CPostgres

/// A PostgreSQL server on which every test has a database of its own.
public protocol DatabaseHost: Sendable {
    /// The URL of a new database: a copy of another that nobody is connected to, else an empty one.
    func freshDatabase(like template: String?) throws -> String

    /// For a role that owns the database and is no superuser, so that tests run behind the walls that users run behind.
    func url(database: String) -> String

    /// For a superuser, whom no policy holds back.
    func superuserURL(database: String) -> String
}

extension DatabaseHost {
    /// The URL of a new, empty database.
    public func freshDatabase() throws -> String { try freshDatabase(like: nil) }

    /// Which database a URL of ours leads to.
    public func name(of url: String) -> String { String(url.dropFirst("postgresql:///".count).prefix { $0 != "?" }) }

    /// Runs a statement as the superuser, on a connection of its own.
    public func execute(_ sql: String, database: String = "postgres") throws {
        try Session(superuserURL(database: database)).execute(sql)
    }

    /// Runs a query as the superuser and answers its rows as text.
    public func query(_ sql: String, database: String = "postgres") throws -> [[String?]] {
        try Session(superuserURL(database: database)).query(sql)
    }
}

/// One blocking connection, for what tests do beside the service.
final class Session {
    private let connection: OpaquePointer?

    init(_ url: String) throws {
        connection = PQconnectdb(url)
        // Finished by the deinitializer, also then.
        guard PQstatus(connection) == CONNECTION_OK else { throw Trouble(PQerrorMessage(connection)) }
    }

    deinit { PQfinish(connection) }

    func execute(_ sql: String) throws {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
        default: throw Trouble(PQerrorMessage(connection))
        }
    }

    func query(_ sql: String) throws -> [[String?]] {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw Trouble(PQerrorMessage(connection)) }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
            }
        }
    }
}

public struct Trouble: Error, CustomStringConvertible {
    public let description: String

    init(_ text: String) { description = text }

    init(_ text: UnsafePointer<CChar>?) { description = text.map { String(cString: $0) } ?? "unknown" }
}
