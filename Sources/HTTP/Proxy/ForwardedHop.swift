/// What one proxy says about its client.
struct ForwardedHop: Equatable {
    /// Nil if the proxy would not or could not tell, or what it says makes no sense.
    var address: SocketAddress?
    var isSecure: Bool?

    /// `x-forwarded-for: client, proxy1, proxy2`; `x-forwarded-proto` has as many values, or one for all.
    static func xForwarded(_ fields: RequestFields) -> [ForwardedHop] {
        let addresses = fields.values("x-forwarded-for").flatMap(elements)
        let schemes = fields.values("x-forwarded-proto").flatMap(elements)
        return addresses.indices.map { index in
            let scheme = schemes.count == addresses.count ? schemes[index] : schemes.last
            return ForwardedHop(
                address: SocketAddress(node: addresses[index]), isSecure: scheme.map { $0.lowercased() == "https" })
        }
    }

    /// `forwarded: for=192.0.2.60;proto=https, for="[2001:db8::1]:4711"`. A line that is malformed in any part says
    /// nothing from there to the left, so the hops before it are forgotten.
    static func forwarded(_ fields: RequestFields) -> [ForwardedHop] {
        var hops: [ForwardedHop] = []
        for line in fields.values("forwarded") {
            guard let more = ForwardedLine(line).hops else {
                hops = []
                continue
            }
            hops += more
        }
        return hops
    }

    private static func elements(_ line: String) -> [String] {
        line.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingBlanks)
    }
}

/// Reads one line of `forwarded` by the grammar of RFC 7239, 4.
private struct ForwardedLine {
    private var rest: Substring.UTF8View
    private(set) var hops: [ForwardedHop]? = []

    init(_ line: String) {
        rest = line[...].utf8
        while true {
            guard let hop = readHop() else {
                hops = nil
                return
            }
            hops?.append(hop)
            skipBlanks()
            if rest.isEmpty { return }
            guard take(",") else {
                hops = nil
                return
            }
        }
    }

    private mutating func readHop() -> ForwardedHop? {
        var hop = ForwardedHop()
        var seen: Set<String> = []
        while true {
            skipBlanks()
            let name = readToken().lowercased()
            guard !name.isEmpty, seen.insert(name).inserted, take("="), let value = readValue() else { return nil }
            if name == "for" { hop.address = SocketAddress(node: value) }
            if name == "proto" { hop.isSecure = value.lowercased() == "https" }
            skipBlanks()
            if !take(";") { return hop }
        }
    }

    private mutating func readValue() -> String? {
        guard take("\"") else {
            let token = readToken()
            return token.isEmpty ? nil : token
        }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst() else { return nil }
                bytes.append(escaped)
            } else {
                bytes.append(byte)
            }
        }
        return nil
    }

    /// A token, or an address with a colon that someone forgot to quote.
    private mutating func readToken() -> String {
        let token = rest.prefix { byte in
            byte > 0x20 && byte < 0x7F && !#"()<>@,;\"/?={}"#.utf8.contains(byte)
        }
        rest = rest.dropFirst(token.count)
        return String(decoding: token, as: UTF8.self)
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    }

    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: byte) else { return false }
        rest = rest.dropFirst()
        return true
    }
}

extension SocketAddress {
    /// An address as proxies write it, with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`,
    /// `[2001:db8::1]`, `[2001:db8::1]:80`. Port 0 stands for none. Names, `unknown` and `_hidden` are not addresses.
    init?(node text: String) {
        var host = text[...]
        var port: UInt16 = 0
        if host.hasPrefix("[") {
            guard let close = host.firstIndex(of: "]") else { return nil }
            let tail = host[host.index(after: close)...]
            host = host[host.index(after: host.startIndex)..<close]
            guard host.contains(":") else { return nil }
            if !tail.isEmpty {
                guard tail.hasPrefix(":"), let given = UInt16(tail.dropFirst()) else { return nil }
                port = given
            }
        } else if let colon = host.firstIndex(of: ":"), colon == host.lastIndex(of: ":") {
            guard let given = UInt16(host[host.index(after: colon)...]) else { return nil }
            port = given
            host = host[..<colon]
        }
        guard let address = IPAddress(String(host)) else { return nil }
        self.init(address: address, port: port)
    }
}
