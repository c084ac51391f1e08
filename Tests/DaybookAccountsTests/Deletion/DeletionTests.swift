import DaybookCore
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestService
@testable import TestStore

@Suite(.closing) struct DeletionTests {
    /// Every table with a column `account_id` that still has a row of the account.
    private func tablesHolding(_ account: Identifier, _ database: Database) async throws -> [String] {
        let tables = try await database.read(
            """
            SELECT relname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
            WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND attname = 'account_id'
                AND NOT attisdropped ORDER BY 1
            """
        ).strings()
        #expect(tables.count > 12, "the catalogue was not read")
        var holding: [String] = []
        for table in tables {
            let rows = try await database.read(
                of: account, "SELECT 1 FROM \(unsafeSQL: table) WHERE account_id = \(account) LIMIT 1")
            if !rows.isEmpty { holding.append(table) }
        }
        return holding
    }

    private let filled = Identifier("11111111-1111-4111-8111-111111111111")!

    private func openFilledDatabase() async throws -> (AccountDeletion, Database) {
        let database = try await openMigrated()
        for statement in try FilledDatabase.statements() {
            try await database.write(of: filled, Query(unsafeSQL: statement))
        }
        // The filled database has one under way; this is about a whole one.
        try await database.write("DELETE FROM deletion")
        return (AccountDeletion(database: database, announcements: Announcements()), database)
    }

    @Test func noTableHoldsARowOfADeletedAccount() async throws {
        let (deletion, database) = try await openFilledDatabase()
        let before = try await tablesHolding(filled, database)
        #expect(before.count >= 15)
        let receipt = try #require(try await deletion.delete(filled))
        #expect(try await tablesHolding(filled, database).isEmpty)
        #expect(receipt.finishedAt != nil)
        // The receipt counts what was there, table by table, and names nobody.
        for table in before { #expect(receipt.counts.contains("\"\(table)\""), "\(table)") }
        #expect(!receipt.counts.contains("1111"))
        let rows = try await database.read("SELECT account_id FROM deletion")
        #expect(try rows.map { try $0.decode(0, as: Identifier?.self) } == [nil])
        #expect(try await deletion.delete(filled) == nil)
    }

    @Test func aTableThatNobodyThoughtOfIsEmptiedToo() async throws {
        let (deletion, database) = try await openFilledDatabase()
        try await database.write(
            """
            CREATE TABLE "Late comer" (account_id uuid NOT NULL, number integer NOT NULL, PRIMARY KEY (account_id, number))
            """)
        try await database.write("INSERT INTO \"Late comer\" SELECT \(filled), generate_series(1, 2500)")
        let receipt = try #require(try await deletion.delete(filled))
        #expect(try await database.read("SELECT 1 FROM \"Late comer\"").isEmpty)
        #expect(receipt.counts.contains("2500"))
    }

    /// Whoever has exported an account deletes what the file holds.
    @Test func oneThatHasMovedOnIsNotDeleted() async throws {
        let (deletion, database) = try await openFilledDatabase()
        let read = try await database.read("SELECT revision FROM account_clock WHERE account_id = \(filled)")
        let revision = try read[0].decode(0, as: Int64.self)
        let before = try await tablesHolding(filled, database)
        await #expect(throws: AccountDeletion.Moved.self) { try await deletion.delete(filled, at: revision - 1) }
        #expect(try await tablesHolding(filled, database) == before)
        // From that moment on nothing more can be written down.
        let begun = try await deletion.begin(filled, at: revision)
        #expect(begun != nil)
        #expect(try await !tablesHolding(filled, database).contains("account_clock"))
        #expect(try await deletion.delete(filled)?.finishedAt != nil)
        #expect(try await tablesHolding(filled, database).isEmpty)
    }

    @Test func othersKeepEverything() async throws {
        let (deletion, database) = try await openFilledDatabase()
        let other = try await SomeAccount.make(in: database)
        let before = try await tablesHolding(other.id, database)
        _ = try await deletion.delete(filled)
        #expect(try await tablesHolding(other.id, database) == before)
    }

    @Test func theCatalogueSaysWhatComesFirst() async throws {
        try await closing {
            let (_, database) = try await openFilledDatabase()
            let names = try await AccountTables.load(from: database).inOrder.map(\.name)
            func place(_ name: String) -> Int { names.firstIndex(of: name) ?? -1 }
            #expect(place("token") < place("device"))
            #expect(place("device") < place("account") && place("account") == names.count - 1)
        }
        let ring = AccountTables(
            [.init(name: "a", key: []), .init(name: "b", key: []), .init(name: "c", key: [])],
            references: [("a", "b"), ("b", "a"), ("a", "c")])
        #expect(Set(ring.inOrder.map(\.name)) == ["a", "b", "c"])
    }

    @Test func whatAnotherProcessLeftIsTakenUp() async throws {
        let (deletion, database) = try await openFilledDatabase()
        let now = Instant.now()
        let id = try #require(try await deletion.begin(filled, now: now))
        #expect(try await deletion.begin(filled, now: now) == id, "a second wish is the same deletion")
        #expect(try await deletion.takeUp(now: now) == nil, "somebody works on it")
        let later = now.adding(milliseconds: AccountDeletion.patience + 1000)
        let found = try #require(try await deletion.takeUp(now: later))
        #expect(found == (id, filled))
        #expect(try await deletion.takeUp(now: later) == nil)
        _ = try await deletion.finish(found.deletion, of: found.account)
        #expect(try await tablesHolding(filled, database).isEmpty)
    }

    @Test func severalMayDeleteAtOnce() async throws {
        let (deletion, database) = try await openFilledDatabase()
        try await fill(filled, tasks: 5000, database)
        let id = try #require(try await deletion.begin(filled))
        try await atOnce(0..<3) { _ in try await deletion.finish(id, of: filled) }
        #expect(try await tablesHolding(filled, database).isEmpty)
        let rows = try await database.read("SELECT counts->>'task', counts->>'account' FROM deletion")
        #expect(try rows[0].decode((String, String).self) == ("5001", "1"))
    }

    /// Nobody waits long behind one batch, however many tasks there are.
    @Test func aHugeAccountGoesInBatches() async throws {
        let (deletion, database) = try await openFilledDatabase()
        let count = Proofs.scale(gate: 10_000, proof: 100_000)
        try await fill(filled, tasks: count, database)
        let receipt = try #require(try await deletion.delete(filled))
        #expect(receipt.counts.contains("\(count + 1)"))
        #expect(try await tablesHolding(filled, database).isEmpty)
    }

    private func fill(_ account: Identifier, tasks: Int, _ database: Database) async throws {
        try await database.transaction(of: account) { transaction in
            try await transaction.run(
                """
                INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, sort_order, bucket, carry_count,
                    sticky, auto_carry, open_state, chosen_bucket, clocks, revision)
                SELECT \(account), gen_random_uuid(), 'Water the plants', 'notStarted', '2026-11-21', '2026-11-21', 'V', 'none', 0,
                    false, false, 'notStarted', 'none', '', 10 + number FROM generate_series(1, \(tasks)) AS number
                ON CONFLICT DO NOTHING
                """, timeout: .seconds(120))
            try await transaction.run(
                """
                INSERT INTO change (account_id, revision, op_id, device_id, recorded_at, at, counter, entity, entity_id, kind,
                    patch, prior, created, changed, outcome)
                SELECT account_id, revision, task_id, task_id, created_at, created_at, 0, 'task', task_id, 'set', '{}', '[]', true, true,
                    'applied' FROM task WHERE account_id = \(account) AND revision > 10
                """, timeout: .seconds(120))
        }
    }

    // MARK: Over the wire

    @Test func anAccountThatOnlyDevicesLeadToIsConfirmedByItsId() async throws {
        let (houses, _) = try await openHouses(2)
        let somebody = await houses[0].newcomer()
        let account = try #require(somebody.token.flatMap(TokenText.init)).account
        let asked = await somebody.delete("/v1/account")
        #expect(asked.status == 422 && asked.code == "proof_required" && asked.strings("accepts") == ["confirm"])
        let wrong = await somebody.delete("/v1/account", #"{"confirm":"\#(Identifier.random().text)"}"#)
        #expect(wrong.status == 403 && wrong.code == "proof_failed")
        let gone = await somebody.delete("/v1/account", #"{"confirm":"\#(account.text)"}"#)
        #expect(gone.status == 200)
        #expect(gone.number("rows.account") == 1 && gone.number("rows.device") == 1)
        #expect(!gone.text.contains(account.text))
        #expect(await somebody.post("/v1/pairing").status == 401)
        #expect(try await tablesHolding(account, houses[0].database).isEmpty)
    }

    @Test func anAccountWithALoginIsDeletedByPasswordOrCode() async throws {
        let (houses, _) = try await openHouses(1, cheapPasswords)
        for useCode in [false, true] {
            let (anna, codes, _) = await houses[0].claimed("anna@example.org")
            let account = try #require(anna.token.flatMap(TokenText.init)).account
            let confirmed = await anna.delete("/v1/account", #"{"confirm":"\#(account.text)"}"#)
            #expect(confirmed.status == 422 && confirmed.strings("accepts") == ["password", "recoveryCode"])
            #expect(await anna.delete("/v1/account", #"{"password":"some other password"}"#).status == 403)
            let proof =
                useCode ? #"{"recoveryCode":"\#(codes[7])"}"# : #"{"password":"seven bells and a whistle"}"#
            #expect(await anna.delete("/v1/account", proof).status == 200)
            // The email is free again.
            let login = #"{"email":"anna@example.org","password":"seven bells and a whistle"}"#
            #expect(await houses[0].caller.post("/v1/login", login).status == 401)
            #expect(try await tablesHolding(account, houses[0].database).isEmpty)
        }
    }
}
