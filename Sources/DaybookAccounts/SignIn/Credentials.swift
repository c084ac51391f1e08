import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// The emails and passwords by which accounts are found and entered.
package struct Credentials: Sendable {
    let database: Database
    let secret: SecretKey

    package struct Credential: Sendable {
        let account: Identifier
        package let email: String
        let hash: PasswordHash
        let changedAt: Instant
        let recoveryCodesLeft: Int
        /// What it asks for beside the password, if anything.
        package let factor: SecondFactor?
    }

    package enum Claiming: Equatable, Sendable {
        case claimed
        /// The email belongs to another account.
        case emailTaken
        /// This account has a login already.
        case alreadyClaimed
    }

    /// The account that an email belongs to.
    package func account(of email: EmailAddress) async throws -> Identifier? {
        try await database.read("SELECT account_id FROM login WHERE email_hash = \(email.hash(secret))").first?.decode(
            0)
    }

    package func credential(of account: Identifier) async throws -> Credential? {
        let rows = try await database.read(
            of: account,
            """
            SELECT email, password_hash, changed_at,
                (SELECT count(*) FROM recovery_code WHERE account_id = \(account) AND used_at IS NULL),
                secret_sealed, last_step
            FROM credential LEFT JOIN second_factor
                ON second_factor.account_id = credential.account_id AND confirmed_at IS NOT NULL
            WHERE credential.account_id = \(account)
            """)
        guard let row = rows.first else { return nil }
        let (email, hash, changedAt, codes, sealed, lastStep) = try row.decode(
            (String, String, Instant, Int, [UInt8]?, Int64?).self)
        return Credential(
            account: account, email: email, hash: PasswordHash(stored: hash), changedAt: changedAt,
            recoveryCodesLeft: codes,
            factor: sealed.map { SecondFactor(sealed: SealedFactor(stored: $0), lastStep: lastStep ?? 0) })
    }

    /// What the email leads to; where it leads nowhere, as much is asked of the database.
    func credential(of email: EmailAddress) async throws -> Credential? {
        let account = try await account(of: email)
        let credential = try await credential(of: account ?? .random())
        return account == nil ? nil : credential
    }

    /// Puts a login in front of an account that has none, in one transaction with what else belongs to it. Nobody asks
    /// where the operator does it.
    package func claim(
        _ account: Identifier, _ email: EmailAddress, _ hash: PasswordHash, codes: [RecoveryCode],
        for asking: Principal? = nil, now: Instant
    ) async throws -> Claiming {
        do {
            return try await database.transaction(of: account) { transaction in
                guard try await reserve(email, for: account, in: transaction) else { return .emailTaken }
                let claimed = try await transaction.run(
                    """
                    INSERT INTO credential (account_id, email, password_hash, changed_at)
                    VALUES (\(account), \(email.text), \(hash.text), \(now)) ON CONFLICT (account_id) DO NOTHING
                    """)
                // The email that was just reserved goes back with the transaction.
                guard claimed.affected == 1 else { throw AlreadyClaimed() }
                let standing = try await transaction.run([
                    """
                    UPDATE account SET claimed_at = coalesce(claimed_at, \(now))
                    WHERE account_id = \(account) AND deleting_at IS NULL
                    """,
                    RecoveryCodes.forget(account), RecoveryCodes.store(codes, of: account, now),
                ])
                // It was closed meanwhile, and a login in front of it would lead nowhere.
                guard standing[0].affected == 1 else { throw Problem.unauthenticated }
                try await asking?.demandStanding(in: transaction)
                return .claimed
            }
        } catch is AlreadyClaimed {
            return .alreadyClaimed
        }
    }

    private struct AlreadyClaimed: Error {}

    /// Leads the email to the account, unless it leads elsewhere. Two who want the same wait for each other here.
    private func reserve(
        _ email: EmailAddress, for account: Identifier, in transaction: Transaction
    ) async throws -> Bool {
        let owners = try await transaction.run(
            """
            INSERT INTO login (email_hash, account_id) VALUES (\(email.hash(secret)), \(account))
            ON CONFLICT (email_hash) DO UPDATE SET account_id = login.account_id RETURNING account_id
            """)
        return try owners.first?.decode(0, as: Identifier.self) == account
    }

    /// Leads another email to the account, and the old one nowhere. False where it leads to another account. The
    /// operator changes it without its owner.
    package func change(
        _ account: Identifier, to email: EmailAddress, by owner: StandingOwner? = nil, now: Instant
    ) async throws -> Bool {
        try await database.transaction(of: account) { transaction in
            try await owner?.demand(in: transaction)
            guard try await reserve(email, for: account, in: transaction) else { return false }
            let changed = try await transaction.run([
                "DELETE FROM login WHERE account_id = \(account) AND email_hash <> \(email.hash(secret))",
                "UPDATE credential SET email = \(email.text), changed_at = \(now) WHERE account_id = \(account)",
            ])
            // It was closed meanwhile, and the email would lead nowhere.
            guard changed[1].affected == 1 else { throw Problem.unauthenticated }
            return true
        }
    }

    /// Gives the account another password. False where it has no login to put it in.
    package func change(
        _ account: Identifier, to hash: PasswordHash, by owner: StandingOwner? = nil, now: Instant
    ) async throws -> Bool {
        try await database.transaction(of: account) { transaction in
            try await owner?.demand(in: transaction)
            return try await transaction.commit(after: Self.change(account, to: hash, now))[1].affected == 1
        }
    }

    /// What assistants have got by the old password, and not exchanged yet, goes with it. The account's lock comes
    /// first, for which whoever gives out such a code waits: one that is on its way is seen, or finds the new password.
    static func change(_ account: Identifier, to hash: PasswordHash, _ now: Instant) -> [Query] {
        [
            "SELECT 1 FROM account WHERE account_id = \(account) FOR NO KEY UPDATE",
            "UPDATE credential SET password_hash = \(hash.text), changed_at = \(now) WHERE account_id = \(account)",
            PendingEntries.codes(of: account),
        ]
    }

    /// Puts a dearer hash of the same password in the place of a cheap one, unless the password has changed meanwhile.
    func renew(_ credential: Credential, with hash: PasswordHash) async throws {
        try await database.write(
            of: credential.account,
            """
            UPDATE credential SET password_hash = \(hash.text)
            WHERE account_id = \(credential.account) AND password_hash = \(credential.hash.text)
            """)
    }
}
