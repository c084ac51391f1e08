/// The PROXY protocol's header, versions 1 and 2, which a balancer sends before the first byte of the client's.
///
/// Pure and resumable: the bytes always begin at the connection's first, and grow. Which version comes is told by the
/// first byte. Where a header is expected there must be one; guessing whether it is there would let clients send one.
public struct ProxyHeader: Sendable, Hashable {
    /// Who connected to the balancer, and where it was reached; nil if the balancer speaks for itself (a health check)
    /// or of a kind of address that is not the internet's. Then the connection's own addresses hold.
    public var source: SocketAddress?
    public var destination: SocketAddress?

    /// Version 1's longest line, its end included.
    static let longestLine = 107
    /// Version 2 may announce 65,535 bytes of extensions; balancers send a few hundred.
    static let longestBlock = 4_096

    public enum Progress: Sendable, Hashable {
        case needMore
        /// The header is whole and so many bytes long.
        case header(ProxyHeader, length: Int)
        /// There is no header, or it is malformed: close, and answer nothing, since the sender was not a client.
        case refused
    }

    public static func read(_ bytes: Span<UInt8>) -> Progress {
        guard bytes.count > 0 else { return .needMore }
        return bytes[0] == UInt8(ascii: "P") ? readLine(bytes) : readBlock(bytes)
    }

    // MARK: Version 1

    /// `PROXY TCP4 192.0.2.1 198.51.100.1 56324 443` and CR LF.
    private static func readLine(_ bytes: Span<UInt8>) -> Progress {
        let opening = Array("PROXY ".utf8)
        for index in 0..<min(bytes.count, opening.count) where bytes[index] != opening[index] { return .refused }
        let end = min(bytes.count, longestLine)
        var index = 0
        while index < end, bytes[index] != 0x0A {
            // Only its line feed may follow the carriage return.
            if index > 0, bytes[index - 1] == 0x0D { return .refused }
            guard bytes[index] == 0x0D || (bytes[index] >= 0x20 && bytes[index] < 0x7F) else { return .refused }
            index += 1
        }
        guard index < end else { return bytes.count >= longestLine ? .refused : .needMore }
        guard index > 0, bytes[index - 1] == 0x0D else { return .refused }
        let line = (0..<index - 1).map { bytes[$0] }
        guard let header = ProxyHeader(line: String(decoding: line, as: UTF8.self)) else { return .refused }
        return .header(header, length: index + 1)
    }

    private init?(line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count >= 2 else { return nil }
        // Whatever follows UNKNOWN is to be passed over.
        if words[1] == "UNKNOWN" { return }
        guard words.count == 6, let from = IPAddress(words[2]), let to = IPAddress(words[3]),
            let fromPort = Self.port(words[4]), let toPort = Self.port(words[5])
        else { return nil }
        switch words[1] {
        case "TCP4": guard from.isV4, to.isV4, !words[2].contains(":"), !words[3].contains(":") else { return nil }
        case "TCP6": guard words[2].contains(":"), words[3].contains(":") else { return nil }
        default: return nil
        }
        source = SocketAddress(address: from, port: fromPort)
        destination = SocketAddress(address: to, port: toPort)
    }

    /// Digits without a sign or zeros before them.
    private static func port(_ text: String) -> UInt16? {
        guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), text == "0" || text.utf8.first != 0x30 else { return nil }
        return UInt16(text)
    }

    // MARK: Version 2

    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]

    /// The signature, version and command, family and protocol, length in two bytes, addresses, extensions.
    private static func readBlock(_ bytes: Span<UInt8>) -> Progress {
        for index in 0..<min(bytes.count, signature.count) where bytes[index] != signature[index] { return .refused }
        guard bytes.count >= 16 else {
            return bytes.count > 12 && (bytes[12] != 0x20 && bytes[12] != 0x21) ? .refused : .needMore
        }
        let command = bytes[12]
        guard command == 0x20 || command == 0x21 else { return .refused }
        let length = Int(bytes[14]) << 8 | Int(bytes[15])
        guard 16 + length <= longestBlock else { return .refused }
        let family = bytes[13]
        if command == 0x21 {
            // Addresses are whole or the block is malformed: 12 bytes for IPv4, 36 for IPv6, 216 for Unix.
            switch family >> 4 {
            case 0: break
            case 1: if length < 12 { return .refused }
            case 2: if length < 36 { return .refused }
            case 3: if length < 216 { return .refused }
            default: return .refused
            }
            guard family & 0x0F <= 2 else { return .refused }
        }
        guard bytes.count >= 16 + length else { return .needMore }
        var header = ProxyHeader()
        // LOCAL, and whatever is not TCP over IPv4 or IPv6, leaves the connection's own addresses.
        if command == 0x21, family == 0x11 {
            header.source = SocketAddress(v4: bytes, at: 16, portAt: 24)
            header.destination = SocketAddress(v4: bytes, at: 20, portAt: 26)
        } else if command == 0x21, family == 0x21 {
            header.source = SocketAddress(v6: bytes, at: 16, portAt: 48)
            header.destination = SocketAddress(v6: bytes, at: 32, portAt: 50)
        }
        return .header(header, length: 16 + length)
    }

    private init() {}
}

extension SocketAddress {
    fileprivate init(v4 bytes: Span<UInt8>, at place: Int, portAt: Int) {
        let address = IPAddress(v4: UInt32(truncatingIfNeeded: Self.number(bytes, at: place, count: 4)))
        self.init(address: address, port: UInt16(truncatingIfNeeded: Self.number(bytes, at: portAt, count: 2)))
    }

    fileprivate init(v6 bytes: Span<UInt8>, at place: Int, portAt: Int) {
        let address = IPAddress(
            high: Self.number(bytes, at: place, count: 8), low: Self.number(bytes, at: place + 8, count: 8))
        self.init(address: address, port: UInt16(truncatingIfNeeded: Self.number(bytes, at: portAt, count: 2)))
    }

    private static func number(_ bytes: Span<UInt8>, at place: Int, count: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in place..<place + count { number = number << 8 | UInt64(bytes[index]) }
        return number
    }
}
