import DaybookCore
import DaybookHost
import HTTP

extension Assistants {
    private static let longestRegistration = 16 << 10

    /// `POST /oauth/register` (RFC 7591): 201 with an id that holds what the client says of itself. 400 for addresses
    /// that nobody is sent to, and for what is no description of a client.
    ///
    /// It gets no secret, whatever it would like to authenticate with, as the answer tells.
    func register(_ request: Request) async throws -> Response {
        try request.requireJSON()
        let body = try await request.body.collect(upTo: Self.longestRegistration)
        guard let wish = try? JSONValue(json: body), case .object = wish else {
            throw OAuthRefusal(.invalidMetadata, "The body is one object of JSON.")
        }
        guard wish.names("response_types", contain: "code"), wish.names("grant_types", contain: "authorization_code")
        else { throw OAuthRefusal(.invalidMetadata, "Clients are let in by a code, and by nothing else.") }
        guard let client = AssistantClient(name: try Self.name(wish), redirects: try Self.redirects(wish)) else {
            throw OAuthRefusal(
                .invalidMetadata,
                "The client_name is one line of at most \(AssistantClient.longestName) bytes that can be read.")
        }
        return .secret(.created) { json in
            json.member("client_id", client.id)
            json.member("client_id_issued_at", Int(Instant.now().milliseconds / 1000))
            json.member("client_name", client.name)
            json.member("redirect_uris", client.redirects.map(\.text))
            json.member("response_types", ["code"])
            json.member("grant_types", ["authorization_code", "refresh_token"])
            json.member("token_endpoint_auth_method", "none")
            json.member("scope", TokenScope.ofAssistants.map(\.rawValue).joined(separator: " "))
        }
    }

    private static func name(_ wish: JSONValue) throws(OAuthRefusal) -> String? {
        switch wish["client_name"] {
        case nil, .null: return nil
        case .string(""): return nil
        case .string(let name): return name
        default: throw OAuthRefusal(.invalidMetadata, "The client_name is a text.")
        }
    }

    private static func redirects(_ wish: JSONValue) throws(OAuthRefusal) -> [RedirectAddress] {
        guard case .array(let given)? = wish["redirect_uris"], 1...AssistantClient.mostRedirects ~= given.count else {
            throw OAuthRefusal(
                .invalidRedirect, "There are 1 to \(AssistantClient.mostRedirects) redirect_uris.")
        }
        var redirects: [RedirectAddress] = []
        for case .string(let text) in given {
            if let redirect = RedirectAddress(text) { redirects.append(redirect) }
        }
        guard redirects.count == given.count else {
            throw OAuthRefusal(
                .invalidRedirect,
                """
                Each of the redirect_uris is https, or http to 127.0.0.1, [::1] or localhost, of at most \
                \(RedirectAddress.longest) bytes and without a fragment.
                """)
        }
        return redirects
    }
}

extension JSONValue {
    /// Whether a list has it, where there is one.
    fileprivate func names(_ member: String, contain word: String) -> Bool {
        switch self[member] {
        case nil, .null: true
        case .array(let words): words.contains(.string(word))
        default: false
        }
    }
}
