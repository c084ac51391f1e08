import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// The passkeys of accounts: keys that an authenticator holds, which make sure who its person is before it uses them.
///
/// An authenticator is told the account's id when a passkey is made and hands it over when it is shown. So who signs in
/// names no email, and nobody learns from this who has an account.
package struct Passkeys: Sendable {
    let database: Database
    let secret: SecretKey
    /// Nil where the server has no public address with a name.
    let party: RelyingParty?

    /// Of one account.
    static let most = 20

    init(database: Database, secret: SecretKey, publicAddress: WebAddress?) {
        (self.database, self.secret) = (database, secret)
        party = publicAddress.flatMap { RelyingParty($0) }
    }

    /// What a challenge is for. It counts for nothing else.
    enum Purpose: Sendable {
        case signIn
        /// A new one for this account.
        case adding(Identifier)
        /// That it is the account's owner who asks for something.
        case proof(Identifier)

        var account: Identifier? {
            switch self {
            case .signIn: nil
            case .adding(let account), .proof(let account): account
            }
        }

        fileprivate var text: String {
            switch self {
            case .signIn: "passkey: sign in"
            case .adding(let account): "passkey: add to \(account.text)"
            case .proof(let account): "passkey: prove for \(account.text)"
            }
        }
    }

    /// As its owner sees it.
    package struct Overview: Sendable {
        package let id: Identifier
        package let name: String
        package let createdAt: Instant
        package let lastUsedAt: Instant?
    }

    func challenges(for purpose: Purpose) -> Nonces { Nonces(secret: secret, purpose: Array(purpose.text.utf8)) }

    /// The oldest first.
    package func all(of account: Identifier) async throws -> [Overview] {
        let rows = try await database.read(
            of: account,
            """
            SELECT passkey_id, name, created_at, last_used_at FROM passkey WHERE account_id = \(account)
            ORDER BY created_at, passkey_id
            """)
        return try rows.decode((Identifier, String, Instant, Instant?).self).map {
            Overview(id: $0, name: $1, createdAt: $2, lastUsedAt: $3)
        }
    }

    /// The ids under which authenticators keep them.
    func credentials(of account: Identifier) async throws -> [[UInt8]] {
        try await database.read(
            of: account, "SELECT credential_id FROM passkey WHERE account_id = \(account) ORDER BY passkey_id"
        ).decode([UInt8].self)
    }

    /// Looks at a new one, without keeping it or using anything up. Throws the problem where the account has it
    /// already, or as many as it may.
    func verify(_ given: PasskeyRegistration, for account: Identifier, now: Instant) async throws -> PasskeyRecord {
        let nonces = challenges(for: .adding(account))
        let record = try given.verified(at: try requireParty()) { nonces.expiry(of: $0, at: now) != nil }
        try Self.requireRoom(in: await database.read(of: account, Self.room(for: record, in: account)))
        return record
    }

    private static func room(for record: PasskeyRecord, in account: Identifier) -> Query {
        """
        SELECT count(*), coalesce(bool_or(credential_id = \(record.credential)), false) FROM passkey
        WHERE account_id = \(account)
        """
    }

    private static func requireRoom(in rows: Rows) throws {
        guard let row = rows.first else { return }
        let (count, isThere) = try row.decode((Int64, Bool).self)
        if isThere { throw Problem(.passkeyThere) }
        guard count < Int64(most) else {
            throw Problem(.tooManyPasskeys, members: [Problem.Member("limit", .number(most))])
        }
    }

    /// Keeps one that was looked at; its challenge is used up by that. From now on somebody can get in without the
    /// account's devices.
    func add(
        _ record: PasskeyRecord, answering given: PasskeyRegistration, _ name: DeviceName, to account: Identifier,
        by device: Identifier, now: Instant
    ) async throws -> Overview {
        try await use(try ClientData(given.clientData), for: .adding(account), now)
        let id = Identifier.random()
        return try await database.transaction(of: account) { transaction in
            // Two who add at once wait for each other here.
            let standing = try await transaction.run([
                "SELECT 1 FROM account WHERE account_id = \(account) AND deleting_at IS NULL FOR UPDATE",
                // Who is sent away meanwhile leaves none behind.
                """
                SELECT 1 FROM device WHERE account_id = \(account) AND device_id = \(device) AND revoked_at IS NULL
                FOR SHARE
                """,
                Self.room(for: record, in: account),
            ])
            guard !standing[0].isEmpty, !standing[1].isEmpty else { throw Problem.unauthenticated }
            try Self.requireRoom(in: standing[2])
            try await transaction.run([
                """
                INSERT INTO passkey (account_id, passkey_id, credential_id, algorithm, public_key, counter,
                    may_be_copied, name, created_at)
                VALUES (\(account), \(id), \(record.credential), \(Int16(record.key.algorithm.rawValue)),
                    \(record.key.key.encoded), \(Int64(record.counter)), \(record.mayBeCopied), \(name.text), \(now))
                """,
                "UPDATE account SET claimed_at = \(now) WHERE account_id = \(account) AND claimed_at IS NULL",
            ])
            return Overview(id: id, name: name.text, createdAt: now, lastUsedAt: nil)
        }
    }

    /// Nil for no such passkey.
    func rename(_ passkey: Identifier, of account: Identifier, to name: DeviceName) async throws -> Overview? {
        let rows = try await database.write(
            of: account,
            """
            UPDATE passkey SET name = \(name.text) WHERE account_id = \(account) AND passkey_id = \(passkey)
            RETURNING name, created_at, last_used_at
            """)
        guard let row = rows.first else { return nil }
        let (name, createdAt, lastUsedAt) = try row.decode((String, Instant, Instant?).self)
        return Overview(id: passkey, name: name, createdAt: createdAt, lastUsedAt: lastUsedAt)
    }

    /// Whose passkey was shown, and which; throws the problem where it proves nothing. The challenge is used up by
    /// that, and what the authenticator counted goes on.
    func prove(
        _ given: PasskeyAssertion, for purpose: Purpose, now: Instant
    ) async throws -> (account: Identifier, passkey: Identifier) {
        let party = try requireParty()
        let nonces = challenges(for: purpose)
        let data = try given.check(at: party) { nonces.expiry(of: $0, at: now) != nil }
        let named = given.owner.flatMap { $0.count == 16 ? Identifier(high: $0.word(0), low: $0.word(8)) : nil }
        guard let account = named ?? purpose.account, purpose.account ?? account == account,
            let (id, record) = try await find(given.credential, of: account)
        else { throw PasskeyRefusal.credential }
        try given.verify(data, record)
        try await use(try ClientData(given.clientData), for: purpose, now)
        // Of two who show the same count at once, one is a copy.
        let counted = try await database.write(
            of: account,
            """
            UPDATE passkey SET counter = \(Int64(data.counter)), last_used_at = \(now)
            WHERE account_id = \(account) AND passkey_id = \(id)
                AND (counter < \(Int64(data.counter)) OR counter = 0 AND \(Int64(data.counter)) = 0)
            """)
        guard counted.affected == 1 else { throw PasskeyRefusal.counter }
        return (account, id)
    }

    private func find(_ credential: [UInt8], of account: Identifier) async throws -> (Identifier, PasskeyRecord)? {
        let rows = try await database.read(
            of: account,
            """
            SELECT passkey_id, algorithm, public_key, counter, may_be_copied FROM passkey
            WHERE account_id = \(account) AND credential_id = \(credential)
            """)
        guard let row = rows.first else { return nil }
        let (id, algorithm, key, counter, mayBeCopied) = try row.decode(
            (Identifier, Int16, [UInt8], Int64, Bool).self)
        guard let algorithm = CredentialKey.Algorithm(rawValue: Int64(algorithm)) else { return nil }
        let record = PasskeyRecord(
            credential: credential, key: CredentialKey(algorithm, encoded: key), counter: UInt32(clamping: counter),
            mayBeCopied: mayBeCopied)
        return (id, record)
    }

    private func use(_ client: ClientData, for purpose: Purpose, _ now: Instant) async throws {
        let nonces = challenges(for: purpose)
        guard let challenge = client.challenge, let expiry = nonces.expiry(of: challenge, at: now),
            try await nonces.use(challenge, expiringAt: expiry, in: database)
        else { throw PasskeyRefusal.challenge }
    }

    /// What is refused becomes the problem to answer.
    static func answering<Outcome>(_ work: () async throws -> Outcome) async throws -> Outcome {
        do { return try await work() } catch let refusal as PasskeyRefusal { throw Problem(refusal) }
    }

    func requireParty() throws(Problem) -> RelyingParty { try Problem.require(party, else: .passkeysOff) }
}
