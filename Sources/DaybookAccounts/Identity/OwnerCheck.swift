import DaybookCore
import DaybookHost
import HTTP

/// Asks for a fresh proof that it is the owner, by whichever way into the account there is.
struct OwnerCheck: Sendable {
    let proof: OwnerProof
    let identities: Identities

    /// Throws the problem where what was given proves nothing.
    func demand(_ given: FreshProof, of account: Identifier) async throws {
        let hasLogin = try await hasLogin(account)
        let hasIdentity = try await hasIdentity(account)
        if hasLogin, given.owner.password != nil || given.owner.code != nil {
            _ = try await proof.demand(given.owner, of: account)
        } else if hasIdentity, let voucher = try await voucher(given, for: account) {
            try await Problem.require(identities.links.account(of: voucher.identity) == account, else: .proofFailed)
        } else if !hasLogin, !hasIdentity, let confirmed = given.confirmed {
            guard confirmed == account else { throw Problem(.proofFailed) }
        } else {
            throw Problem(.proofRequired, members: [Self.accepts(hasLogin: hasLogin, hasIdentity: hasIdentity)])
        }
    }

    /// The same where the account has a way in beside its devices.
    func demandIfClaimed(_ given: FreshProof, of account: Identifier) async throws {
        let claimed = try await identities.database.read(
            "SELECT 1 FROM account WHERE account_id = \(account) AND claimed_at IS NOT NULL")
        if !claimed.isEmpty { try await demand(given, of: account) }
    }

    /// The same where only an identity leads to the account.
    func demandIfOnlyVouchedFor(_ given: FreshProof, of account: Identifier) async throws {
        guard try await !hasLogin(account), try await hasIdentity(account) else { return }
        try await demand(given, of: account)
    }

    private func hasLogin(_ account: Identifier) async throws -> Bool {
        try await proof.credentials.credential(of: account) != nil
    }

    private func hasIdentity(_ account: Identifier) async throws -> Bool {
        try await !identities.links.all(of: account).isEmpty
    }

    private func voucher(_ given: FreshProof, for account: Identifier) async throws -> Voucher? {
        if let attempt = given.attempt, let code = given.code {
            return try await identities.finish(attempt, code, linkingTo: account)
        }
        guard let token = given.identityToken else { return nil }
        let connection = try Problem.require(
            identities.vouching.connection(named: given.provider), else: .identityProviderUnknown)
        return try await identities.voucher(forToken: token, code: nil, at: connection)
    }

    private static func accepts(hasLogin: Bool, hasIdentity: Bool) -> Problem.Member {
        var names: [String] = []
        if hasLogin { names += ["password", "recoveryCode"] }
        if hasIdentity { names += ["identityToken", "attempt"] }
        return Problem.accepting(names.isEmpty ? ["confirm"] : names)
    }
}
