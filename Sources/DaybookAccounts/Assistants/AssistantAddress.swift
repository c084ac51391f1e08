import DaybookHost
import HTTP

/// The addresses by which programs of assistants know this server. They are those of `DAYBOOK_PUBLIC_URL`; without that
/// of this machine alone, for trying it out, since a code must not be sent where a request only claims to have come to.
package struct AssistantAddress: Sendable {
    private let address: ServerAddress
    private let isPublic: Bool

    static let door = "/mcp"
    static let resourcePath = "/.well-known/oauth-protected-resource"
    static let issuerPath = "/.well-known/oauth-authorization-server"

    package init(_ configuration: Configuration) {
        address = ServerAddress(configuration)
        isPublic = configuration.publicURL != nil
    }

    /// Who lets assistants in, to the programs that ask for it. Throws the problem where there is no address to name.
    func issuer(for request: Request) throws -> WebAddress {
        guard let own = WebAddress(try address.of(request)), isPublic || own.isOfThisMachine else {
            throw Problem(.hostNotAllowed)
        }
        return own
    }

    /// What a program that was refused at the door has to ask for, and where it learns how, as a part of
    /// `WWW-Authenticate` (RFC 9728, 5.1). No place is named where there is no address for it.
    package func challenge(for request: Request) -> String {
        let scope = "scope=\"\(TokenScope.ofAssistants.map(\.rawValue).joined(separator: " "))\""
        guard let issuer = try? issuer(for: request) else { return scope }
        return "\(scope), resource_metadata=\"\(issuer.appending(Self.resourcePath + Self.door))\""
    }
}

extension WebAddress {
    /// What a token that is issued here is for.
    var resource: String { appending(AssistantAddress.door) }

    /// Whether a client means that. Letter case of the host and a slash at the end do not count.
    func isResource(_ text: String) -> Bool { Self.compared(text) == Self.compared(resource) }

    private static func compared(_ text: String) -> String {
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let whole = parts.prefix(3).map { $0.lowercased() } + parts.dropFirst(3).map { String($0) }
        let joined = whole.joined(separator: "/")
        return joined.hasSuffix("/") ? String(joined.dropLast()) : joined
    }
}
