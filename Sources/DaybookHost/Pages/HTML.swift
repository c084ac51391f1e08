/// A page's text. What goes through ``text(_:)`` is shown as it is; only ``raw(_:)`` can be markup.
package struct HTML: Sendable {
    package private(set) var source = ""

    package init() {}

    package mutating func raw(_ markup: StaticString) { source += markup.description }

    package mutating func text(_ text: some StringProtocol) {
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
    package mutating func element(
        _ name: StaticString, _ attributes: [(StaticString, String)], _ body: (inout HTML) -> Void
    ) {
        open(name, attributes)
        body(&self)
        source += "</\(name)>"
    }

    package mutating func element(_ name: StaticString, _ attributes: [(StaticString, String)], _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    package mutating func element(_ name: StaticString, _ text: String) { element(name, [], text) }

    package mutating func element(_ name: StaticString, _ body: (inout HTML) -> Void) { element(name, [], body) }

    /// One of those that hold nothing and are not closed, as `input`.
    package mutating func empty(_ name: StaticString, _ attributes: [(StaticString, String)]) { open(name, attributes) }

    private mutating func open(_ name: StaticString, _ attributes: [(StaticString, String)]) {
        source += "<\(name)"
        for (attribute, value) in attributes {
            source += " \(attribute)=\""
            text(value)
            source += "\""
        }
        source += ">"
    }

    package mutating func link(_ address: String, _ text: String) { element("a", [("href", address)], text) }

    /// A table's first row.
    package mutating func heads(_ names: [String]) {
        element("thead") { page in
            page.element("tr") { page in for name in names { page.element("th", [("scope", "col")], name) } }
        }
    }
}
