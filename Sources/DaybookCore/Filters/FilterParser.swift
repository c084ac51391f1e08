/// Reads a filter from left to right. It looks at each byte a fixed number of times, and goes no deeper than a filter
/// may.
struct FilterParser {
    private let bytes: [UInt8]
    private let values: FilterValues
    private(set) var order: [FilterOrder] = []
    private var place = 0
    private var tests = 0
    private var depth = 0

    init(_ bytes: [UInt8], values: FilterValues) {
        self.bytes = bytes
        self.values = values
    }

    mutating func whole() throws(FilterError) -> FilterNode {
        skipSpaces()
        guard place < bytes.count else { return .all([]) }
        let node = try any()
        guard place == bytes.count else {
            throw FilterError(.unexpected, at: place, "a field, a word, 'and', 'or' or the end")
        }
        return node
    }

    // MARK: Joining

    private mutating func any() throws(FilterError) -> FilterNode {
        var nodes = [try all()]
        while take("|") || takeWord("or") { nodes.append(try all()) }
        return .joined(nodes, FilterNode.any)
    }

    private mutating func all() throws(FilterError) -> FilterNode {
        var nodes: [FilterNode] = []
        repeat {
            if nodes.isEmpty, order.isEmpty, place < bytes.count, bytes[place] == UInt8(ascii: "&") || isNext("and") {
                throw missing()
            }
            let isJoined = take("&") || takeWord("and")
            if try takeSort() { continue }
            guard isJoined || startsOne else { break }
            nodes.append(try one())
        } while place < bytes.count
        guard !nodes.isEmpty || !order.isEmpty else { throw missing() }
        return .joined(nodes.isEmpty ? [.all([])] : nodes, FilterNode.all)
    }

    private mutating func one() throws(FilterError) -> FilterNode {
        guard depth < TaskFilter.mostDepth else {
            throw FilterError(.tooLong, at: place, "at most \(TaskFilter.mostDepth) levels of parentheses and 'not'")
        }
        depth += 1
        defer { depth -= 1 }
        if takeWord("not") || take("!") || take("-") { return .not(try one()) }
        let start = place
        if take("(") {
            let node = try any()
            guard take(")") else { throw FilterError(.unexpected, at: place, "')' for the '(' at \(start + 1)") }
            return node
        }
        return try term()
    }

    private var startsOne: Bool {
        guard place < bytes.count else { return false }
        return ![UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "&")].contains(bytes[place]) && !isNext("or")
    }

    private func missing() -> FilterError { FilterError(.unexpected, at: place, "a field, a word, #tag, 'not' or '('") }

    // MARK: Terms

    private mutating func term() throws(FilterError) -> FilterNode {
        try countTest()
        let start = place
        if let quoted = try quoted() { return try values.words(.text, quoted) }
        if take("#") {
            let name = try value("the name of a tag")
            return .test(.tags([name.small]))
        }
        let name = word { !Self.endsName.contains($0) }
        guard !name.text.isEmpty else { throw missing() }
        guard let comparison = takeComparison() else {
            if let flag = values.flag(name.small) { return flag }
            return try values.words(.text, name)
        }
        guard let field = FilterField(name: name.small) else {
            let names = FilterField.allCases.map { $0.names[0] }.joined(separator: ", ")
            throw FilterError(.unknownField, at: start, "a field: \(names) or sort")
        }
        var nodes: [FilterNode] = []
        repeat {
            if !nodes.isEmpty { try countTest() }
            nodes.append(try values.test(field, comparison, try value("a value for \(field.names[0])")))
        } while (comparison == .equal || comparison == .differs) && take(",")
        let node = FilterNode.joined(nodes, FilterNode.any)
        return comparison == .differs ? .not(node) : node
    }

    private mutating func countTest() throws(FilterError) {
        tests += 1
        guard tests <= TaskFilter.mostTests else {
            throw FilterError(.tooLong, at: place, "at most \(TaskFilter.mostTests) tests")
        }
    }

    /// `sort:due,-priority`; only where it holds for the whole filter.
    private mutating func takeSort() throws(FilterError) -> Bool {
        let start = place
        guard isNext("sort", before: ":") else { return false }
        guard depth == 0, order.isEmpty else {
            throw FilterError(.unexpected, at: start, "one 'sort', outside of parentheses")
        }
        place += 4
        _ = take(":")
        repeat {
            let key = try value("a field to sort by")
            guard let read = FilterOrder(key.small) else { throw key.refused(FilterOrder.names) }
            order.append(read)
        } while order.count < FilterOrder.most && take(",")
        return true
    }

    private mutating func takeComparison() -> FilterValues.Comparison? {
        guard place < bytes.count else { return nil }
        let isWithEqual = place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "=")
        let comparison: FilterValues.Comparison
        switch bytes[place] {
        case UInt8(ascii: ":"), UInt8(ascii: "="): comparison = .equal
        case UInt8(ascii: "!") where isWithEqual: comparison = .differs
        case UInt8(ascii: "<"): comparison = isWithEqual ? .atMost : .less
        case UInt8(ascii: ">"): comparison = isWithEqual ? .atLeast : .greater
        default: return nil
        }
        place += comparison.rawValue.utf8.count
        skipSpaces()
        return comparison
    }

    // MARK: Words

    private static let endsName = Set("()|&,:=<>!\"".utf8)
    private static let endsValue = Set("()|&,\"".utf8)

    private mutating func value(_ expected: String) throws(FilterError) -> FilterValues.Word {
        let start = place
        if let quoted = try quoted() { return quoted }
        let word = word { !Self.endsValue.contains($0) }
        guard !word.text.isEmpty else { throw FilterError(.unexpected, at: start, expected) }
        return word
    }

    private mutating func word(_ belongs: (UInt8) -> Bool) -> FilterValues.Word {
        let start = place
        while place < bytes.count, belongs(bytes[place]), PlainBytes.space(bytes, place) == 0 { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        skipSpaces()
        return .init(text: text, offset: start)
    }

    private mutating func quoted() throws(FilterError) -> FilterValues.Word? {
        let start = place
        let quote = UInt8(ascii: "\"")
        guard place < bytes.count, bytes[place] == quote else { return nil }
        guard let end = bytes[(place + 1)...].firstIndex(of: quote) else {
            throw FilterError(.unexpected, at: bytes.count, "'\"' for the one at \(start + 1)")
        }
        let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        place = end + 1
        skipSpaces()
        return .init(text: text, offset: start)
    }

    private mutating func skipSpaces() {
        while place < bytes.count, case let space = PlainBytes.space(bytes, place), space > 0 { place += space }
    }

    private mutating func take(_ sign: Character) -> Bool {
        guard place < bytes.count, bytes[place] == sign.asciiValue else { return false }
        place += 1
        skipSpaces()
        return true
    }

    /// Whether a word comes next, in letters of either size.
    private func isNext(_ word: String, before sign: Character? = nil) -> Bool {
        let end = place + word.utf8.count
        guard end <= bytes.count, bytes[place..<end].elementsEqual(word.utf8, by: { $0 | 0x20 == $1 }) else {
            return false
        }
        if let sign { return end < bytes.count && bytes[end] == sign.asciiValue }
        guard end < bytes.count else { return true }
        return PlainBytes.space(bytes, end) > 0 || bytes[end] == UInt8(ascii: "(") || bytes[end] == UInt8(ascii: ")")
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard isNext(word) else { return false }
        place += word.utf8.count
        skipSpaces()
        return true
    }
}
