import DaybookCore
import DaybookHost
import HTTP

/// Lets assistants in that know nothing but the address of `/mcp`: an authorization server of OAuth 2.1, as the Model
/// Context Protocol asks for, in front of one resource, with two scopes and for public clients alone.
///
/// What comes out is an ordinary token with a device of its own, so it stands in the list of devices and in the
/// history, and is taken away like any.
struct Assistants: Sendable {
    let address: AssistantAddress
    let login: Login
    let pairings: Pairings
    let grants: AssistantGrants
    /// The server lets assistants do more than read.
    let mayChange: Bool
    /// And that is to propose changes.
    let onlyPropose: Bool

    static let authorizePath = "/oauth/authorize"
    static let tokenPath = "/oauth/token"
    static let registerPath = "/oauth/register"
    static let revokePath = "/oauth/revoke"

    var routes: [GuardedRoute] {
        [
            .get(AssistantAddress.resourcePath, describeResource),
            .get(AssistantAddress.resourcePath + AssistantAddress.door, describeResource),
            .get(AssistantAddress.issuerPath, describeIssuer),
            .post(Self.registerPath) { request in try await Self.answering { try await register(request) } },
            .get(Self.authorizePath, ask),
            .post(Self.authorizePath, decide),
            .post(Self.tokenPath) { request in try await Self.answering { try await token(request) } },
            .post(Self.revokePath) { request in try await Self.answering { try await revoke(request) } },
        ]
    }

    static func answering(_ body: () async throws -> Response) async throws -> Response {
        do { return try await body() } catch let refusal as OAuthRefusal { return refusal.response }
    }

    // MARK: What there is

    /// `GET /.well-known/oauth-protected-resource/mcp` (RFC 9728): what a token is for, and who issues it.
    private func describeResource(_ request: Request) throws -> Response {
        let issuer = try address.issuer(for: request)
        return described { json in
            json.member("resource", issuer.resource)
            json.member("authorization_servers", [issuer.base])
            json.member("scopes_supported", TokenScope.ofAssistants.map(\.rawValue))
            json.member("bearer_methods_supported", ["header"])
            json.member("resource_name", "Daybook")
        }
    }

    /// `GET /.well-known/oauth-authorization-server` (RFC 8414).
    private func describeIssuer(_ request: Request) throws -> Response {
        let issuer = try address.issuer(for: request)
        return described { json in
            json.member("issuer", issuer.base)
            json.member("authorization_endpoint", issuer.appending(Self.authorizePath))
            json.member("token_endpoint", issuer.appending(Self.tokenPath))
            json.member("registration_endpoint", issuer.appending(Self.registerPath))
            json.member("revocation_endpoint", issuer.appending(Self.revokePath))
            json.member("scopes_supported", TokenScope.ofAssistants.map(\.rawValue))
            json.member("response_types_supported", ["code"])
            json.member("response_modes_supported", ["query"])
            json.member("grant_types_supported", ["authorization_code", "refresh_token"])
            json.member("token_endpoint_auth_methods_supported", ["none"])
            json.member("revocation_endpoint_auth_methods_supported", ["none"])
            json.member("code_challenge_methods_supported", ["S256"])
            json.member("authorization_response_iss_parameter_supported", true)
        }
    }

    /// It depends on the name that the server was called by, which a cache between them does not look at.
    private func described(_ members: (inout JSONWriter) -> Void) -> Response {
        var response = Response.object(.ok, members)
        response.fields.add("cache-control", "private, no-cache")
        return response
    }
}
