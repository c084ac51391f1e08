/// The request method. Whatever is not listed is ``other``; its text is ``Request/methodText``.
public enum Method: Sendable {
    case get, head, post, put, patch, delete, options, other

    /// Methods are case-sensitive (RFC 9110, 9.1): `get` is not GET.
    init(_ bytes: Span<UInt8>) {
        self = .other
        for candidate in Self.known where bytes.equals(candidate.text) { self = candidate }
    }

    public var text: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .other: "OTHER"
        }
    }

    /// Safe methods (RFC 9110, 9.2.1): asking twice changes nothing.
    public var isSafe: Bool { self == .get || self == .head || self == .options }

    static let known: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
}

extension Span<UInt8> {
    /// Whether these bytes are exactly the text's.
    func equals(_ text: String) -> Bool {
        let other = text.utf8
        guard count == other.count else { return false }
        var position = 0
        for byte in other {
            if self[position] != byte { return false }
            position += 1
        }
        return true
    }

    /// Whether these bytes are the text's, letter case of ASCII aside.
    func equalsIgnoringCase(_ text: String) -> Bool {
        let other = text.utf8
        guard count == other.count else { return false }
        var position = 0
        for byte in other {
            if self[position].lowercasedASCII != byte.lowercasedASCII { return false }
            position += 1
        }
        return true
    }
}

extension UInt8 {
    var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
