/// Writes a document from its beginning to its end, into one buffer.
///
/// The names of nearly all elements are literals: writing one only copies its bytes.
package struct XMLWriter: Sendable {
    package private(set) var bytes: [UInt8]

    package init(capacity: Int = 1_024) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Makes room for so many bytes more.
    package mutating func reserve(_ more: Int) { bytes.reserveCapacity(bytes.count + more) }

    /// What was written since it was taken the last time.
    package mutating func take() -> [UInt8] {
        let taken = bytes
        bytes.removeAll(keepingCapacity: false)
        return taken
    }

    // MARK: Elements

    /// Begins a document with its first element, which declares the usual prefixes.
    package mutating func begin(_ name: StaticString, declaring: Bool) {
        raw(#"<?xml version="1.0" encoding="utf-8"?><"#)
        raw(name)
        if declaring {
            for namespace in [Namespace.dav, .calDAV, .calendarServer, .apple] {
                guard let prefix = namespace.prefix else { continue }
                raw(" xmlns:")
                raw(prefix)
                raw("=\"")
                raw(namespace.uri)
                raw("\"")
            }
        }
        raw(">")
    }

    package mutating func open(_ name: StaticString) {
        raw("<")
        raw(name)
        raw(">")
    }

    package mutating func end(_ name: StaticString) {
        raw("</")
        raw(name)
        raw(">")
    }

    package mutating func empty(_ name: StaticString) {
        raw("<")
        raw(name)
        raw("/>")
    }

    package mutating func element(_ name: StaticString, _ text: String) {
        open(name)
        self.text(text)
        end(name)
    }

    package mutating func open(_ name: Name, attributes: [Attribute] = []) {
        begin(name, attributes)
        raw(">")
    }

    package mutating func close(_ name: Name) {
        raw("</")
        qualified(name)
        raw(">")
    }

    package mutating func empty(_ name: Name) {
        begin(name, [])
        raw("/>")
    }

    private mutating func begin(_ name: Name, _ attributes: [Attribute]) {
        raw("<")
        qualified(name)
        if name.namespace.prefix == nil {
            raw(name.namespace == .none ? " xmlns=\"" : " xmlns:X=\"")
            text(name.namespace.uri, inAttribute: true)
            raw("\"")
        }
        for (index, attribute) in attributes.enumerated() { write(attribute, index) }
    }

    /// An attribute of a namespace that has no prefix yet declares one of its own.
    private mutating func write(_ attribute: Attribute, _ index: Int) {
        raw(" ")
        switch attribute.name.namespace {
        case .none: break
        case .other("http://www.w3.org/XML/1998/namespace"): raw("xml:")
        case let namespace where namespace.prefix == nil:
            raw("xmlns:x\(index)=\"")
            text(namespace.uri, inAttribute: true)
            raw("\" x\(index):")
        case let namespace:
            if let prefix = namespace.prefix { raw(prefix) }
            raw(":")
        }
        raw(attribute.name.local)
        raw("=\"")
        text(attribute.value, inAttribute: true)
        raw("\"")
    }

    private mutating func qualified(_ name: Name) {
        switch name.namespace {
        case .none: break
        case let namespace:
            raw(namespace.prefix ?? "X")
            raw(":")
        }
        raw(name.local)
    }

    /// An element as it was read.
    package mutating func write(_ element: Element) {
        open(element.name, attributes: element.attributes)
        for node in element.content {
            switch node {
            case .text(let text): self.text(text)
            case .element(let inner): write(inner)
            }
        }
        close(element.name)
    }

    // MARK: Text

    package mutating func text(_ text: String, inAttribute: Bool = false) {
        guard inAttribute else {
            var text = text
            return text.withUTF8 { write($0) }
        }
        for letter in text.utf8 { escape(letter, true) }
    }

    package mutating func text(_ text: [UInt8]) { self.text(text.span) }

    /// Text as bytes, which nearly always need no escape: what stands between two escapes is copied at once.
    package mutating func text(_ text: Span<UInt8>) {
        text.withUnsafeBufferPointer { write($0) }
    }

    private mutating func write(_ letters: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while let special = SpecialLetters.first(in: letters, from: start) {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: letters[start..<special]))
            escape(letters[special], false)
            start = special + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: letters[start...]))
    }

    private mutating func escape(_ letter: UInt8, _ inAttribute: Bool) {
        switch letter {
        case UInt8(ascii: "&"): raw("&amp;")
        case UInt8(ascii: "<"): raw("&lt;")
        case UInt8(ascii: ">"): raw("&gt;")
        // A reader would make a line feed of it.
        case 0x0D: raw("&#13;")
        case UInt8(ascii: "\"") where inAttribute: raw("&quot;")
        case 0x09 where inAttribute: raw("&#9;")
        case 0x0A where inAttribute: raw("&#10;")
        // No document can hold these.
        case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F: bytes.append(UInt8(ascii: "?"))
        default: bytes.append(letter)
        }
    }

    package mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// What is markup already.
    package mutating func raw(_ text: Span<UInt8>) { text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }

    /// A segment of an address, escaped as addresses are.
    package mutating func segment(_ segment: Span<UInt8>) { Href.append(segment, to: &bytes) }

    package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
