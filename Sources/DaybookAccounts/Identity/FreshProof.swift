import DaybookCore
import HTTP
import Postgres

/// What shows that it is the owner who means it, and not whoever found the phone: asked for before an account is
/// deleted and before another way into it is made or taken away.
struct FreshProof: Sendable {
    var owner = ReadProof()
    /// Of an account that a provider vouches for: a token that a native app was just given ...
    var provider: String?
    var identityToken: String?
    /// ... or a sign-in in the browser.
    var attempt: String?
    var code: String?
    /// The account's id, written out.
    var confirmed: Identifier?

    /// Throws the problem where this proves nothing.
    func demand(of account: Identifier, _ proof: OwnerProof, _ identities: Identities) async throws {
        let hasLogin = try await proof.credentials.credential(of: account) != nil
        let hasIdentity = try await !identities.links.all(of: account).isEmpty
        if hasLogin, owner.password != nil || owner.code != nil {
            _ = try await proof.demand(owner, of: account)
        } else if hasIdentity, let voucher = try await voucher(for: account, identities) {
            guard try await identities.links.account(of: voucher.identity) == account else {
                throw Problem(.proofFailed)
            }
        } else if !hasLogin, !hasIdentity, let confirmed {
            guard confirmed == account else { throw Problem(.proofFailed) }
        } else {
            throw Problem(.proofRequired, members: [Self.accepts(hasLogin: hasLogin, hasIdentity: hasIdentity)])
        }
    }

    private func voucher(for account: Identifier, _ identities: Identities) async throws -> Voucher? {
        if let attempt, let code { return try await identities.finish(attempt, code, linkingTo: account) }
        guard let identityToken else { return nil }
        guard let connection = identities.vouching.connection(named: provider) else {
            throw Problem(.identityProviderUnknown)
        }
        return try await identities.voucher(forToken: identityToken, code: nil, at: connection)
    }

    private static func accepts(hasLogin: Bool, hasIdentity: Bool) -> Problem.Member {
        var names: [String] = []
        if hasLogin { names += ["password", "recoveryCode"] }
        if hasIdentity { names += ["identityToken", "attempt"] }
        var json = JSONWriter()
        json.array(names.isEmpty ? ["confirm"] : names) { $0.string($1) }
        return Problem.Member("accepts", .json(json.bytes))
    }
}

extension JSONReader {
    mutating func readFreshProof() throws(WireError) -> FreshProof {
        try beginObject()
        var members = JSONMembers()
        var proof = FreshProof()
        while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.password): proof.owner.password = try takeNull() ? nil : readClaimedPassword()
            case .field(.recoveryCode): proof.owner.code = try takeNull() ? nil : readRecoveryCode()
            case .field(.provider): proof.provider = try takeNull() ? nil : readString()
            case .field(.identityToken): proof.identityToken = try takeNull() ? nil : readString()
            case .field(.attempt): proof.attempt = try takeNull() ? nil : readString()
            case .field(.code): proof.code = try takeNull() ? nil : readString()
            case .field(.confirm): proof.confirmed = try takeNull() ? nil : readIdentifier()
            case .unknown: try passUnknown()
            case .end: return proof
            }
        }
    }
}

private enum Member: Int, CaseIterable {
    case password, recoveryCode, provider, identityToken, attempt, code, confirm
    static let names = JSONNames<Member>("password recoveryCode provider identityToken attempt code confirm")
}
