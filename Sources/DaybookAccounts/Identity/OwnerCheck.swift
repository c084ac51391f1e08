import DaybookCore
import DaybookHost
import HTTP

/// Asks for a fresh proof that it is the owner, by whichever way into the account there is.
struct OwnerCheck: Sendable {
    let signIn: SignIn
    let identities: Identities

    private var proof: OwnerProof { signIn.proof }

    /// Throws the problem where what was given proves nothing.
    func demand(_ given: FreshProof, of account: Identifier) async throws {
        if let passkey = given.passkey { return try await demand(passkey, of: account) }
        let ways = try await ways(into: account)
        if ways.hasLogin, given.owner.password != nil || given.owner.code != nil {
            _ = try await proof.demand(given.owner, of: account)
        } else if ways.hasIdentity, let voucher = try await voucher(given, for: account) {
            try await Problem.require(identities.links.account(of: voucher.identity) == account, else: .proofFailed)
        } else if ways.accepts.isEmpty, let confirmed = given.confirmed {
            guard confirmed == account else { throw Problem(.proofFailed) }
        } else {
            throw ways.required
        }
    }

    /// A passkey is two factors by itself, so it does for everything.
    private func demand(_ passkey: PasskeyAssertion, of account: Identifier) async throws {
        do { _ = try await signIn.passkeys.prove(passkey, for: .proof(account), now: .now()) } catch is PasskeyRefusal {
            throw Problem(.proofFailed)
        }
    }

    /// The same before a passkey is added to an account that somebody can sign in to. Since it will ask for no second
    /// factor, neither who knows the password nor who found the recovery codes may add one alone.
    func demandForPasskey(_ given: FreshProof, of account: Identifier) async throws {
        let credential = try await signIn.credentials.credential(of: account)
        guard given.passkey == nil, let credential, credential.factor != nil else {
            return try await demandIfClaimed(given, of: account)
        }
        var two = given.owner
        two.timed = given.code.flatMap { TimedCode($0) }
        try await proof.demandTwo(two, credential, signIn.factors, now: .now())
    }

    /// The same where the account has a way in beside its devices. An older server that knows of no passkeys may have
    /// written that it has none.
    func demandIfClaimed(_ given: FreshProof, of account: Identifier) async throws {
        let claimed = try await identities.database.read(
            "SELECT 1 FROM account WHERE account_id = \(account) AND claimed_at IS NOT NULL")
        let isClaimed = if claimed.isEmpty { try await !ways(into: account).accepts.isEmpty } else { true }
        if isClaimed { try await demand(given, of: account) }
    }

    /// The same where something else than a login leads to the account.
    func demandIfWithoutLogin(_ given: FreshProof, of account: Identifier) async throws {
        let ways = try await ways(into: account)
        if !ways.hasLogin, !ways.accepts.isEmpty { try await demand(given, of: account) }
    }

    private func ways(into account: Identifier) async throws -> WaysIn {
        WaysIn(
            hasLogin: try await signIn.credentials.credential(of: account) != nil,
            hasIdentity: try await !identities.links.all(of: account).isEmpty,
            hasPasskey: try await !signIn.passkeys.all(of: account).isEmpty)
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
}

/// By what somebody can get into an account without one of its devices.
private struct WaysIn {
    let hasLogin: Bool
    let hasIdentity: Bool
    let hasPasskey: Bool

    /// What proves that it is the owner.
    var accepts: [String] {
        var names: [String] = []
        if hasLogin { names += ["password", "recoveryCode"] }
        if hasIdentity { names += ["identityToken", "attempt"] }
        if hasPasskey { names += ["passkey"] }
        return names
    }

    var required: Problem {
        Problem(.proofRequired, members: [Problem.accepting(accepts.isEmpty ? ["confirm"] : accepts)])
    }
}
