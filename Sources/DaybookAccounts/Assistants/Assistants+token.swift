import DaybookCore
import DaybookHost
import HTTP

extension Assistants {
    /// `POST /oauth/token` (RFC 6749, 3.2): 200 with a token for an hour and a refresh token, for a code or for the
    /// refresh token before. 400 with why not.
    func token(_ request: Request) async throws -> Response {
        let issuer = try address.issuer(for: request)
        let form = try await request.form()
        let client = try Self.client(form)
        try form.demandScope()
        let resource = try form.resource(of: issuer)
        let entry: AssistantGrants.Entry
        do {
            switch form["grant_type"] {
            case "authorization_code":
                guard let code = form["code"].flatMap({ TokenText($0, prefix: AssistantGrants.codePrefix) }) else {
                    throw OAuthRefusal.badGrant
                }
                guard let verifier = form["code_verifier"], 43...128 ~= verifier.utf8.count else {
                    throw OAuthRefusal(.invalidRequest, "A code_verifier of 43 to 128 characters is needed.")
                }
                entry = try await grants.enter(
                    code,
                    .init(client: client, redirect: form["redirect_uri"], resource: resource, verifier: verifier))
            case "refresh_token":
                guard
                    let token = form["refresh_token"].flatMap({ TokenText($0, prefix: AssistantGrants.refreshPrefix) })
                else { throw OAuthRefusal.badGrant }
                entry = try await grants.refresh(token, client, resource)
            default:
                throw OAuthRefusal(
                    .unsupportedGrantType, "The grant_type is authorization_code or refresh_token.")
            }
        } catch let problem as Problem
            where ([.loginFailed, .accountDisabled, .tooManyDevices] as [ProblemType]).contains(problem.type)
        {
            throw OAuthRefusal(.invalidGrant, problem.type.title + ".")
        }
        return .secret { json in
            json.member("access_token", entry.access.text)
            json.member("token_type", "Bearer")
            json.member("expires_in", Int(entry.lifetime / 1000))
            json.member("refresh_token", entry.refresh.text(prefix: AssistantGrants.refreshPrefix))
            json.member("scope", entry.scope.rawValue)
        }
    }

    /// `POST /oauth/revoke` (RFC 7009): 200 once nothing comes in by it any more, also where nothing did. 400 for what
    /// is another client's.
    func revoke(_ request: Request) async throws -> Response {
        let form = try await request.form()
        let client = try Self.client(form)
        guard let token = form["token"] else { throw OAuthRefusal(.invalidRequest, "A token is needed.") }
        try await grants.revoke(token, client)
        return Response(.ok, fields: ["cache-control": "no-store"])
    }

    private static func client(_ form: OAuthParameters) throws(OAuthRefusal) -> AssistantClient {
        guard let client = form["client_id"].flatMap({ AssistantClient(id: $0) }) else { throw .unknownClient }
        return client
    }
}
