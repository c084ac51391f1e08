/// An address that mail goes to or comes from: of letters, digits and signs that need no quotes, so that it means the
/// same in a command, in a field and in a log.
public struct EmailAddress: Sendable, Hashable {
    public let text: String

    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, 1...64 ~= parts[0].utf8.count, 1...253 ~= parts[1].utf8.count,
            parts[0].utf8.allSatisfy(Self.isLocal), Self.areWhole(parts[0]), parts[1].utf8.allSatisfy(Self.isDomain),
            Self.areWhole(parts[1])
        else { return nil }
        self.text = text
    }

    var domain: String { String(text[text.index(after: text.lastIndex(of: "@") ?? text.startIndex)...]) }

    /// Nothing is empty between its dots.
    private static func areWhole(_ part: Substring) -> Bool {
        part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && !$0.hasPrefix("-") }
    }

    private static func isDomain(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte &- 0x30 < 10
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private static func isLocal(_ byte: UInt8) -> Bool { isDomain(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte) }
}
