import DaybookCore
import DaybookHost
import HTTP

extension Identities {
    /// The identities that lead to the account of whoever asks. Linking is always asked for: whoever merely signs in
    /// with an identity never changes an account they are in.
    ///
    /// - `GET /v1/account/identities` lists them.
    /// - `POST /v1/account/identities/{provider}/token` links the identity of a native app's token, and
    ///   `POST /v1/account/identities/{provider}/authorization` begins to link one in a browser, which
    ///   `POST /v1/account/identities` ends: 201 with the link; 409 if the identity leads to another account.
    /// - `DELETE /v1/account/identities/{id}` takes one away: 204, or 409 if nobody could get in without it.
    ///
    /// Who gets in is the owner's to decide, not that of whoever found a phone that is in: an account that has a login
    /// or an identity already wants a fresh proof, as a deletion does.
    func addLinks(to routes: inout GuardedRoutes, _ proof: OwnerProof) {
        routes.get("/v1/account/identities", needs: .own) { [self] _, principal in
            let all = try await links.all(of: principal.account)
            return .document { json in
                json.beginObject()
                json.name("identities")
                json.array(all) { json, link in json.link(link, vouching.connection(of: link.issuer)) }
                json.endObject()
            }
        }
        routes.post("/v1/account/identities/:provider/token", needs: .own) { [self] request, principal in
            let connection = try connection(of: request)
            let (token, body) = try await request.document { reader throws(WireError) in try reader.readTokenBody() }
            try await throttled(request)
            try await demandOwner(body.proof, of: principal.account, proof)
            let voucher = try await voucher(forToken: token, code: body.authorizationCode, at: connection)
            return try await link(voucher, to: principal)
        }
        routes.post("/v1/account/identities/:provider/authorization", needs: .own) { [self] request, principal in
            try await beginInBrowser(request, linkingTo: principal.account)
        }
        routes.post("/v1/account/identities", needs: .own) { [self] request, principal in
            let (attempt, code, body) = try await request.document { reader throws(WireError) in
                try reader.readCompletionBody()
            }
            try await demandOwner(body.proof, of: principal.account, proof)
            return try await link(try await finish(attempt, code, linkingTo: principal.account), to: principal)
        }
        routes.delete("/v1/account/identities/:identity", needs: .own) { [self] request, principal in
            guard let link = request.parameter("identity").flatMap(Identifier.init) else { throw Problem(.notFound) }
            let given = try await request.optionalDocument { reader throws(WireError) in try reader.readFreshProof() }
            try await demandOwner(given ?? FreshProof(), of: principal.account, proof)
            switch try await links.unlink(link, from: principal, at: now) {
            case .unlinked:
                revokeSoon()
                return Response(.noContent)
            case .unknown: throw Problem(.notFound)
            case .lastWayIn: throw Problem(.lastWayIn)
            }
        }
    }

    private func demandOwner(_ given: FreshProof, of account: Identifier, _ proof: OwnerProof) async throws {
        let claimed = try await database.read(
            "SELECT 1 FROM account WHERE account_id = \(account) AND claimed_at IS NOT NULL")
        if !claimed.isEmpty { try await given.demand(of: account, proof, self) }
    }

    /// The same where only an identity leads to the account.
    func demandIdentity(_ given: FreshProof, of account: Identifier, _ proof: OwnerProof) async throws {
        guard try await proof.credentials.credential(of: account) == nil, try await !links.all(of: account).isEmpty
        else { return }
        try await given.demand(of: account, proof, self)
    }

    private func link(_ voucher: Voucher, to principal: Principal) async throws -> Response {
        switch try await links.link(voucher, to: principal.account, at: now) {
        case .linked(let link):
            return .document(.created) { $0.link(link, vouching.connection(of: link.issuer)) }
        case .taken: throw Problem(.identityTaken)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func link(_ link: IdentityLinks.Link, _ connection: ProviderConnection?) {
        beginObject()
        member("id", link.id)
        member("provider", connection?.provider.name)
        member("issuer", link.issuer)
        member("linkedAt", link.linkedAt)
        endObject()
    }
}
