import HTTP

extension IPAddress {
    /// Whom limits by address are for: an IPv4 address, or the /64 of an IPv6 one, of which one household has as many
    /// addresses as it likes.
    package var network: String { isV4 ? description : IPAddress(high: high, low: 0).description + "/64" }
}
