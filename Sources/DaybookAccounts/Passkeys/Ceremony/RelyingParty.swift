import DaybookHost

/// Who passkeys are made for and shown to: this server, as browsers know it by its public address.
struct RelyingParty: Sendable, Equatable {
    /// The address's name, which authenticators keep passkeys under.
    let id: String
    /// Where the pages lie that may ask for them.
    let origin: String

    /// Nil for an address without a name: browsers make no passkeys for numbers.
    init?(_ address: WebAddress) {
        let scheme = address.isSecure ? "https://" : "http://"
        let authority = address.origin.dropFirst(scheme.utf8.count).lowercased()
        let (host, port) = authority.divided(at: ":")
        guard !host.isEmpty, host.first != "[", host.contains(where: { !$0.isNumber && $0 != "." }) else { return nil }
        id = host
        // As browsers write it.
        let usual = address.isSecure ? "443" : "80"
        origin = scheme + host + (port.isEmpty || port == usual ? "" : ":" + port)
    }

    var hash: [UInt8] { Sodium.sha256(Array(id.utf8)) }
}

extension String {
    fileprivate func divided(at separator: Character) -> (String, String) {
        guard let place = firstIndex(of: separator) else { return (self, "") }
        return (String(self[..<place]), String(self[index(after: place)...]))
    }
}
