import Glibc

/// A statement as PostgreSQL knows it: its text, its parameters' types, and the name it is prepared under.
///
/// The name is a hash of the text and the types. Behind a pooler several clients share a server connection, and a
/// statement that one of them finds there under its name is its own, whoever prepared it.
final class Statement {
    /// Its place in the table, by which connections remember having prepared it; nil is never prepared by name.
    let number: Int?
    let text: UnsafeMutablePointer<CChar>
    let types: ContiguousArray<UInt32>
    /// Changes when the plan behind the old name has become useless.
    private(set) var name: UnsafeMutablePointer<CChar>
    private(set) var generation: UInt32 = 0

    init(number: Int?, text: String, types: ContiguousArray<UInt32>) {
        self.number = number
        self.text = Self.copy(text)
        self.types = types
        name = Self.copy(number == nil ? "" : StatementName.of(text, types))
    }

    deinit {
        free(text)
        free(name)
    }

    /// The next time it is used it is prepared anew. The old one stays with the connections until they end, which is
    /// after the change of a schema and thus seldom.
    func renew() {
        guard number != nil else { return }
        generation += 1
        let next = StatementName.of(String(cString: text), types) + "_\(generation)"
        free(name)
        name = Self.copy(next)
    }

    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        guard let copy = strdup(text) else { fatalError("out of memory") }
        return copy
    }
}

/// The statements one reactor has met.
struct StatementTable {
    private struct Text: Hashable {
        let text: String
        let types: ContiguousArray<UInt32>
    }

    /// Statements composed at run time must not fill the server's memory: beyond this number, statements are parsed
    /// each time.
    static let limit = 1_000

    private var byIdentity: [StatementIdentity: Statement] = [:]
    private var byText: [Text: Statement] = [:]
    /// Off where names are not to be used, or have turned out to be lost on the way.
    private(set) var usesNames: Bool

    init(usesNames: Bool) { self.usesNames = usesNames }

    /// Something between here and the server loses what was prepared: from now on every statement is parsed each time.
    mutating func stopNaming() { usesNames = false }

    mutating func statement(for query: Query) -> Statement {
        if query.goesUnnamed { return Statement(number: nil, text: query.sql, types: []) }
        if !query.hasRawText, let known = byIdentity[query.identity] { return known }
        let key = Text(
            text: query.sql,
            types: ContiguousArray(query.pieces.lazy.filter { $0.kind == .parameter }.map(\.type)))
        let statement =
            byText[key]
            ?? Statement(
                number: byText.count < Self.limit ? byText.count : nil, text: key.text, types: key.types)
        if statement.number != nil { byText[key] = statement }
        if !query.hasRawText, byIdentity.count < 4 * Self.limit { byIdentity[query.identity] = statement }
        return statement
    }
}
