import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookReminders
import DaybookStore
import Glibc
import Postgres

/// Gives a database another secret key: in one transaction, everything that was made with the old key is made anew with
/// the next, so that each login works before and after it.
///
/// The next key waits beside the old one until the transaction has committed, then takes its place. A crash before the
/// commit leaves everything as it was; a crash after it is finished by whatever command or server looks at the key
/// next.
struct KeyRotation: Sendable {
    let database: Database
    let path: String
    /// The previous key, or nil if it is lost: then what was sealed with it is lost, too, and logins are still made
    /// anew, since their emails stand in their accounts.
    let old: SecretKey?

    struct Outcome: Sendable {
        var fingerprint = ""
        var logins = 0
        var sealed = 0
        var dropped = 0
        var factors = 0
        /// Those that could not be opened: their accounts ask for a password alone.
        var factorsRemoved = 0
        var channels = ChannelRotation.Outcome()
    }

    /// Rows of one round trip.
    private static let portion = 200

    func run() async throws -> Outcome {
        let next = SecretKey.random()
        try SecretKey.lay(next, besides: path)
        do {
            let outcome = try await database.transaction(attempts: 1) { transaction in
                try await rewrite(with: next, in: transaction)
            }
            try SecretKey.promote(path)
            return outcome
        } catch {
            // Where it is not known whether the transaction has committed, the waiting key may be the right one: it
            // stays, and the database's fingerprint decides.
            if case .another? = try? await KeyStanding.of(next, in: database) { unlink(KeyForDatabase.waiting(path)) }
            throw error
        }
    }

    private func rewrite(with next: SecretKey, in transaction: Transaction) async throws -> Outcome {
        var outcome = Outcome(fingerprint: KeyFingerprint(next).text)
        // A process that adds a login, an identity, a channel or a token to revoke waits, then finds the new key's
        // fingerprint.
        try await transaction.run(
            "LOCK TABLE instance, login, second_factor, identity, token_revocation, channel IN SHARE ROW EXCLUSIVE MODE"
        )
        try await rewriteLogins(next, transaction, &outcome)
        try await reseal(next, transaction, &outcome)
        try await resealChannels(next, transaction, &outcome)
        try await transaction.run([
            // What lasts minutes or counts tries begins anew.
            "DELETE FROM sign_in_attempt", "DELETE FROM pairing", "DELETE FROM throttle", "DELETE FROM login_guard",
            "UPDATE instance SET key_fingerprint = \(KeyFingerprint(next).bytes)",
        ])
        return outcome
    }

    private func rewriteLogins(
        _ next: SecretKey, _ transaction: Transaction, _ outcome: inout Outcome
    ) async throws {
        let logins = try await transaction.run("SELECT account_id, email_hash FROM login").decode(
            (Identifier, [UInt8]).self)
        for start in stride(from: 0, to: logins.count, by: Self.portion) {
            let part = logins[start..<min(start + Self.portion, logins.count)]
            var hashes: [(old: [UInt8], new: [UInt8])] = []
            for (account, hash) in part {
                try await transaction.run(.scope(account))
                let rows = try await transaction.run("SELECT email FROM credential WHERE account_id = \(account)")
                guard let text = try rows.first?.decode(0, as: String.self), let email = EmailAddress(text) else {
                    continue
                }
                hashes.append((hash, email.hash(next)))
                switch try await FactorRotation(from: old, to: next).run(on: account, in: transaction) {
                case true?: outcome.factors += 1
                case false?: outcome.factorsRemoved += 1
                case nil: continue
                }
            }
            try await transaction.run(
                """
                UPDATE login SET email_hash = pair.new
                FROM unnest(\(hashes.map(\.old))::bytea[], \(hashes.map(\.new))::bytea[]) AS pair (old, new)
                WHERE login.email_hash = pair.old
                """)
            outcome.logins += hashes.count
        }
    }

    /// What providers' tokens are sealed with.
    private func reseal(_ next: SecretKey, _ transaction: Transaction, _ outcome: inout Outcome) async throws {
        let accounts = try await transaction.run("SELECT DISTINCT account_id FROM identity").decode(Identifier.self)
        for account in accounts {
            try await transaction.run(.scope(account))
            let links = try await transaction.run(
                """
                SELECT link_id, issuer, client_id, refresh_token_sealed FROM identity_link
                WHERE account_id = \(account) AND refresh_token_sealed IS NOT NULL
                """)
            for (link, issuer, client, sealed) in try links.decode((Identifier, String, String, [UInt8]).self) {
                let again = resealed(client, sealed, issuer, next)
                try await transaction.run(
                    """
                    UPDATE identity_link SET refresh_token_sealed = \(again as [UInt8]?),
                        client_id = \((again == nil ? nil : client) as String?)
                    WHERE account_id = \(account) AND link_id = \(link)
                    """)
                if again == nil { outcome.dropped += 1 } else { outcome.sealed += 1 }
            }
        }
        let revocations = try await transaction.run(
            "SELECT issuer, client_id, refresh_token_sealed FROM token_revocation")
        for (issuer, client, sealed) in try revocations.decode((String, String, [UInt8]).self) {
            if let again = resealed(client, sealed, issuer, next) {
                try await transaction.run(
                    "UPDATE token_revocation SET refresh_token_sealed = \(again) WHERE refresh_token_sealed = \(sealed)"
                )
                outcome.sealed += 1
            } else {
                try await transaction.run("DELETE FROM token_revocation WHERE refresh_token_sealed = \(sealed)")
                outcome.dropped += 1
            }
        }
    }

    /// Where devices want to be told.
    private func resealChannels(
        _ next: SecretKey, _ transaction: Transaction, _ outcome: inout Outcome
    ) async throws {
        let rotation = ChannelRotation(from: old, to: next)
        var last = Identifier.zero
        while true {
            let accounts = try await transaction.run(.accounts(after: last, atMost: Self.portion))
                .map { row in try row.decode(0, as: Identifier.self) }
            guard let end = accounts.last else { return }
            let part = try await rotation.run(on: accounts, in: transaction)
            outcome.channels.sealed += part.sealed
            outcome.channels.ended += part.ended
            last = end
        }
    }

    private func resealed(_ client: String, _ sealed: [UInt8], _ issuer: String, _ next: SecretKey) -> [UInt8]? {
        old.flatMap { SealedRefreshToken(client: client, sealed: sealed).sealedAgain(at: issuer, $0, with: next) }
    }
}
