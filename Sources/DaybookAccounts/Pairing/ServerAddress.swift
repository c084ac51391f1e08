import DaybookHost
import HTTP

/// The address in a link that this server makes: a link is carried to another device, which sends its code wherever the
/// link says. So the address is the configured one, or the `Host` of the request if this server goes by that name;
/// never just what a request claims.
package struct ServerAddress: Sendable {
    private let publicAddress: WebAddress?
    private let names: Set<String>

    package init(_ configuration: Configuration, ownName: String = Machine.name) {
        publicAddress = configuration.publicURL
        var names = Set(configuration.hosts.map { $0.lowercased() })
        names.insert("localhost")
        if !ownName.isEmpty { names.formUnion([ownName.lowercased(), ownName.lowercased() + ".local"]) }
        self.names = names
    }

    /// Throws the problem where the client calls the server by a name that is not known here.
    package func of(_ request: Request) throws -> String {
        if let publicAddress { return publicAddress.base }
        guard let host = request.fields["host"], isAllowed(host) else { throw Problem(.hostNotAllowed) }
        return (request.isSecure ? "https://" : "http://") + host
    }

    /// The same for what is sent to somebody who did not ask for it: a name that the operator has given, and no address
    /// that a request only claims to have reached.
    package func known(to request: Request) throws -> String {
        let address = try of(request)
        let name = Self.name(in: request.fields["host"] ?? "")
        // On this machine the link leads here as well.
        guard publicAddress != nil || names.contains(name) || IPAddress(name)?.isLoopback == true else {
            throw Problem(.hostNotAllowed)
        }
        return address
    }

    /// An IP address is the one that the connection went to; otherwise the request would not have arrived here.
    private func isAllowed(_ field: String) -> Bool {
        let name = Self.name(in: field)
        return IPAddress(name) != nil || names.contains(name)
    }

    /// Without the port and an IPv6 address's brackets.
    private static func name(in field: String) -> String {
        var name = field[...]
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]"),
            name[name.index(after: colon)...].utf8.allSatisfy({ 0x30...0x39 ~= $0 })
        {
            name = name[..<colon]
        }
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        return name.lowercased()
    }
}

extension ProblemType {
    static let hostNotAllowed = ProblemType(
        "host_not_allowed", Status(421),
        "The host name in the request is not one of this server's; see DAYBOOK_PUBLIC_URL")
}
