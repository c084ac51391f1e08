import DaybookCore
import DaybookHost
import HTTP

extension SignIn {
    /// About the login of an account that somebody is in already.
    var routes: [GuardedRoute] {
        secondFactorRoutes + [
            .post("/v1/logout", needs: .any, logOut),
            .get("/v1/account/login", needs: .own, readLogin),
            .put("/v1/account/password", needs: .own, changePassword),
            .put("/v1/account/email", needs: .own, changeEmail),
            .post("/v1/account/recovery-codes", needs: .own, renewRecoveryCodes),
        ]
    }

    /// `POST /v1/logout`: 204. A device's own token ends the device, any other ends alone.
    private func logOut(_: Request, _ principal: Principal) async throws -> Response {
        if principal.scope == .full {
            _ = try await devices.revoke(principal.device, of: principal.account, keepsTrust: true)
        } else {
            _ = try await tokens.revoke(principal.token, of: principal.account)
        }
        return Response(.noContent)
    }

    /// `GET /v1/account/login`: 200 with the email as it was typed, and how many recovery codes are left. 409
    /// `not_claimed` where there is none.
    private func readLogin(_: Request, _ principal: Principal) async throws -> Response {
        let credential = try await Problem.require(credentials.credential(of: principal.account), else: .notClaimed)
        return .secret { json in
            json.member("email", credential.email)
            json.member("changedAt", credential.changedAt)
            json.member("recoveryCodesLeft", credential.recoveryCodesLeft)
            json.member("secondFactor", credential.factor != nil)
        }
    }

    /// `PUT /v1/account/password` with the old password or a recovery code; with `endOtherSessions` every other device
    /// has to log in again, and all passkeys, calendar feeds and recovery codes go.
    ///
    /// 204. 403 where the proof proves nothing, 409 `not_claimed`, 422 for a weak password.
    private func changePassword(_ request: Request, _ principal: Principal) async throws -> Response {
        let body = try await request.document(PasswordChange.init)
        try await changePassword(
            of: principal, to: body.newPassword, body.proof, endingOthers: body.endsOtherSessions)
        return Response(.noContent)
    }

    /// `PUT /v1/account/email` with the password or a recovery code.
    ///
    /// 204. 403 where the proof proves nothing, 409 where the email leads to another account, 429 after too many
    /// questions.
    private func changeEmail(_ request: Request, _ principal: Principal) async throws -> Response {
        let body = try await request.document(EmailChange.init)
        try await changeEmail(of: principal, to: body.email, body.proof, at: request.client.address)
        return Response(.noContent)
    }

    /// `POST /v1/account/recovery-codes` with the password or a recovery code; with a second factor, two of these and a
    /// code.
    ///
    /// 201 with ten new codes, told only here; the old ones stop working. 403 where the proof proves nothing.
    private func renewRecoveryCodes(_ request: Request, _ principal: Principal) async throws -> Response {
        let proof = try await request.document(ReadProof.init)
        let codes = try await renewRecoveryCodes(of: principal, proof)
        return .secret(.created) { $0.recoveryCodes(codes) }
    }
}

extension JSONWriter {
    mutating func recoveryCodes(_ codes: [RecoveryCode]) {
        member("recoveryCodes", codes.map(\.text))
    }
}
