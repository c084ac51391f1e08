/// A page's text. What goes through ``text(_:)`` is shown as it is; only ``raw(_:)`` can be markup.
struct HTML: Sendable {
    private(set) var source = ""

    mutating func raw(_ markup: StaticString) { source += markup.description }

    mutating func text(_ text: some StringProtocol) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": source += "&amp;"
            case "<": source += "&lt;"
            case ">": source += "&gt;"
            case "\"": source += "&quot;"
            default: source.unicodeScalars.append(scalar)
            }
        }
    }

    /// An element with attributes, whose values are escaped, around what the body adds.
    mutating func element(
        _ name: StaticString, _ attributes: [(StaticString, String)], _ body: (inout HTML) -> Void
    ) {
        source += "<\(name)"
        for (attribute, value) in attributes {
            source += " \(attribute)=\""
            text(value)
            source += "\""
        }
        source += ">"
        body(&self)
        source += "</\(name)>"
    }

    mutating func element(_ name: StaticString, _ attributes: [(StaticString, String)], _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    mutating func element(_ name: StaticString, _ text: String) { element(name, [], text) }

    mutating func element(_ name: StaticString, _ body: (inout HTML) -> Void) { element(name, [], body) }

    /// Text as the document writes it: empty lines part paragraphs, backquotes hold code.
    mutating func prose(_ text: String) {
        for paragraph in text.split(separator: "\n\n") {
            element("p") { $0.words(paragraph) }
        }
    }

    /// Text with code between backquotes.
    mutating func words(_ text: some StringProtocol) {
        for (index, piece) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 1 { element("code", String(piece)) } else { self.text(piece) }
        }
    }
}
