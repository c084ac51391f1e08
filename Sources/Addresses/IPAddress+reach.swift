extension IPAddress {
    /// Whether the address is one of the public internet: not this machine, not a private network, not a group, and
    /// nothing that leads to one of these by another spelling.
    ///
    /// Of IPv6 only what the registry has given out as global unicast counts, so that what is not thought of here is
    /// not public. NAT64 (64:ff9b::/96) and 6to4 (2002::/16) are as public as the IPv4 address inside of them.
    public var isPublic: Bool {
        if isV4 { return !Self.special4.contains { $0.contains(self) } }
        if let inner { return inner.isPublic }
        return Self.global.contains(self) && !Self.special6.contains { $0.contains(self) }
    }

    /// The IPv4 address that packets to this one are translated or wrapped for.
    public var inner: IPAddress? {
        if high == 0x0064_FF9B_0000_0000, low >> 32 == 0 { return IPAddress(v4: UInt32(truncatingIfNeeded: low)) }
        if high >> 48 == 0x2002 { return IPAddress(v4: UInt32(truncatingIfNeeded: high >> 16)) }
        return nil
    }

    private static let global = networks(["2000::/3"])[0]

    /// The IANA IPv4 Special-Purpose Address Registry, multicast and the reserved rest.
    private static let special4 = networks([
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
    ])

    /// What lies within global unicast and is not: protocols' own (with Teredo and benchmarks) and documentation.
    private static let special6 = networks(["2001::/23", "2001:db8::/32", "3fff::/20"])

    private static func networks(_ texts: [String]) -> [Network] {
        texts.map { text in
            guard let network = Network(text) else { preconditionFailure("\(text) is not a network") }
            return network
        }
    }
}
