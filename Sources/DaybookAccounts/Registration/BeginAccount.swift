import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/accounts` begins an account. The body, `{"timeZone", "deviceName", "invite"}`, may be left out; its
/// content type may not.
///
/// 201 with the account, its first device and that device's token, which is never shown again. 403 where the server
/// takes no new accounts or none without an invitation, 429 where the address has begun too many.
struct BeginAccount: Sendable {
    let registration: Registration

    func answer(_ request: Request) async throws -> Response {
        try request.requireJSON()
        let new = try await request.optionalDocument(NewAccount.init) ?? NewAccount()
        let begun = try await registration.register(new, at: request.client.address).begun()
        return .secret(.created) { json in
            json.entryMembers(
                begun.account, begun.createdAt, isClaimed: false, isDemo: begun.isDemo, begun.session)
        }
    }
}

extension JSONWriter {
    /// `account`, `device` and `token`: the answer to everybody who gets access.
    mutating func entryMembers(
        _ account: Identifier, _ createdAt: Instant, isClaimed: Bool, isDemo: Bool, _ session: Session
    ) {
        object("account") { $0.accountMembers(account, createdAt, isClaimed: isClaimed, isDemo: isDemo) }
        object("device") { $0.deviceMembers(session.device) }
        member("token", session.token.text)
    }

    mutating func accountMembers(_ id: Identifier, _ createdAt: Instant, isClaimed: Bool, isDemo: Bool) {
        member("id", id)
        member("createdAt", createdAt)
        member("claimed", isClaimed)
        member("demo", isDemo)
    }
}
