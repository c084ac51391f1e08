import DaybookCore
import DaybookHost
import Postgres

/// How the key at hand relates to a database: whether the database's contents were made with it.
///
/// The database says so by its fingerprint. One from before there were fingerprints says it by its logins: each holds
/// an email and the hash under which it is found.
package enum KeyStanding: Equatable, Sendable {
    /// Nothing in the database was made with any key yet, as far as it tells.
    case free
    /// There is no fingerprint, and the database's rows were made with this key.
    case fits
    /// The database knows this key.
    case known
    /// The database was made with another key, whose fingerprint is given if it is known.
    case another(KeyFingerprint?)

    /// - Parameter key: nil where there is none: then it is `free` or `another`.
    package static func of(_ key: SecretKey?, in database: Database) async throws -> KeyStanding {
        if let recorded = try await recorded(in: database) {
            return key.map(KeyFingerprint.init) == recorded ? .known : .another(recorded)
        }
        // More than one, since a database may have lost its key before and gone on with the next: this one is right if
        // anything was made with it.
        let logins = try await logins(in: database, most: 200)
        guard !logins.isEmpty else { return .free }
        guard let key else { return .another(nil) }
        let email = EmailReading(database: database)
        for login in logins where try await email.of(login.account)?.hash(key) == login.hash { return .fits }
        return .another(nil)
    }

    /// The fingerprint in the database. Nil also if the schema is older than fingerprints.
    package static func recorded(in database: Database) async throws -> KeyFingerprint? {
        let isThere = try await database.read(
            """
            SELECT EXISTS (SELECT 1 FROM pg_attribute
                WHERE attrelid = to_regclass('instance') AND attname = 'key_fingerprint' AND NOT attisdropped)
            """)
        guard try isThere.first?.decode(0, as: Bool.self) == true else { return nil }
        let rows = try await database.read("SELECT key_fingerprint FROM instance")
        return try rows.first?.decode(0, as: [UInt8]?.self).map(KeyFingerprint.init(stored:))
    }

    /// Writes the key's fingerprint if there is none, and returns the one that is there then.
    static func record(_ key: SecretKey, in database: Database) async throws -> KeyFingerprint? {
        try await database.write(
            """
            UPDATE instance SET key_fingerprint = \(KeyFingerprint(key).bytes) WHERE key_fingerprint IS NULL
            """)
        return try await recorded(in: database)
    }

    private static func logins(
        in database: Database, most: Int
    ) async throws -> [(account: Identifier, hash: [UInt8])] {
        let isThere = try await database.read("SELECT to_regclass('login') IS NOT NULL")
        guard try isThere.first?.decode(0, as: Bool.self) == true else { return [] }
        let rows = try await database.read("SELECT account_id, email_hash FROM login LIMIT \(Int32(most))")
        return try rows.decode((Identifier, [UInt8]).self).map { (account: $0, hash: $1) }
    }
}

/// The emails of logins, which stand in their accounts alone.
struct EmailReading: Sendable {
    let database: Database

    func of(_ account: Identifier) async throws -> EmailAddress? {
        let rows = try await database.read(of: account, "SELECT email FROM credential WHERE account_id = \(account)")
        guard let text = try rows.first?.decode(0, as: String.self) else { return nil }
        return EmailAddress(text)
    }
}
