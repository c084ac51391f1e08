import DaybookCore
import DaybookHost
import HTTP

// The identities that lead to the account of whoever asks. Linking is always asked for: whoever merely signs in with an
// identity never changes an account they are in.
//
// Who gets in is the owner's to decide, not that of whoever found a phone that is in: an account that has a login or an
// identity already wants a fresh proof, as a deletion does.

/// `GET /v1/account/identities`: 200 with the identities that lead to the account.
struct ReadIdentities: Sendable {
    let identities: Identities

    func answer(_: Request, _ principal: Principal) async throws -> Response {
        let all = try await identities.links.all(of: principal.account)
        return .object { json in
            json.objects("identities", all) { $0.linkMembers($1, identities.vouching.connection(of: $1.issuer)) }
        }
    }
}

/// `POST /v1/account/identities/{provider}/token` links the identity of a native app's token.
///
/// 201 with the link. 403 for a token or a proof that proves nothing, 409 if the identity leads to another account, 422
/// where a proof is missing.
struct LinkByToken: Sendable {
    let owner: OwnerCheck

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let identities = owner.identities
        let connection = try identities.connection(of: request)
        let body = try await request.document(TokenBody.init)
        try await identities.throttled(request)
        try await owner.demandIfClaimed(body.members.proof, of: principal.account)
        let voucher = try await identities.voucher(forToken: body.token, code: body.code, at: connection)
        return try await identities.link(voucher, for: principal)
    }
}

/// `POST /v1/account/identities` with `attempt` and `code` ends to link an identity in a browser.
///
/// 201 with the link. 410 for an attempt that is over, 403 for a wrong code or proof, 409 if the identity leads to
/// another account, 422 where a proof is missing.
struct EndLinkInBrowser: Sendable {
    let owner: OwnerCheck

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let body = try await request.document(CompletionBody.init)
        try await owner.demandIfClaimed(body.members.proof, of: principal.account)
        let voucher = try await owner.identities.finish(body.attempt, body.code, linkingTo: principal.account)
        return try await owner.identities.link(voucher, for: principal)
    }
}

/// `DELETE /v1/account/identities/{id}` takes one away.
///
/// 204. 403 for a proof that proves nothing, 404 for no such link, 409 if nobody could get in without it, 422 where a
/// proof is missing.
struct Unlink: Sendable {
    let owner: OwnerCheck

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let identities = owner.identities
        guard let link = request.parameter("identity").flatMap(Identifier.init) else { throw Problem(.notFound) }
        let given = try await request.optionalDocument(FreshProof.init) ?? FreshProof()
        try await owner.demandIfClaimed(given, of: principal.account)
        switch try await identities.links.unlink(link, from: principal, at: identities.now) {
        case .unlinked:
            identities.revokeSoon()
            return Response(.noContent)
        case .unknown: throw Problem(.notFound)
        case .lastWayIn: throw Problem(.lastWayIn)
        }
    }
}

extension Identities {
    fileprivate func link(_ voucher: Voucher, for asking: Principal) async throws -> Response {
        switch try await links.link(voucher, for: asking, at: now) {
        case .linked(let link): return .object(.created) { $0.linkMembers(link, vouching.connection(of: link.issuer)) }
        case .taken: throw Problem(.identityTaken)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func linkMembers(_ link: IdentityLinks.Link, _ connection: ProviderConnection?) {
        member("id", link.id)
        member("provider", connection?.provider.name)
        member("issuer", link.issuer)
        member("linkedAt", link.linkedAt)
    }
}
