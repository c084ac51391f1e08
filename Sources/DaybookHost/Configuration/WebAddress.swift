/// An address the server may call or send a browser to: https, or plain http to this very machine.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    private let hostLength: Int

    /// Refuses user names, fragments, and whatever would have to be escaped, so that no two readers see different
    /// hosts.
    package init?(_ text: String) {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://"), text.utf8.count <= 2048,
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !Self.excluded.contains($0) })
        else { return nil }
        let authority = text.dropFirst(isSecure ? 8 : 7).prefix { $0 != "/" && $0 != "?" }
        let host =
            authority.hasPrefix("[")
            ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let port = authority.dropFirst(host.count)
        guard !host.isEmpty, authority.hasPrefix(host), port.isEmpty || Self.isPort(port) else { return nil }
        guard isSecure || Self.loopback.contains(String(host)) else { return nil }
        self.text = text
        hostLength = text.utf8.count - text.dropFirst(isSecure ? 8 : 7).dropFirst(authority.count).utf8.count
    }

    // User names, fragments, and bytes that readers of URLs disagree about.
    private static let excluded = Set("@#\\\"<>^`{|}".utf8)
    private static let loopback: Set<String> = ["127.0.0.1", "[::1]", "localhost"]

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.dropFirst().utf8.allSatisfy { 0x30...0x39 ~= $0 }
            && UInt16(text.dropFirst()).map { $0 > 0 } ?? false
    }

    package var isSecure: Bool { text.hasPrefix("https://") }

    /// Whether only this machine finds anything there.
    package var isOfThisMachine: Bool {
        let authority = origin.dropFirst(isSecure ? 8 : 7)
        return Self.loopback.contains { authority == $0 || authority.hasPrefix("\($0):") }
    }

    /// Scheme, host and port.
    package var origin: String { String(decoding: text.utf8.prefix(hostLength), as: UTF8.self) }

    /// The same as browsers write it: in small letters, and without the port that the scheme has anyway.
    package var originOfBrowsers: String {
        let small = origin.lowercased()
        let usual = small.hasPrefix("https:") ? ":443" : ":80"
        return small.hasSuffix(usual) ? String(small.dropLast(usual.count)) : small
    }

    /// Without a slash at its end, as what a path can stand behind.
    package var base: String { text.hasSuffix("/") ? String(text.dropLast()) : text }

    /// With more of a path.
    package func appending(_ path: String) -> String { base + path }

    /// With query items behind whatever query there is.
    package func adding(_ items: [(String, String)]) -> String {
        text + (text.contains("?") ? "&" : "?") + FormText.encode(items)
    }

    public var description: String { text }
}

/// `name=value` pairs as forms send them. Only what RFC 3986 calls unreserved stays as it is.
package enum FormText {
    package static func encode(_ items: [(String, String)]) -> String {
        items.map { escape($0.0) + "=" + escape($0.1) }.joined(separator: "&")
    }

    package static func escape(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: result.append(byte)
            default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
