import DaybookHost
import HTTP

/// What a program asks of its person: to let an assistant in (OAuth 2.1, 4.1.1).
struct AuthorizationRequest: Sendable {
    let client: AssistantClient
    let way: WayBack
    let resource: String
    /// SHA-256 of what only the program knows (RFC 7636). No other method is taken, and none is refused.
    let challenge: [UInt8]
    /// The program asks for no more than that.
    let onlyReads: Bool

    static let longestState = 2048

    /// Reads the query of a request. Throws what the person is to be shown.
    init(_ items: [(name: String, value: String)], to issuer: WebAddress) throws(AuthorizationFault) {
        let asked: OAuthParameters
        do throws(OAuthRefusal) { asked = try OAuthParameters(items) } catch { throw AuthorizationFault(error) }
        guard let client = asked["client_id"].flatMap({ AssistantClient(id: $0) }) else {
            throw AuthorizationFault(.unknownClient)
        }
        // Until it is known where the browser may be sent back to, it is sent nowhere.
        let only = client.redirects.count == 1 ? client.redirects[0].text : nil
        guard let redirect = (asked["redirect_uri"] ?? only).flatMap({ client.redirect($0) }) else {
            throw AuthorizationFault(.init(.invalidRequest, "The redirect_uri is none that the client registered."))
        }
        let state = asked["state"]
        guard state.map({ $0.utf8.count <= Self.longestState }) ?? true else {
            throw AuthorizationFault(.init(.invalidRequest, "The state is too long."))
        }
        way = WayBack(redirect: redirect, state: state, issuer: issuer)
        do throws(OAuthRefusal) {
            challenge = try Self.challenge(asked)
            resource = try Self.resource(asked, issuer)
        } catch {
            throw AuthorizationFault(error, way)
        }
        self.client = client
        let words = asked.scopes
        onlyReads = !words.isEmpty && !words.contains(TokenScope.agent.rawValue)
    }

    private static func challenge(_ asked: OAuthParameters) throws(OAuthRefusal) -> [UInt8] {
        guard asked["response_type"] == "code" else {
            throw OAuthRefusal(.unsupportedResponseType, "The response_type is code, and there is no other.")
        }
        guard (asked["response_mode"] ?? "query") == "query" else {
            throw OAuthRefusal(.invalidRequest, "The response_mode is query, and there is no other.")
        }
        guard asked["code_challenge_method"] == "S256", let text = asked["code_challenge"], text.utf8.count == 43,
            let challenge = Base64URL.decode(text), challenge.count == 32
        else { throw OAuthRefusal(.invalidRequest, "A code_challenge is needed, made by S256.") }
        return challenge
    }

    private static func resource(_ asked: OAuthParameters, _ issuer: WebAddress) throws(OAuthRefusal) -> String {
        try asked.demandScope()
        return try asked.resource(of: issuer) ?? issuer.resource
    }
}

extension OAuthParameters {
    /// Throws where more is asked for than there is.
    func demandScope() throws(OAuthRefusal) {
        let known = TokenScope.ofAssistants.map(\.rawValue)
        guard scopes.allSatisfy(known.contains) else { throw .otherScope }
    }

    fileprivate var scopes: [String] { self["scope"]?.split(separator: " ").map(String.init) ?? [] }

    /// The resource that is meant, as the metadata write it. Nil where none is named.
    func resource(of issuer: WebAddress) throws(OAuthRefusal) -> String? {
        guard let named = self["resource"] else { return nil }
        guard issuer.isResource(named) else { throw .otherResource }
        return issuer.resource
    }
}

/// Where an answer goes that a browser carries, and what comes back with it.
struct WayBack: Sendable {
    let redirect: RedirectAddress
    let state: String?
    let issuer: WebAddress

    /// With what the client told to know its own question by, and with who answers (RFC 9207).
    func address(_ items: [(String, String)]) -> String {
        redirect.address.adding(items + (state.map { [("state", $0)] } ?? []) + [("iss", issuer.base)])
    }

    func address(_ refusal: OAuthRefusal) -> String {
        address([("error", refusal.code.rawValue), ("error_description", refusal.sentence)])
    }
}

/// A question that cannot be put to a person as it is.
struct AuthorizationFault: Error {
    let refusal: OAuthRefusal
    /// Nil where nobody knows who would be told.
    let way: WayBack?

    init(_ refusal: OAuthRefusal, _ way: WayBack? = nil) { (self.refusal, self.way) = (refusal, way) }
}
