/// Why PostgreSQL refused, as its five characters say (Appendix A of its manual). The conditions a service acts upon or
/// meets in practice have names here; every other code is kept as it came.
public enum SQLState: Hashable, Sendable {
    // 08: connection exception
    case connectionException, connectionDoesNotExist, connectionFailure, cannotConnect, protocolViolation
    // 0A
    case featureNotSupported
    // 21, 22: data exception
    case cardinalityViolation
    case dataException, stringTooLong, numericOutOfRange, invalidDatetimeFormat, datetimeFieldOverflow
    case divisionByZero, characterNotInRepertoire, invalidParameterValue, invalidTextRepresentation
    case invalidBinaryRepresentation, untranslatableCharacter
    // 23: integrity constraint violation
    case integrityConstraintViolation, restrictViolation, notNullViolation, foreignKeyViolation, uniqueViolation
    case checkViolation, exclusionViolation
    // 25: invalid transaction state
    case invalidTransactionState, activeTransaction, readOnlyTransaction, noActiveTransaction, failedTransaction
    case idleInTransactionTimeout
    // 26, 28, 2B, 3D, 3F
    case invalidStatementName, invalidAuthorization, invalidPassword, dependentPrivileges, invalidCatalogName
    case invalidSchemaName
    // 40: transaction rollback
    case transactionRollback, serializationFailure, integrityConstraintRollback, completionUnknown, deadlockDetected
    // 42: syntax error or access rule violation
    case syntaxErrorOrAccessRule, syntaxError, insufficientPrivilege, undefinedColumn, undefinedFunction
    case undefinedTable, undefinedObject, undefinedParameter, duplicateColumn, duplicateTable, duplicateObject
    case duplicateFunction, duplicateSchema, duplicateDatabase, duplicatePreparedStatement, ambiguousColumn
    case datatypeMismatch, wrongObjectType, indeterminateDatatype, invalidColumnReference
    // 53: insufficient resources
    case insufficientResources, diskFull, outOfMemory, tooManyConnections, configurationLimitExceeded
    // 54, 55
    case programLimitExceeded, statementTooComplex
    case objectNotInPrerequisiteState, objectInUse, lockNotAvailable
    // 57: operator intervention
    case operatorIntervention, queryCanceled, adminShutdown, crashShutdown, cannotConnectNow, databaseDropped
    case idleSessionTimeout
    // 58, P0, XX
    case systemError, ioError
    case raiseException, noDataFound, tooManyRows, assertFailure
    case internalError, dataCorrupted, indexCorrupted
    case other(String)
}

extension SQLState {
    private static let codes: [(String, SQLState)] = [
        ("08000", .connectionException), ("08003", .connectionDoesNotExist), ("08006", .connectionFailure),
        ("08001", .cannotConnect), ("08P01", .protocolViolation), ("0A000", .featureNotSupported),
        ("21000", .cardinalityViolation), ("22000", .dataException), ("22001", .stringTooLong),
        ("22003", .numericOutOfRange), ("22007", .invalidDatetimeFormat), ("22008", .datetimeFieldOverflow),
        ("22012", .divisionByZero), ("22021", .characterNotInRepertoire), ("22023", .invalidParameterValue),
        ("22P02", .invalidTextRepresentation), ("22P03", .invalidBinaryRepresentation),
        ("22P05", .untranslatableCharacter), ("23000", .integrityConstraintViolation), ("23001", .restrictViolation),
        ("23502", .notNullViolation), ("23503", .foreignKeyViolation), ("23505", .uniqueViolation),
        ("23514", .checkViolation), ("23P01", .exclusionViolation), ("25000", .invalidTransactionState),
        ("25001", .activeTransaction), ("25006", .readOnlyTransaction), ("25P01", .noActiveTransaction),
        ("25P02", .failedTransaction), ("25P03", .idleInTransactionTimeout), ("26000", .invalidStatementName),
        ("28000", .invalidAuthorization), ("28P01", .invalidPassword), ("2BP01", .dependentPrivileges),
        ("3D000", .invalidCatalogName), ("3F000", .invalidSchemaName), ("40000", .transactionRollback),
        ("40001", .serializationFailure), ("40002", .integrityConstraintRollback), ("40003", .completionUnknown),
        ("40P01", .deadlockDetected), ("42000", .syntaxErrorOrAccessRule), ("42601", .syntaxError),
        ("42501", .insufficientPrivilege), ("42703", .undefinedColumn), ("42883", .undefinedFunction),
        ("42P01", .undefinedTable), ("42704", .undefinedObject), ("42P02", .undefinedParameter),
        ("42701", .duplicateColumn), ("42P07", .duplicateTable), ("42710", .duplicateObject),
        ("42723", .duplicateFunction), ("42P06", .duplicateSchema), ("42P04", .duplicateDatabase),
        ("42P05", .duplicatePreparedStatement), ("42702", .ambiguousColumn), ("42804", .datatypeMismatch),
        ("42809", .wrongObjectType), ("42P18", .indeterminateDatatype), ("42P10", .invalidColumnReference),
        ("53000", .insufficientResources), ("53100", .diskFull), ("53200", .outOfMemory),
        ("53300", .tooManyConnections), ("53400", .configurationLimitExceeded), ("54000", .programLimitExceeded),
        ("54001", .statementTooComplex), ("55000", .objectNotInPrerequisiteState), ("55006", .objectInUse),
        ("55P03", .lockNotAvailable), ("57000", .operatorIntervention), ("57014", .queryCanceled),
        ("57P01", .adminShutdown), ("57P02", .crashShutdown), ("57P03", .cannotConnectNow),
        ("57P04", .databaseDropped), ("57P05", .idleSessionTimeout), ("58000", .systemError), ("58030", .ioError),
        ("P0001", .raiseException), ("P0002", .noDataFound), ("P0003", .tooManyRows), ("P0004", .assertFailure),
        ("XX000", .internalError), ("XX001", .dataCorrupted), ("XX002", .indexCorrupted),
    ]
    private static let byCode = Dictionary(uniqueKeysWithValues: codes)
    private static let byState = Dictionary(uniqueKeysWithValues: codes.map { ($1, $0) })

    public init(code: String) {
        self = Self.byCode[code] ?? .other(code)
    }

    /// The five characters.
    public var code: String {
        if case .other(let code) = self { return code }
        return Self.byState[self] ?? ""
    }

    /// The first two characters: what kind of trouble it is.
    public var codeClass: String { String(code.prefix(2)) }

    /// The transaction lost a race that it may win when it is run again from its beginning.
    public var isRetryable: Bool { self == .serializationFailure || self == .deadlockDetected }

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
