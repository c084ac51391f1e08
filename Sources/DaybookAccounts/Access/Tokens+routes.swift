import DaybookCore
import DaybookHost
import HTTP

/// `GET` and `POST /v1/tokens`, `DELETE /v1/tokens/:token` and `POST /v1/tokens/current/rotation`.
extension Tokens {
    func addRoutes(to guarded: inout GuardedRoutes) {
        guarded.get("/v1/tokens", needs: .own) { [self] _, principal in
            let all = try await list(of: principal.account)
            return .document { json in
                json.beginObject()
                json.name("tokens")
                json.array(all) { json, token in
                    json.beginObject()
                    json.tokenMembers(token, isCurrent: token.id == principal.token)
                    json.endObject()
                }
                json.endObject()
            }
        }
        // 201 with the token's text, which is told this once; 409 where the account has no room for another device.
        guarded.post("/v1/tokens", needs: .own) { [self] request, principal in
            let now = Instant.now()
            let wish = try await request.document { reader throws(WireError) in try reader.readNewToken(now: now) }
            let (token, text) = try await create(wish, of: principal.account, now: now)
            return .secret(.created) { json in
                json.beginObject()
                json.tokenMembers(token, isCurrent: false)
                json.member("token", text)
                json.endObject()
            }
        }
        guarded.delete("/v1/tokens/:token", needs: .own) { [self] request, principal in
            guard try await revoke(request.identifier("token"), of: principal.account) else {
                throw Problem(.notFound)
            }
            return Response(.noContent)
        }
        guarded.post("/v1/tokens/current/rotation", needs: .own) { [self] request, _ in
            guard let text = request.bearerToken, let presented = TokenText(text),
                let (token, priorUntil) = try await rotate(presented)
            else { throw Problem.unauthenticated }
            return .secret(.ok) { json in
                json.beginObject()
                json.member("token", token.text)
                json.member("previousUntil", priorUntil)
                json.endObject()
            }
        }
    }
}
