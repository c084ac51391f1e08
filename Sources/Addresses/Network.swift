/// A range of addresses, as `10.0.0.0/8`, `2001:db8::/32` or a single address.
public struct Network: Sendable, Hashable, CustomStringConvertible {
    let address: IPAddress
    /// The length of the prefix in the 128 bits of the address in IPv6 form; an IPv4 prefix counts 96 more.
    let prefix: Int

    /// Nil if the text is not a network, or if it has bits set beyond its prefix, which is more often a mistake than
    /// meant.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts[0])) else { return nil }
        let isV4 = address.isV4 && !parts[0].contains(":")
        let width = isV4 ? 32 : 128
        var length = width
        if parts.count == 2 {
            guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ $0 &- 0x30 < 10 }), let given = Int(parts[1]),
                given <= width
            else { return nil }
            length = given
        }
        self.address = address
        prefix = isV4 ? 96 + length : length
        let (high, low) = Self.mask(prefix)
        guard address.high & ~high == 0, address.low & ~low == 0 else { return nil }
    }

    public func contains(_ other: IPAddress) -> Bool {
        let (high, low) = Self.mask(prefix)
        return other.high & high == address.high && other.low & low == address.low
    }

    public var description: String {
        address.isV4 && prefix >= 96 ? "\(address)/\(prefix - 96)" : "\(address)/\(prefix)"
    }

    private static func mask(_ prefix: Int) -> (high: UInt64, low: UInt64) {
        (prefix >= 64 ? .max : ~(.max >> UInt64(prefix)), prefix <= 64 ? 0 : ~(.max >> UInt64(prefix - 64)))
    }
}
