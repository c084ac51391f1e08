/// Says to a push service who sends (RFC 8292).
struct Vouching: Sendable {
    let key: SigningKey
    let contact: String

    /// Services take no token that is good for longer than a day.
    private static let life = 12 * 3_600

    func field(for endpoint: String, now: Int) -> String {
        let token = SignedToken.make(
            [("typ", .text("JWT")), ("alg", .text("ES256"))],
            [
                ("aud", .text(Self.origin(of: endpoint))), ("exp", .number(now + Self.life)), ("sub", .text(contact)),
            ], key: key)
        // Some services take no space behind the comma.
        return "vapid t=\(token),k=\(key.publicText)"
    }

    /// Scheme, name and port.
    static func origin(of address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        return String(
            address[..<scheme.upperBound] + address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        )
    }
}
