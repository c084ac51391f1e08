/// Why PostgreSQL refused, as its five characters say (Appendix A of its manual). The conditions that a service acts
/// upon have names here.
public struct SQLState: Hashable, Sendable {
    /// The five characters.
    public let code: String

    public init(code: String) { self.code = code }

    public static let featureNotSupported = SQLState(code: "0A000")
    public static let divisionByZero = SQLState(code: "22012")
    public static let foreignKeyViolation = SQLState(code: "23503")
    public static let uniqueViolation = SQLState(code: "23505")
    public static let readOnlyTransaction = SQLState(code: "25006")
    public static let idleInTransactionTimeout = SQLState(code: "25P03")
    public static let invalidStatementName = SQLState(code: "26000")
    public static let serializationFailure = SQLState(code: "40001")
    public static let deadlockDetected = SQLState(code: "40P01")
    public static let insufficientPrivilege = SQLState(code: "42501")
    public static let undefinedTable = SQLState(code: "42P01")
    public static let duplicatePreparedStatement = SQLState(code: "42P05")
    public static let diskFull = SQLState(code: "53100")
    public static let tooManyConnections = SQLState(code: "53300")
    public static let lockNotAvailable = SQLState(code: "55P03")
    public static let queryCanceled = SQLState(code: "57014")
    static let notInPrerequisiteState = SQLState(code: "55000")
    public static let adminShutdown = SQLState(code: "57P01")
    public static let crashShutdown = SQLState(code: "57P02")
    public static let cannotConnectNow = SQLState(code: "57P03")
    public static let databaseDropped = SQLState(code: "57P04")
    public static let idleSessionTimeout = SQLState(code: "57P05")

    /// The first two characters: what kind of trouble it is.
    public var codeClass: String { String(code.prefix(2)) }

    /// The transaction lost a race that it may win when it is run again from its beginning.
    public var isRetryable: Bool { self == .serializationFailure || self == .deadlockDetected }

    /// Nothing was done, because the server is a standby: where something may not be written, or where
    /// ``Query/atPrimary(_:)`` was asked.
    var isOfStandby: Bool { self == .readOnlyTransaction || self == .notInPrerequisiteState }

    /// The server ends the connection, or will not have one now.
    var endsConnection: Bool {
        switch self {
        case .adminShutdown, .crashShutdown, .cannotConnectNow, .databaseDropped, .idleSessionTimeout,
            .idleInTransactionTimeout:
            true
        default: codeClass == "08"
        }
    }
}

extension SQLState: CustomStringConvertible {
    public var description: String { code }
}
