import DaybookCore
import DaybookHost
import HTTP

/// The passkeys of an account that somebody is in already. As with identities, who gets in is the owner's to decide: to
/// add or remove one takes a fresh proof where somebody can sign in to the account.
struct PasskeyRoutes: Sendable {
    let owner: OwnerCheck

    private var passkeys: Passkeys { owner.signIn.passkeys }

    var routes: [GuardedRoute] {
        [
            .get("/v1/account/passkeys", needs: .own, list),
            .post("/v1/account/passkeys", needs: .own, add),
            .post("/v1/account/passkeys/options", needs: .own, creationOptions),
            .post("/v1/account/passkeys/proof", needs: .own, proofOptions),
            .patch("/v1/account/passkeys/:passkey", needs: .own, rename),
            .delete("/v1/account/passkeys/:passkey", needs: .own, remove),
        ]
    }

    /// 200 with the account's passkeys, the oldest first.
    @Sendable private func list(_: Request, _ principal: Principal) async throws -> Response {
        let all = try await passkeys.all(of: principal.account)
        return .object { json in json.objects("passkeys", all) { $0.passkeyMembers($1) } }
    }

    /// 200 with what `navigator.credentials.create` wants, 404 `passkeys_off`.
    @Sendable private func creationOptions(_: Request, _ principal: Principal) async throws -> Response {
        let (account, party) = (principal.account, try passkeys.requireParty())
        let others = try await passkeys.credentials(of: account)
        let email = try await owner.signIn.credentials.credential(of: account)?.email
        return .secret {
            passkeys.creation(
                at: party, of: account, called: email ?? "Daybook", besides: others, now: .now(), in: &$0)
        }
    }

    /// 200 with what `navigator.credentials.get` wants, so that one of the account's passkeys is a fresh proof. 404
    /// `passkeys_off`.
    @Sendable private func proofOptions(_: Request, _ principal: Principal) async throws -> Response {
        let (account, party) = (principal.account, try passkeys.requireParty())
        let known = try await passkeys.credentials(of: account)
        return .secret { passkeys.request(at: party, for: .proof(account), among: known, now: .now(), in: &$0) }
    }

    /// 201 with the passkey. 403 `passkey_refused` and for a proof that proves nothing, 404 `passkeys_off`, 409
    /// `passkey_there` and `too_many_passkeys`, 422 where a proof is missing.
    @Sendable private func add(_ request: Request, _ principal: Principal) async throws -> Response {
        let body = try await request.document(NewPasskey.init)
        let (account, now) = (principal.account, Instant.now())
        let added = try await Passkeys.answering {
            // Looked at first, so that a recovery code is not used up for nothing.
            let record = try await passkeys.verify(body.registration, for: account, now: now)
            try await owner.demandForPasskey(body.proof, of: account)
            return try await passkeys.add(
                record, answering: body.registration, body.name, to: account, by: principal.device, now: now)
        }
        return .object(.created) { $0.passkeyMembers(added) }
    }

    /// 200 with the passkey, 404 for no such passkey.
    @Sendable private func rename(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("passkey")
        let name = try await request.document { reader throws(WireError) in
            try reader.readOnly("name") { reader throws(WireError) in try reader.readDeviceName() }
        }
        let renamed = try await Problem.require(
            passkeys.rename(id, of: principal.account, to: name), else: .notFound)
        return .object { $0.passkeyMembers(renamed) }
    }

    /// 204. 403 for a proof that proves nothing, 404 for no such passkey, 409 if nobody could get in without it, 422
    /// where a proof is missing.
    @Sendable private func remove(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("passkey")
        let given = try await request.optionalDocument(FreshProof.init) ?? FreshProof()
        try await owner.demandIfClaimed(given, of: principal.account)
        switch try await passkeys.remove(id, from: principal.account, askedBy: principal.device) {
        case .removed: return Response(.noContent)
        case .unknown: throw Problem(.notFound)
        case .lastWayIn: throw Problem(.lastWayIn)
        }
    }
}

/// The body of `POST /v1/account/passkeys`.
private struct NewPasskey: Sendable {
    let registration: PasskeyRegistration
    let name: DeviceName
    let proof: FreshProof

    init(_ reader: inout JSONReader) throws(WireError) {
        let start = reader.offset
        var registration: PasskeyRegistration?
        var (name, proof) = (DeviceName.ofPasskey, FreshProof())
        try reader.readObject { reader, member throws(WireError) in
            switch member {
            case "credential": registration = try reader.readPasskeyRegistration()
            case "name": name = try reader.takeNull() ? .ofPasskey : reader.readDeviceName()
            case "proof": proof = try reader.takeNull() ? FreshProof() : FreshProof(&reader)
            default: return false
            }
            return true
        }
        guard let registration else { throw reader.missing("credential", ofObjectAt: start) }
        (self.registration, self.name, self.proof) = (registration, name, proof)
    }
}

extension JSONWriter {
    fileprivate mutating func passkeyMembers(_ passkey: Passkeys.Overview) {
        member("id", passkey.id)
        member("name", passkey.name)
        member("createdAt", passkey.createdAt)
        member("lastUsedAt", passkey.lastUsedAt)
    }
}
