/// An element of a request, with all that it holds.
package struct Element: Hashable, Sendable {
    package let name: Name
    package var attributes: [Attribute]
    package var content: [Node] = []

    package enum Node: Hashable, Sendable {
        case text(String)
        case element(Element)
    }

    package init(_ name: Name, attributes: [Attribute] = []) {
        self.name = name
        self.attributes = attributes
    }

    package var children: some Sequence<Element> {
        content.lazy.compactMap { node in if case .element(let element) = node { element } else { nil } }
    }

    /// The text that stands in it itself.
    package var text: String {
        if content.count == 1, case .text(let text) = content[0] { return text }
        return content.reduce(into: "") { whole, node in if case .text(let text) = node { whole += text } }
    }

    /// The text without the blanks around it, as it is meant in addresses and numbers.
    package var word: String {
        let letters = text.utf8
        guard let first = letters.firstIndex(where: { !$0.isBlank }),
            let last = letters.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return String(text[first...last])
    }

    package func first(_ name: Name) -> Element? { children.first { $0.name == name } }

    package func attribute(_ local: String) -> String? {
        attributes.first { $0.name.local == local && $0.name.namespace == .none }?.value
    }
}

package struct Attribute: Hashable, Sendable {
    package let name: Name
    package let value: String

    package init(_ name: Name, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
