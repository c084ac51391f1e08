import DaybookCore
import DaybookHost
import HTTP

extension Tokens {
    var routes: [GuardedRoute] {
        [
            .get("/v1/tokens", needs: .own, readTokens),
            .post("/v1/tokens", needs: .own, createToken),
            .delete("/v1/tokens/:token", needs: .own, revokeToken),
            .post("/v1/tokens/current/rotation", needs: .own, rotateToken),
        ]
    }

    /// `GET /v1/tokens`: 200 with the account's tokens, the oldest first, without their secrets.
    private func readTokens(_: Request, _ principal: Principal) async throws -> Response {
        let all = try await list(of: principal.account)
        return .object { json in
            json.objects("tokens", all) { $0.tokenMembers($1, isCurrent: $1.id == principal.token) }
        }
    }

    /// `POST /v1/tokens` with a label, a scope and, if wanted, when it expires: makes a token for an app.
    ///
    /// 201 with the token's text, which is told only here. 409 where the account has no room for another device.
    private func createToken(_ request: Request, _ principal: Principal) async throws -> Response {
        let now = Instant.now()
        let wish = try await request.document { reader throws(WireError) in try NewToken(&reader, now: now) }
        let (token, text) = try await create(wish, of: principal.account, for: principal, now: now)
        return .secret(.created) { json in
            json.tokenMembers(token, isCurrent: false)
            json.member("token", text)
        }
    }

    /// `DELETE /v1/tokens/{token}`: 204 once it is revoked, 404 for no such token.
    private func revokeToken(_ request: Request, _ principal: Principal) async throws -> Response {
        let token = try request.identifier("token")
        try await Problem.require(revoke(token, of: principal.account, for: principal), else: .notFound)
        return Response(.noContent)
    }

    /// `POST /v1/tokens/current/rotation`: 200 with another secret for the token that it is asked with, and until when
    /// the one before counts. 401 for an app password, and where the secret does not count any more.
    private func rotateToken(_ request: Request, _: Principal) async throws -> Response {
        guard let text = request.bearerToken, let presented = TokenText(text),
            let (token, priorUntil) = try await rotate(presented)
        else { throw Problem.unauthenticated }
        return .secret { json in
            json.member("token", token.text)
            json.member("previousUntil", priorUntil)
        }
    }
}
