import Glibc

/// An IPv4 or IPv6 address. An IPv4 address mapped into IPv6 is the IPv4 address it means.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The 16 bytes of the IPv6 address, or of the IPv4 address mapped into IPv6 (::ffff:a.b.c.d), in network order.
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The four bytes of an IPv4 address, the first being the most significant.
    public init(v4: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(v4)) }

    /// Reads the textual form: dotted decimal, or RFC 4291 without brackets or zone.
    public init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(v4: UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(six)
    }

    init(_ six: in6_addr) {
        let (high, low) = withUnsafeBytes(of: six) { bytes in
            (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }

    public static let loopback = IPAddress(v4: 0x7F00_0001)
    public static let unspecified = IPAddress(v4: 0)

    public var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

    public var isLoopback: Bool { isV4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    public var description: String {
        if isV4 { return "\(low >> 24 & 0xFF).\(low >> 16 & 0xFF).\(low >> 8 & 0xFF).\(low & 0xFF)" }
        var parts = (high.bigEndian, low.bigEndian)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(AF_INET6, &parts, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// An address and a port.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    public let address: IPAddress
    public let port: UInt16

    public init(address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    public var description: String { address.isV4 ? "\(address):\(port)" : "[\(address)]:\(port)" }

    package init?(_ storage: sockaddr_storage) {
        var storage = storage
        let found = withUnsafeBytes(of: &storage) { bytes -> SocketAddress? in
            switch Int32(bytes.load(as: sa_family_t.self)) {
            case AF_INET:
                let four = bytes.load(as: sockaddr_in.self)
                return SocketAddress(
                    address: IPAddress(v4: UInt32(bigEndian: four.sin_addr.s_addr)),
                    port: UInt16(bigEndian: four.sin_port))
            case AF_INET6:
                let six = bytes.load(as: sockaddr_in6.self)
                return SocketAddress(address: IPAddress(six.sin6_addr), port: UInt16(bigEndian: six.sin6_port))
            default:
                return nil
            }
        }
        guard let found else { return nil }
        self = found
    }
}
