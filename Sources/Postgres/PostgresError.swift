/// What can go wrong between us and the database.
///
/// Descriptions are safe to log: they name states, conditions, columns and constraints, and never hold a parameter, a
/// row or a sentence of the server's, which may quote one. Those are to be had from ``ServerError``'s properties only.
public enum PostgresError: Error, Sendable {
    /// There is no server to ask, or no connection came free in time. Nothing was done.
    case unavailable(Unavailability)
    /// The connection ended while the statement was under way: a write may or may not have happened.
    case connectionLost
    /// The statement's own deadline passed. A write may still have happened, unless it was part of a transaction.
    case timedOut
    /// The calling task was cancelled. A write may still have happened, unless it was part of a transaction.
    case cancelled
    /// The server refused the statement.
    case server(ServerError)
    /// A column does not hold what it was read as.
    case decoding(DecodingFailure)
    /// A bound string contains U+0000, which PostgreSQL's text cannot hold.
    case nullCharacter
    /// The call does not fit the state it was made in, which is a mistake of the program.
    case misuse(StaticString)
}

extension PostgresError {
    public enum Unavailability: String, Sendable {
        /// The server cannot be reached; the pool keeps trying.
        case noServer
        /// Every connection stayed busy until the deadline.
        case poolExhausted
        /// More callers wait already than the configuration allows.
        case queueFull
        /// The pool has been shut down.
        case closed
    }

    public struct DecodingFailure: Error, Sendable, Equatable {
        public let column: Int
        public let name: String
        /// The Swift type that was asked for.
        public let expected: String
        /// The number of the type that PostgreSQL sent; 0 if there is no such column.
        public let type: UInt32
        public let isNull: Bool
    }

    /// The refusal's code, if the server refused.
    public var sqlState: SQLState? {
        if case .server(let error) = self { return error.state }
        return nil
    }

    /// Whether it is the database's absence rather than the statement that failed, so that the same call may succeed
    /// later.
    public var isUnavailable: Bool {
        switch self {
        case .unavailable, .connectionLost: true
        case .server(let error):
            error.state.endsConnection || error.state.isOfStandby || error.state == .tooManyConnections
        default: false
        }
    }
}

extension PostgresError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unavailable(.noServer): "the database cannot be reached"
        case .unavailable(.poolExhausted): "no database connection came free in time"
        case .unavailable(.queueFull): "too many callers are waiting for a database connection"
        case .unavailable(.closed): "the database pool is closed"
        case .connectionLost: "the connection to the database was lost while a statement was under way"
        case .timedOut: "a statement ran into its deadline"
        case .cancelled: "a statement was cancelled with its task"
        case .server(let error): error.description
        case .decoding(let failure): failure.description
        case .nullCharacter: "a bound string contains U+0000"
        case .misuse(let what): what.description
        }
    }
}

extension PostgresError.DecodingFailure: CustomStringConvertible {
    public var description: String {
        if type == 0 { return "there is no column \(column)" }
        return "column \(column) (\(name)) of type \(type)\(isNull ? ", NULL," : "") cannot be read as \(expected)"
    }
}
