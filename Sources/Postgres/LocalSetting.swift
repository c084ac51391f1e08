/// A setting that holds while one statement runs and for nothing after it, as `SET LOCAL` would make it.
///
/// Statements that share a transaction each run under their own: it is set just before a statement that needs it and
/// taken back before one that has none or another, and the end of the transaction takes back the rest.
public struct LocalSetting: Equatable, Sendable {
    let name: String
    let value: String

    /// - Parameter name: of a setting, with a dot in it unless it is one of PostgreSQL's own.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The statement that sets it for the rest of the transaction.
    public var query: Query { ("SELECT set_config(\(name), \(value), true)" as Query).whereSpread(statement) }

    /// The same for wherever a function's setting does not reach.
    public var statement: String {
        // Looking for something to replace takes longer than all the rest of a statement, of which each read has one.
        let quoted = value.utf8.contains(UInt8(ascii: "'")) ? value.replacing("'", with: "''") : value
        return "SET LOCAL \(name) = '\(quoted)'"
    }

    /// The statement that takes it back. PostgreSQL remembers a custom setting as empty rather than as unknown, once it
    /// has met it.
    var removal: Query { LocalSetting(name, "").query }

    var hasNullCharacter: Bool { name.utf8.contains(0) || value.utf8.contains(0) }
}
