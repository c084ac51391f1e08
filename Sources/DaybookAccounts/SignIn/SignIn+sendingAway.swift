import DaybookCore
import DaybookStore
import Postgres

extension SignIn {
    /// What an account lost when others were sent away.
    package struct SentAway: Sendable {
        package let devices: Int
        package let passkeys: Int
        package let recoveryCodes: Int
        /// Calendar feeds.
        package let feeds: Int
    }

    /// Sends away all devices of an account with a password, but for the one that asks if one does, and takes all its
    /// passkeys, calendar feeds and recovery codes away: whoever else was in may have made one, or may be about to come
    /// in by what was opened for another.
    ///
    /// All at once and under the account's lock, for which everybody waits who lets a device in or adds a passkey. So
    /// what they were at goes with the rest, and who comes later finds that what they came by is gone.
    package func sendOthersAway(
        than device: Identifier?, of account: Identifier, now: Instant = .now()
    ) async throws -> SentAway {
        let (ended, passkeys, codes) = try await database.transaction(of: account) { transaction in
            let removed = try await transaction.run(
                [
                    "SELECT 1 FROM account WHERE account_id = \(account) FOR NO KEY UPDATE",
                    "DELETE FROM passkey WHERE account_id = \(account)", RecoveryCodes.forget(account),
                ] + PendingEntries.removal(of: account, openedBy: .all(but: .zero)))
            return (
                try await Devices.revokeOthers(than: device ?? .zero, of: account, now, in: transaction),
                removed[1].affected, removed[2].affected
            )
        }
        for device in ended.devices { devices.announcements.revoked(device, of: account) }
        return SentAway(
            devices: ended.devices.count, passkeys: passkeys, recoveryCodes: codes, feeds: ended.feeds)
    }
}
