import CPostgres

/// What the server said when it refused a statement.
///
/// `message`, `detail`, `hint` and `context` may quote values; they are for developers' eyes and are not part of the
/// description.
public final class ServerError: Error, Sendable {
    public let state: SQLState
    public let constraint: String?
    public let schema: String?
    public let table: String?
    public let column: String?
    /// May quote values.
    public let message: String
    /// May quote rows.
    public let detail: String?
    public let hint: String?
    /// The place in a function where it happened; may quote values.
    public let context: String?
    /// The place in the statement where it happened, in characters from 1.
    public let position: Int?

    init(result: OpaquePointer) {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        // The letters of libpq's PG_DIAG_ macros, which are character constants and do not reach Swift.
        state = SQLState(code: field("C") ?? "")
        constraint = field("n")
        schema = field("s")
        table = field("t")
        column = field("c")
        message = field("M") ?? ""
        detail = field("D")
        hint = field("H")
        context = field("W")
        position = field("P").flatMap { Int($0) }
    }
}

extension ServerError {
    /// The error in a result, if it holds one.
    static func ifAny(_ result: OpaquePointer) -> ServerError? {
        PQresultStatus(result) == PGRES_FATAL_ERROR ? ServerError(result: result) : nil
    }
}

extension ServerError: CustomStringConvertible {
    public var description: String {
        var text = "the database refused a statement: \(state.code)"
        if let constraint { text += ", constraint \(constraint)" }
        if let table { text += ", table \(table)" }
        if let column { text += ", column \(column)" }
        return text
    }
}
