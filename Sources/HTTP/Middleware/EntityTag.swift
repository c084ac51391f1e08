/// Names a state of a resource (RFC 9110, 8.8.3).
///
/// The same state in gzip has its own name, the tag with `-gzip` behind it, since its bytes differ, and so in zstd.
/// Comparisons here look past that ending: a client that was sent a coded form and asks about it asks about the state.
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    public let opaque: String
    public let isWeak: Bool

    /// Nil if the text holds what a tag must not: quotes, blanks, control bytes.
    public init?(_ opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy({ $0 == 0x21 || ($0 >= 0x23 && $0 != 0x7F) }) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// A tag for a revision and the history in which it counts: equal revisions of two histories do not mean the same.
    public init(revision: Int64, in history: UInt64) {
        self.init(checked: "\(String(revision, radix: 36)).\(String(history, radix: 36))")
    }

    init(checked opaque: String) {
        self.opaque = opaque
        isWeak = false
    }

    /// Reads one tag as it stands in a field.
    public init?(field: some StringProtocol) { self.init(bytes: Substring(field).utf8[...]) }

    /// Works on bytes, like the grammar: this is read for every answer that may be a 304.
    fileprivate init?(bytes: Substring.UTF8View.SubSequence) {
        var rest = bytes
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.count >= 2, rest.first == .quote, rest.last == .quote else { return nil }
        self.init(String(Substring(rest.dropFirst().dropLast())), isWeak: isWeak)
    }

    public var description: String { isWeak ? "W/\"\(opaque)\"" : "\"\(opaque)\"" }

    /// The name of the same state in a coded form.
    func coded(in coding: ContentCoding) -> EntityTag {
        EntityTag(opaque + coding.tagEnding, isWeak: isWeak) ?? self
    }

    /// The state that the tag names, whichever form the bytes have.
    public var state: Substring {
        let bytes = opaque.utf8
        for coding in ContentCoding.allCases {
            let ending = coding.tagEnding.utf8
            if bytes.suffix(ending.count).elementsEqual(ending) { return Substring(bytes.dropLast(ending.count)) }
        }
        return opaque[...]
    }

    /// Same state, as caches need it (weak comparison).
    public func weaklyEquals(_ other: EntityTag) -> Bool { state == other.state }

    /// Same state and both strong, as writers need it.
    public func stronglyEquals(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && state == other.state }
}

/// What `if-none-match` and `if-match` hold: anything at all, or a list of tags.
public enum EntityTagCondition: Sendable, Equatable {
    case any
    case tags([EntityTag])

    /// Nil if the field is malformed; RFC 9110 leaves it to the recipient what happens then. Field lines are one list.
    public init?(_ lines: [String]) {
        if lines.map(\.trimmingBlanks) == ["*"] {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        for line in lines {
            var rest = line[...].utf8
            while true {
                rest = rest.drop { $0.isBlank || $0 == UInt8(ascii: ",") }
                if rest.isEmpty { break }
                // A tag ends at its second quote; commas may stand within it.
                guard let open = rest.firstIndex(of: .quote),
                    let close = rest[rest.index(after: open)...].firstIndex(of: .quote),
                    let tag = EntityTag(bytes: rest[...close])
                else { return nil }
                tags.append(tag)
                rest = rest[rest.index(after: close)...].drop { $0.isBlank }
                guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
            }
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }
}

extension Request {
    /// The tag as the client knows it, where it holds this state already, so that 304 answers it: it may hold a coded
    /// form. A malformed field asks nothing.
    public func heldForm(of tag: EntityTag) -> EntityTag? {
        switch condition("if-none-match") {
        case nil: return nil
        case .any: return tag
        case .tags(let tags):
            guard tags.contains(where: { $0.weaklyEquals(tag) }) else { return nil }
            let forms = ContentCoding.allCases.map { tag.coded(in: $0) }
            return forms.first { form in tags.contains { $0.opaque == form.opaque } } ?? tag
        }
    }

    /// Whether a write may go on from this state: `if-match` is absent or names it. A malformed field names nothing,
    /// since a client that wanted protection must not lose it by a mistake.
    public func mayChange(_ tag: EntityTag) -> Bool {
        guard fields.contains("if-match") else { return true }
        switch condition("if-match") {
        case nil: return false
        case .any: return true
        case .tags(let tags): return tags.contains { $0.stronglyEquals(tag) }
        }
    }

    private func condition(_ name: String) -> EntityTagCondition? {
        fields.contains(name) ? EntityTagCondition(fields.values(name)) : nil
    }
}

extension UInt8 {
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
