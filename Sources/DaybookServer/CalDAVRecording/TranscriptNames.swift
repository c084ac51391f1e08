import DaybookCore

/// What stands for accounts, tags, tokens and names in a transcript: the same for the same thing, numbered as they
/// come. Ids that are UUIDs stay, since nobody wrote them.
struct TranscriptNames: Sendable {
    private var account: String?
    private var given: [String: String] = [:]
    private var counts: [String: Int] = [:]

    /// The account of `/dav/c/{account}/`.
    mutating func seeAccount(in path: String) {
        let segments = path.split(separator: "/")
        guard account == nil, segments.count > 2, segments[0] == "dav", ["c", "p"].contains(segments[1]) else { return }
        account = String(segments[2])
    }

    /// A path or an address. Segments that somebody wrote, such as the name of a list, get a name.
    mutating func path(_ text: String) -> String {
        var path = Substring(text)
        if let scheme = text.range(of: "://") {
            path = text[scheme.upperBound...].drop { $0 != "/" }
        }
        seeAccount(in: String(path))
        return path.split(separator: "/", omittingEmptySubsequences: false).enumerated().map { place, segment in
            if let account, segment == account { return "ACCOUNT" }
            return place > 3 ? self.segment(segment) : String(segment)
        }.joined(separator: "/")
    }

    private mutating func segment(_ text: Substring) -> String {
        guard !text.isEmpty, text != "inbox" else { return String(text) }
        let ending = text.hasSuffix(".ics") ? ".ics" : ""
        return id(String(text.dropLast(ending.count))) + ending
    }

    /// A UID, or a name that was made of one.
    mutating func id(_ text: String) -> String {
        Identifier(text) == nil ? name(text.removingPercentEncoding, as: "name") : text
    }

    mutating func tag(_ text: String) -> String { name(text, as: "tag") }

    mutating func token(_ text: String) -> String { text.isEmpty ? text : name(text, as: "token") }

    private mutating func name(_ text: String, as kind: String) -> String {
        if let known = given["\(kind) \(text)"] { return known }
        counts[kind, default: 0] += 1
        let number = counts[kind, default: 0]
        let name = kind == "tag" ? "\"tag-\(number)\"" : "\(kind)-\(number)"
        given["\(kind) \(text)"] = name
        return name
    }
}

extension String {
    /// What the percent-escapes stand for; the text itself where they are broken.
    fileprivate var removingPercentEncoding: String {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Where a part of it stands.
    func range(of part: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
