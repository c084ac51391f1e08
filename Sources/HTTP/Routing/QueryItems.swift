import HTTPParser

/// The query as `name=value` pairs after the rules of HTML forms: pairs are separated by `&`, a `+` is a space, a pair
/// without `=` has an empty value, empty pairs are passed over.
extension Request {
    /// Every pair, decoded, in order. Pairs whose escapes are broken are not there; from the wire none arrive.
    public var queryItems: [(name: String, value: String)] { withQuery { FormItems.found(in: $0).items } ?? [] }

    /// The value of that name, or nil if there is none. Throws a 400 problem that names the parameter if its text is
    /// not such a value or if it is there twice, since two readers could take different ones.
    public func queryValue<Value: URLValue>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(Problem) -> Value? {
        let texts = queryTexts(name)
        guard let text = texts.first else { return nil }
        guard texts.count == 1, let value = Value(urlText: text) else {
            throw Problem(.malformedParameter, parameter: name)
        }
        return value
    }

    /// Every value of that name, in order.
    public func queryTexts(_ name: String) -> [String] {
        withQuery { query in
            var texts: [String] = []
            var start = 0
            while let pair = QueryPair(in: query, from: start) {
                if pair.isNamed(name, in: query), let value = pair.value(in: query) { texts.append(value) }
                start = pair.end + 1
            }
            return texts
        } ?? []
    }
}

/// The same pairs in a body, as browsers send forms and programs ask for tokens.
public enum FormItems {
    /// Every pair, decoded, in order; nil where an escape is broken.
    public static func read(_ body: [UInt8]) -> [(name: String, value: String)]? {
        let (items, areWhole) = found(in: body.span)
        return areWhole ? items : nil
    }

    fileprivate static func found(in text: Span<UInt8>) -> (items: [(name: String, value: String)], areWhole: Bool) {
        var items: [(name: String, value: String)] = []
        var areWhole = true
        var start = 0
        while let pair = QueryPair(in: text, from: start) {
            if !pair.isEmpty {
                if let name = pair.name(in: text), let value = pair.value(in: text) {
                    items.append((name, value))
                } else {
                    areWhole = false
                }
            }
            start = pair.end + 1
        }
        return (items, areWhole)
    }
}

private struct QueryPair {
    let start: Int
    let equals: Int
    let end: Int

    init?(in query: Span<UInt8>, from start: Int) {
        guard start <= query.count else { return nil }
        var end = start
        var equals: Int?
        while end < query.count, query[end] != UInt8(ascii: "&") {
            if equals == nil, query[end] == UInt8(ascii: "=") { equals = end }
            end += 1
        }
        self.start = start
        self.equals = equals ?? end
        self.end = end
    }

    var isEmpty: Bool { start == end }

    func name(in query: Span<UInt8>) -> String? { Escapes.text(query, start..<equals, plusIsSpace: true) }

    func value(in query: Span<UInt8>) -> String? {
        Escapes.text(query, min(equals + 1, end)..<end, plusIsSpace: true)
    }

    /// Compares without decoding where nothing is escaped, which is nearly always.
    func isNamed(_ name: String, in query: Span<UInt8>) -> Bool {
        if spells(name, in: query) { return true }
        var index = start
        while index < equals {
            if query[index] == UInt8(ascii: "%") || query[index] == UInt8(ascii: "+") {
                return self.name(in: query) == name
            }
            index += 1
        }
        return false
    }

    private func spells(_ name: String, in query: Span<UInt8>) -> Bool {
        guard name.utf8.count == equals - start else { return false }
        var index = start
        for byte in name.utf8 {
            if query[index] != byte { return false }
            index += 1
        }
        return true
    }
}
