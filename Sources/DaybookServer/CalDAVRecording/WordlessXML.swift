/// A document as it came, byte for byte, but for the words in it.
enum WordlessXML {
    static func text(_ text: String, _ names: inout TranscriptNames) -> String {
        var result = ""
        for piece in XMLPieces(text) {
            switch piece {
            case .markup(let markup, _): result += self.markup(markup)
            case .text(let words, let element):
                result += words.allSatisfy(\.isWhitespace) ? words : told(words, in: element, &names)
            }
        }
        return result
    }

    private static func told(_ words: String, in element: String, _ names: inout TranscriptNames) -> String {
        switch element {
        case "href": names.path(words)
        case "sync-token": names.token(words)
        case "getetag": names.tag(words)
        case "calendar-timezone", "timezone", "calendar-data": WordlessCalendar.text(words, &names)
        case let kept where Self.kept.contains(kept): words
        default: Wordless.text(words)
        }
    }

    /// Values of attributes are a program's, but for those that nobody has defined.
    private static func markup(_ text: String) -> String {
        guard !text.hasPrefix("<?"), !text.hasPrefix("</") else { return text }
        var result = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "="), let quote = rest[sign...].dropFirst().first,
            quote == "\"" || quote == "'",
            let end = rest[sign...].dropFirst(2).firstIndex(of: quote)
        {
            let name = String(rest[..<sign].split(whereSeparator: \.isWhitespace).last ?? "")
            let value = rest[rest.index(sign, offsetBy: 2)..<end]
            let isKept = name.hasPrefix("xml") || keptAttributes.contains(name)
            result += rest[...sign] + "\(quote)\(isKept ? String(value) : Wordless.text(String(value)))\(quote)"
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static let kept: Set<String> = [
        "sync-level", "nresults", "calendar-color", "calendar-order", "calendar-timezone-id", "status", "match",
    ]
    private static let keptAttributes: Set<String> = [
        "name", "start", "end", "collation", "negate-condition", "content-type", "version", "symbolic-color", "novalue",
        "test", "match-type",
    ]
}

/// A document in pieces: what stands in angle brackets, and the text between, with the name of the element around it.
struct XMLPieces: Sequence, IteratorProtocol {
    enum Piece {
        /// Its local name; nil for what is no element's begin.
        case markup(String, begins: String?)
        case text(String, in: String)
    }

    private var rest: Substring
    private var open: [String] = []

    init(_ text: String) { rest = text[...] }

    mutating func next() -> Piece? {
        guard let first = rest.first else { return nil }
        guard first == "<" else {
            let text = rest.prefix { $0 != "<" }
            rest = rest[text.endIndex...]
            return .text(String(text), in: open.last ?? "")
        }
        let inside = rest.prefix { $0 != ">" }
        let markup = inside + (inside.endIndex < rest.endIndex ? ">" : "")
        rest = rest[inside.endIndex...].dropFirst()
        if markup.hasPrefix("</") {
            _ = open.popLast()
        } else if !markup.hasPrefix("<?"), !markup.hasPrefix("<!") {
            let name = markup.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" }
            let local = String(name.split(separator: ":").last ?? "")
            if !markup.hasSuffix("/>") { open.append(local) }
            return .markup(String(markup), begins: local)
        }
        return .markup(String(markup), begins: nil)
    }
}
