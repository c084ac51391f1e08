import DaybookCore
import Postgres

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore

/// An account with one device and its token.
struct SomeAccount: Sendable {
    let id: Identifier
    let device: Identifier
    let token: TokenText

    static func make(in database: Database) async throws -> SomeAccount {
        let (id, device) = (Identifier.random(), Identifier.random())
        let token = TokenText(account: id, token: device)
        try await begin(id, in: database)
        let account = SomeAccount(id: id, device: device, token: token)
        try await account.insert(device, token, in: database)
        return account
    }

    /// The rows of an account that has no device yet.
    static func begin(_ id: Identifier, at now: Instant = .now(), in database: Database) async throws {
        try await database.transaction(of: id) { transaction in
            try await transaction.commit(after: NewAccount().statements(id, now, spread: transaction.isSpread))
        }
    }

    /// All of it is gone when this returns.
    static func delete(_ id: Identifier, in database: Database) async throws {
        _ = try await AccountDeletion(database: database, announcements: Announcements()).delete(id)
    }

    func newDevice(in database: Database) async throws -> SomeAccount {
        let device = Identifier.random()
        let token = TokenText(account: id, token: device)
        try await insert(device, token, in: database)
        return SomeAccount(id: id, device: device, token: token)
    }

    private func insert(_ device: Identifier, _ token: TokenText, in database: Database) async throws {
        let now = Instant.now()
        try await database.transaction(of: id) { transaction in
            try await transaction.run([
                """
                INSERT INTO device (account_id, device_id, name, created_at, last_seen_at)
                VALUES (\(id), \(device), 'Phone', \(now), \(now))
                """,
                """
                INSERT INTO token (account_id, token_id, device_id, scope, secret_hash, created_at, last_used_at)
                VALUES (\(id), \(device), \(device), 'full', \(token.secretHash), \(now), \(now))
                """,
            ])
        }
    }

    /// The clock alone moves, as if somebody had committed.
    func reach(_ revision: Int64, in database: Database) async throws {
        try await database.write("UPDATE account_clock SET revision = \(revision) WHERE account_id = \(id)")
    }
}
