import DaybookCore
import Postgres
import TestPostgres
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookServer
@testable import DaybookStore
@testable import TestStore

@Suite(.closing) struct UnusedAccountsTests {
    private static let day: Int64 = 86_400
    /// From the clock: how long a process may go on with it is told by the clock too.
    private let begun = Instant.now()
    private let database: Database
    private let registration: Registration

    init() async throws {
        database = try await openMigrated()
        registration = Registration(
            database: database, sessions: Sessions(deviceLimit: 0),
            throttle: Throttle(database: database, secret: .random()), policy: .open, perAddress: 0)
    }

    @Test func onlyWhatCameToNothingIsRemoved() async throws {
        func begin(at time: Instant? = nil, _ new: NewAccount = NewAccount()) async throws -> Identifier {
            try await registration.register(new, at: .loopback, now: time ?? begun).begun().account
        }
        let unused = try await begin()
        let young = try await begin(at: begun.adding(seconds: 20 * Self.day))
        let demo = try await begin(NewAccount(isDemo: true))
        let claimed = try await begin()
        try await database.write("UPDATE account SET claimed_at = created_at WHERE account_id = \(claimed)")
        let written = try await begin()
        try await database.write("UPDATE account_clock SET revision = 1 WHERE account_id = \(written)")
        // Kept where no key tells of it.
        let awaited = try await begin()
        try await database.write("INSERT INTO day_turn (account_id, due_at) VALUES (\(awaited), \(begun))")
        let worked = try await begin()
        try await database.write(
            of: worked,
            """
            INSERT INTO completion (account_id, task_id, completed_at, created_at)
            VALUES (\(worked), \(Identifier.random()), \(begun), \(begun))
            """)
        let seen = try await begin()
        let back = try #require(
            try await database.read(of: seen, "SELECT device_id, token_id FROM token").first
                .map { try $0.decode((Identifier, Identifier).self) })
        try await TokenUses(database: database, authenticator: Authenticator(database: database)).record(
            TokenUse(account: seen, device: back.0, token: back.1), now: begun.adding(seconds: 29 * Self.day))

        var unusedAccounts = UnusedAccounts(database, after: .seconds(30 * Self.day), .silent)
        unusedAccounts.page = 2
        func left() async throws -> Set<Identifier> {
            Set(try await database.read("SELECT account_id FROM account").map { try $0.decode(0) })
        }
        #expect(try await unusedAccounts.sweep(now: begun.adding(seconds: 30 * Self.day)) == 0)
        #expect(try await left().count == 8)
        #expect(try await unusedAccounts.sweep(now: begun.adding(seconds: 30 * Self.day)) == nil, "not due again yet")
        #expect(try await unusedAccounts.sweep(now: begun.adding(seconds: 31 * Self.day)) == 1)
        #expect(try await left() == [young, demo, claimed, written, awaited, worked, seen])
        #expect(try await !left().contains(unused))
        // What it had is gone with it, and every process is told.
        #expect(try await database.read(of: unused, "SELECT 1 FROM device").isEmpty)
        #expect(try await database.read("SELECT 1 FROM revocation").count >= 1)
        #expect(try await unusedAccounts.sweep(now: begun.adding(seconds: 60 * Self.day)) == 2)
        #expect(try await left() == [demo, claimed, written, awaited, worked])
    }

    @Test func manyAreRemovedPageByPageAndByOneProcessAtATime() async throws {
        for _ in 0..<11 { _ = try await registration.register(NewAccount(), at: .loopback, now: begun).begun() }
        let processes = (0..<2).map { _ in
            var process = UnusedAccounts(database, after: .seconds(Self.day), .silent)
            process.page = 3
            return process
        }
        let now = begun.adding(seconds: 10 * Self.day)
        async let one = processes[0].sweep(now: now)
        async let two = processes[1].sweep(now: now)
        let removed = try await [one, two]
        #expect(removed.compactMap { $0 }.reduce(0, +) == 11)
        #expect(try await database.read("SELECT 1 FROM account").isEmpty)
    }
}
