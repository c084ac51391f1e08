import DaybookCore
import DaybookHost
import HTTP

extension Registration {
    /// `POST /v1/accounts` begins an account: 201 with the account, its first device and that device's token, which is
    /// never shown again. The body, `{"timeZone", "deviceName", "invite"}`, may be left out; its content type may not.
    /// 403 where the server takes no new accounts or none without an invitation, 429 where the address has begun too
    /// many.
    func addRoutes(to routes: inout Routes) {
        routes.post("/v1/accounts") { [self] request in
            try request.requireJSON()
            let new =
                try await request.optionalDocument { reader throws(WireError) in try reader.readNewAccount() }
                ?? NewAccount()
            let registered = try await register(new, at: request.client.address).begun()
            return registered.response
        }
    }
}

extension Registered {
    /// What a device is told that has just begun an account.
    var response: Response {
        .secret(.created) { json in
            json.beginObject()
            json.name("account")
            json.account(account, createdAt, isClaimed: false, isDemo: isDemo)
            json.sessionMembers(session)
            json.endObject()
        }
    }
}

extension JSONWriter {
    /// An account as it is told wherever one is.
    mutating func account(_ id: Identifier, _ createdAt: Instant, isClaimed: Bool, isDemo: Bool) {
        beginObject()
        accountMembers(id, createdAt, isClaimed: isClaimed, isDemo: isDemo)
        endObject()
    }

    mutating func accountMembers(_ id: Identifier, _ createdAt: Instant, isClaimed: Bool, isDemo: Bool) {
        member("id", id)
        member("createdAt", createdAt)
        member("claimed", isClaimed)
        member("demo", isDemo)
    }

    /// `device` and `token`, as everybody is told who is let in.
    mutating func sessionMembers(_ session: Session) {
        name("device")
        device(session.device)
        member("token", session.token.text)
    }
}
