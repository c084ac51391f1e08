import DaybookCore
import DaybookStore
import Postgres

extension Passkeys {
    package enum Removal: Sendable {
        case removed
        case unknown
        /// Without it nobody could sign in any more.
        case lastWayIn
    }

    /// Takes one away, as long as a password, an identity, another passkey or another device that may do everything
    /// remains.
    ///
    /// - Parameter device: that asks, and does not count as a way that remains; nil for the operator, who may take any.
    package func remove(
        _ passkey: Identifier, from account: Identifier, askedBy device: Identifier?, now: Instant = .now()
    ) async throws -> Removal {
        try await database.transaction(of: account) { transaction in
            // Two who remove at once must not each leave the other's as the last.
            let rows = try await transaction.run([
                "SELECT 1 FROM account WHERE account_id = \(account) FOR UPDATE",
                """
                SELECT EXISTS (SELECT 1 FROM passkey AS other
                        WHERE other.account_id = \(account) AND other.passkey_id <> \(passkey))
                    OR EXISTS (SELECT 1 FROM identity_link WHERE account_id = \(account))
                    OR EXISTS (SELECT 1 FROM credential WHERE account_id = \(account))
                    OR \(Devices.letsIn(account, another: device ?? .zero, at: now))
                FROM passkey WHERE account_id = \(account) AND passkey_id = \(passkey)
                """,
            ])
            guard let row = rows[1].first else { return .unknown }
            guard try row.decode(0, as: Bool.self) || device == nil else { return .lastWayIn }
            try await transaction.run([
                "DELETE FROM passkey WHERE account_id = \(account) AND passkey_id = \(passkey)",
                Self.unclaim(account),
            ])
            return .removed
        }
    }

    /// An account that nobody can sign in to is none that is claimed.
    static func unclaim(_ account: Identifier) -> Query {
        """
        UPDATE account SET claimed_at = NULL WHERE account_id = \(account)
            AND NOT EXISTS (SELECT 1 FROM identity_link WHERE account_id = \(account))
            AND NOT EXISTS (SELECT 1 FROM credential WHERE account_id = \(account))
            AND NOT EXISTS (SELECT 1 FROM passkey WHERE account_id = \(account))
        """
    }
}
