import DaybookCore
import DaybookHost
import HTTP

extension SignIn {
    /// About the second factor of an account that somebody is in already.
    var secondFactorRoutes: [GuardedRoute] {
        [
            .post("/v1/account/second-factor", needs: .own, beginSecondFactor),
            .post("/v1/account/second-factor/confirmation", needs: .own, confirmSecondFactor),
            .delete("/v1/account/second-factor", needs: .own, removeSecondFactor),
        ]
    }

    /// `POST /v1/account/second-factor` with the password or a recovery code: the secret for an authenticator app.
    ///
    /// 201 with the secret, told only here; it counts once it is confirmed. 403 where the proof proves nothing, 409
    /// `not_claimed`, and `second_factor_on` where there is one.
    private func beginSecondFactor(_ request: Request, _ principal: Principal) async throws -> Response {
        let given = try await request.document(ReadProof.init)
        let credential = try await Problem.require(credentials.credential(of: principal.account), else: .notClaimed)
        // Told first, so that a recovery code is not used up for nothing.
        guard credential.factor == nil else { throw Problem(.secondFactorOn) }
        try await proof.demand(given, credential)
        let owner = StandingOwner(principal, by: credential)
        guard case .begun(let factor) = try await factors.begin(of: credential, by: owner, now: .now()) else {
            throw Problem(.secondFactorOn)
        }
        return .secret(.created) { json in
            json.member("secret", factor.text)
            json.member("address", factor.address)
            json.member("digits", TimedCode.digits)
            json.member("period", Int(TimedCode.period))
            json.member("recoveryCodesLeft", credential.recoveryCodesLeft - (given.code == nil ? 0 : 1))
        }
    }

    /// `POST /v1/account/second-factor/confirmation` with a code: from now on logins ask for one.
    ///
    /// 204. 403 `proof_failed` for a wrong code, 409 `second_factor_not_begun`.
    private func confirmSecondFactor(_ request: Request, _ principal: Principal) async throws -> Response {
        let code = try await request.document { reader throws(WireError) in
            try reader.readOnly("code") { reader throws(WireError) in try reader.readTimedCode() }
        }
        try await factors.confirm(principal, code, now: .now())
        return Response(.noContent)
    }

    /// `DELETE /v1/account/second-factor` with two of: the password, a code, a recovery code.
    ///
    /// 204. 403 where they prove nothing, 409 `second_factor_not_begun`, 422 where one is missing.
    private func removeSecondFactor(_ request: Request, _ principal: Principal) async throws -> Response {
        let given = try await request.optionalDocument(ReadProof.init) ?? ReadProof()
        let credential = try await Problem.require(credentials.credential(of: principal.account), else: .notClaimed)
        guard credential.factor != nil else { throw Problem(.secondFactorNotBegun) }
        try await proof.demandTwo(given, credential, factors, now: .now())
        _ = try await factors.remove(from: principal.account, by: StandingOwner(principal, by: credential))
        return Response(.noContent)
    }
}
