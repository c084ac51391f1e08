import DaybookHost
import HTTP

/// `GET /v1/identity/callback`: where providers send the browser back to. Answers people: with a redirect to where the
/// client wanted them, or with a page.
struct SignInCallback: Sendable {
    let identities: Identities

    func answer(_ request: Request) async throws -> Response {
        let state: String? = try request.queryValue("state")
        let secrets = SignInSecrets(state: state ?? "", identities.vouching.secret)
        guard let returned = try await identities.attempts.takeBack(secrets, at: identities.now),
            let connection = identities.vouching.connection(named: returned.provider)
        else { return SignInPage.failed(ProblemType.signInOver).response }
        do {
            let voucher: Voucher = try await identities.asking {
                try await self.voucher(broughtBy: request, secrets, at: connection)
            }
            try await identities.attempts.record(voucher, for: secrets)
            return answer(returned, "code", secrets.code, or: .finished(code: secrets.code))
        } catch let problem as Problem {
            return answer(returned, "error", problem.type.code, or: .failed(problem.type))
        }
    }

    private func voucher(
        broughtBy request: Request, _ secrets: SignInSecrets, at connection: ProviderConnection
    ) async throws -> Voucher {
        // A browser that comes back from one provider with the state of another was sent by somebody in between (RFC
        // 9207).
        let issuer: String? = try request.queryValue("iss")
        let namesItself = try await connection.metadata(at: identities.now).namesItself
        guard issuer.map({ $0 == connection.provider.issuer.text }) ?? !namesItself else { throw TokenRefusal.issuer }
        guard let code: String = try request.queryValue("code"), 1...4096 ~= code.utf8.count else {
            throw ProviderTrouble.refused
        }
        return try await identities.vouching.vouch(forCode: code, secrets, at: connection).get()
    }

    private func answer(
        _ returned: SignInAttempts.Returned, _ name: String, _ value: String, or page: SignInPage
    ) -> Response {
        guard let address = returned.returnTo else { return page.response }
        let target = address + (address.contains("?") ? "&" : "?") + FormText.encode([(name, value)])
        var response = Response(.seeOther, fields: ["location": target])
        SignInPage.protect(&response)
        return response
    }
}
