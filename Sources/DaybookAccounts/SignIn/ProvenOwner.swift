import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// An account whose owner is there.
struct ProvenOwner: Sendable {
    let account: Identifier
    let proof: Proof
    /// Where the account has a second factor.
    var trust: Trust?

    /// By what it was proven.
    enum Proof: Sendable {
        /// The login as it was since then.
        case login(since: Instant)
        case passkey(Identifier)
        /// A pairing that a device has confirmed, by its code's hash. It is used up once it is asked for again.
        case pairing([UInt8])
        /// A token of the account's own.
        case token(Identifier)
    }

    /// Throws the refusal unless that counts still. Between the proof and the way in others may be sent away, or the
    /// password changed, for fear of the very person who is at it. To be asked in the transaction that lets somebody
    /// in and under the account's lock, for which whoever sends others away waits: so either this finds it out, or
    /// they find whoever was let in.
    func demand(in transaction: Transaction) async throws {
        switch proof {
        case .login(let since):
            let left = try await transaction.run(
                "SELECT 1 FROM credential WHERE account_id = \(account) AND changed_at = \(since)")
            if left.isEmpty { throw Problem(.loginFailed) }
        case .passkey(let passkey):
            let left = try await transaction.run(
                "SELECT 1 FROM passkey WHERE account_id = \(account) AND passkey_id = \(passkey)")
            if left.isEmpty { throw PasskeyRefusal.credential }
        case .pairing(let hash):
            let used = try await transaction.run(
                """
                DELETE FROM pairing WHERE code_hash = \(hash) AND account_id = \(account) AND confirmed_at IS NOT NULL
                    AND expires_at > \(Instant.now())
                """)
            if used.affected != 1 { throw Problem(.pairingOver) }
        case .token(let token):
            let left = try await transaction.run(
                """
                SELECT 1 FROM token JOIN device USING (account_id, device_id)
                WHERE token.account_id = \(account) AND token.token_id = \(token) AND device.revoked_at IS NULL
                """)
            if left.isEmpty { throw Problem(.mergeTargetUnknown) }
        }
    }
}
