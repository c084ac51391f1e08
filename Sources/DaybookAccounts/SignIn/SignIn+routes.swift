import DaybookCore
import DaybookHost
import HTTP
import Postgres

extension SignIn {
    /// Takes the account of the token, which is the request's, along into another one.
    typealias Merging = @Sendable (PresentedToken?, _ into: Identifier) async throws -> EnteredAccount

    func addRoutes(to routes: inout GuardedRoutes, merging: @escaping Merging) {
        addDoors(to: &routes, merging)
        addLoginRoutes(to: &routes)
    }

    /// The ways in and out.
    private func addDoors(to routes: inout GuardedRoutes, _ merging: @escaping Merging) {
        // `POST /v1/login`: 200 with account, device and token, as for who begins an account. 401 where email and proof
        // do not fit together, 403 where the account is disabled, 429 and 503 with Retry-After where it has to wait.
        // With `merge` and the token of an account without a login, that account's data come along and its device stays
        // what it is.
        routes.open { routes in
            routes.post("/v1/login") { [self] request in
                try request.requireJSON()
                let attempt = try await request.document { reader throws(WireError) in try reader.readLoginAttempt() }
                let entry = try await login.owner(attempt, at: request.client.address)
                if attempt.merges {
                    return try await merging(request.presentedToken, entry.account).response(secret)
                }
                return try await login.enter(entry, attempt.deviceName).response(secret)
            }
        }
        // `POST /v1/logout`: 204. A device's own token ends the device, any other ends alone.
        routes.post("/v1/logout", needs: .any) { [self] _, principal in
            try await logOut(principal)
            return Response(.noContent)
        }
    }

    /// About the login of an account that somebody is in already.
    func addLoginRoutes(to routes: inout GuardedRoutes) {
        // `GET /v1/account/login`: the email as it was typed, and how many recovery codes are left. 409 where there is
        // none.
        routes.get("/v1/account/login", needs: .own) { [self] _, principal in
            guard let credential = try await credentials.credential(of: principal.account) else {
                throw Problem(.notClaimed)
            }
            return .secret { json in
                json.beginObject()
                json.member("email", credential.email)
                json.member("changedAt", credential.changedAt)
                json.member("recoveryCodesLeft", credential.recoveryCodesLeft)
                json.endObject()
            }
        }
        // `PUT /v1/account/password`: 204. Needs the old password or a recovery code; with `endOtherSessions` every
        // other device has to log in again.
        routes.put("/v1/account/password", needs: .own) { [self] request, principal in
            let body = try await request.document { reader throws(WireError) in try reader.readPasswordChange() }
            try await changePassword(
                of: principal, to: body.newPassword, body.proof, endingOthers: body.endsOtherSessions)
            return Response(.noContent)
        }
        // `PUT /v1/account/email`: 204. Needs the password or a recovery code; 409 where the email leads to another
        // account.
        routes.put("/v1/account/email", needs: .own) { [self] request, principal in
            let body = try await request.document { reader throws(WireError) in try reader.readEmailChange() }
            try await changeEmail(of: principal.account, to: body.email, body.proof, at: request.client.address)
            return Response(.noContent)
        }
        // `POST /v1/account/recovery-codes`: 201 with ten new codes, told once; the old ones are good no more.
        routes.post("/v1/account/recovery-codes", needs: .own) { [self] request, principal in
            let given = try await request.document { reader throws(WireError) in try reader.readOwnerProof() }
            let codes = try await renewRecoveryCodes(of: principal.account, given)
            return .secret(.created) { json in
                json.beginObject()
                json.recoveryCodes(codes)
                json.endObject()
            }
        }
    }

    private func logOut(_ principal: Principal) async throws {
        if principal.scope == .full {
            _ = try await devices.revoke(principal.device, of: principal.account)
        } else {
            _ = try await tokens.revoke(principal.token, of: principal.account)
        }
    }
}

extension EnteredAccount {
    /// What a device is told that has been let in.
    func response(_ secret: SecretKey) -> Response {
        .secret { json in
            json.beginObject()
            json.name("account")
            json.account(standing.account, standing.createdAt, isClaimed: standing.isClaimed, isDemo: standing.isDemo)
            json.sessionMembers(session)
            json.member("knownDevice", KnownDevice(account: standing.account, device: session.device.id).text(secret))
            json.endObject()
        }
    }
}

extension JSONWriter {
    mutating func recoveryCodes(_ codes: [RecoveryCode]) {
        member("recoveryCodes", codes.map(\.text))
    }
}
