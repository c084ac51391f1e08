import HTTP

/// A value that a log line may hold besides its event.
///
/// No case takes a `String`, and none of the types a case does take can be made from one at run time: so a title, a
/// note, a name or a token cannot be logged, neither by carelessness nor inside an error's text. Every new case must
/// keep that promise; a test reads this file and lets the compiler refuse an attempt.
public enum LogField: Sendable {
    case address(ListenAddress)
    case attempt(Int)
    case bytes(Int)
    case connections(Int)
    case count(Int)
    case duration(Duration)
    /// The type of an error, never its description: that may quote what a user wrote.
    case error(any Error.Type)
    case method(HTTP.Method)
    case migration(Int)
    /// PostgreSQL's major version.
    case postgres(Int)
    case process(Int32)
    case reactor(Int)
    case reactors(Int)
    case reason(StaticString)
    case request(RequestID)
    /// The pattern as the source has it, never the path.
    case route(Route)
    case signal(Int32)
    /// PostgreSQL's error class and code, five characters of its own alphabet.
    case sqlState(LoggedSQLState)
    case status(Int)
    case systemError(Int32)
    case version(StaticString)
}

/// An SQLSTATE: five digits and capital letters, anything else becomes `?????`.
public struct LoggedSQLState: Sendable {
    let code: [UInt8]

    public init(_ text: String) {
        let bytes = Array(text.utf8)
        let isCode = bytes.count == 5 && bytes.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
        code = isCode ? bytes : Array("?????".utf8)
    }
}
