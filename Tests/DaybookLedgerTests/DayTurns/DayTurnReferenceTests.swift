import DaybookCore
import Postgres
import Seeds
import TestWire
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// The turning of days over SQL beside the core's pure function, and several processes at once.
@Suite(.closing) struct DayTurnReferenceTests {
    private static let account = Identifier(high: 0xACC, low: 3)
    private static let zones = [
        "UTC", "Europe/Berlin", "Pacific/Apia", "Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kathmandu",
    ]

    /// Weeks of an account in which everything meets that a new day looks at.
    private struct Weeks {
        var random: SeededRandom
        var now = at("2026-03-20T10:00:00Z")
        let device = Identifier(high: 0xD, low: 1)

        mutating func pick(_ count: UInt64) -> UInt64 { random.next() % count }
        mutating func any<Value>(_ values: [Value]) -> Value { values[Int(pick(UInt64(values.count)))] }

        private mutating func date() -> JSONValue {
            pick(6) == 0 ? .null : .string(now.utcDate.adding(days: Int(pick(9)) - 6).text)
        }

        private mutating func recurrence() -> JSONValue {
            guard pick(2) == 0 else { return .null }
            let rule: JSONMember = any([
                JSONMember("days", .array([1, 3, 5])), JSONMember("rrule", "FREQ=DAILY"),
                JSONMember("rrule", "FREQ=DAILY;COUNT=4"), JSONMember("rrule", "FREQ=WEEKLY;INTERVAL=2"),
            ])
            return .object([rule, JSONMember("onSchedule", .bool(pick(4) > 0))])
        }

        mutating func operation(among tasks: [Identifier]) -> SyncOperation {
            let clock = HybridTime(now.adding(milliseconds: -Int64(pick(20_000_000))), device: device)
            let id = pick(3) == 0 && !tasks.isEmpty ? any(tasks) : Identifier(high: 0x7A5C, low: pick(25))
            func change(_ fields: [JSONMember]) -> SyncOperation {
                SyncOperation(opId: .random(using: &random), id: id, at: clock, fields: fields)
            }
            switch pick(12) {
            case 0:
                return SyncOperation(
                    opId: .random(using: &random), entity: .settings, id: DayTurnReferenceTests.account, at: clock,
                    fields: [
                        JSONMember("timeZone", .string(any(DayTurnReferenceTests.zones))),
                        JSONMember("dayStart", any(["00:00", "02:30", "05:00"])),
                        JSONMember("rollover", any(["off", "backlog", "backlog"])),
                    ])
            case 1: return change([JSONMember("state", "completed")])
            case 2:
                return SyncOperation(opId: .random(using: &random), id: id, at: clock, kind: any([.delete, .restore]))
            case 3: return change([JSONMember("recurrence", recurrence())])
            case 4: return change([JSONMember("scheduledDate", date())])
            default:
                return change([
                    JSONMember("title", "t"), JSONMember("scheduledDate", date()),
                    JSONMember("region", any(["morning", "morning", "evening", "backlog", nil])),
                    JSONMember("bucket", any(["mustDo", "complementary", "misc"])),
                    JSONMember("sticky", .bool(pick(5) == 0)), JSONMember("autoCarry", .bool(pick(3) == 0)),
                    JSONMember("recurrence", recurrence()),
                ])
            }
        }
    }

    @Test func whatANewDayBringsIsWhatTheReferenceSays() async throws {
        let seed = RandomSeed.current.value
        let database = try await openMigrated()
        try await SomeAccount.begin(Self.account, in: database)
        let ledger = Ledger(database: database, announcements: Announcements(), projections: [DayBoundaries()])
        var turn = DayTurn(ledger)
        turn.batch = .max
        var reference = ServerAccount(account: Self.account, epoch: .zero)
        var weeks = Weeks(random: SeededRandom(seed: seed))
        var moved = 0
        for _ in 0..<120 {
            weeks.now = weeks.now.adding(milliseconds: Int64(weeks.pick(40_000_000)))
            let operations = (0...weeks.pick(5)).map { _ in
                weeks.operation(among: reference.slice.tasks.keys.sorted())
            }
            let push = Push(operations: operations, confirmsMassDelete: true)
            _ = reference.push(push, now: weeks.now)
            _ = try await ledger.push(push, to: Self.account, now: weeks.now)
            guard weeks.pick(2) == 0 else { continue }
            let day = LocalDay(of: reference.slice.settings)
            let today = day.today(at: weeks.now)
            let expected = reference.slice.dayTurn(to: today, boundary: reference.slice.lastBoundary(until: weeks.now))
            let before = reference.ledger.count
            _ = reference.push(Push(operations: expected, confirmsMassDelete: true), now: weeks.now)
            moved += reference.ledger.count - before
            let count = try await turn.turn(Self.account, now: weeks.now)
            #expect(count == reference.ledger.count - before, "\(RandomSeed.current)")
            try await compare(reference, database)
        }
        #expect(moved > 20, "hardly anything came with a day, \(RandomSeed.current)")
    }

    private func compare(_ reference: ServerAccount, _ database: Database) async throws {
        let tasks = try await database.read(of: Self.account, "SELECT \(TaskItem.columns) FROM task").map {
            try TaskItem($0)
        }
        // The sets themselves would be too long to be read.
        let differing = Set(tasks).symmetricDifference(reference.slice.tasks.values).map(\.id.text).sorted()
        #expect(differing == [], "\(RandomSeed.current)")
        let ledger = try await database.read(
            of: Self.account, "SELECT \(LedgerEntry.columns) FROM change ORDER BY revision"
        ).map { try LedgerEntry($0) }
        let first = zip(ledger, reference.ledger).first { $0 != $1 }
        #expect(first?.0 == first?.1 && ledger.count == reference.ledger.count, "\(RandomSeed.current)")
    }

    @Test func fourProcessesTurnSixtyAccountsOnceEach() async throws {
        let database = try await openMigrated()
        let evening = at("2026-06-01T20:00:00Z")
        let ledger = Ledger(database: database, announcements: Announcements(), projections: [DayBoundaries()])
        var accounts: [Identifier] = []
        for _ in 0..<60 {
            let account = try await SomeAccount.make(in: database)
            accounts.append(account.id)
            let fields: [JSONMember] = [
                JSONMember("title", "t"), JSONMember("region", "morning"),
                JSONMember("scheduledDate", "2026-06-01"),
            ]
            _ = try await ledger.push(
                Push(operations: [
                    SyncOperation(
                        opId: .random(), entity: .settings, id: account.id,
                        at: HybridTime(evening, device: account.device), fields: [JSONMember("rollover", "backlog")]
                    ),
                    SyncOperation(
                        opId: .random(), id: .random(), at: HybridTime(evening, device: account.device),
                        fields: fields),
                ]), to: account.id, now: evening)
        }
        let night = at("2026-06-02T00:00:02Z")
        // Each has a ledger of its own, as processes do.
        let turned = try await atOnce(0..<4) { _ in
            var turns = DayHouse.turns(
                Ledger(database: database, announcements: Announcements(), projections: [DayBoundaries()]))
            turns.page = 7
            return try await turns.turnAll { night }
        }
        #expect(turned.reduce(0, +) >= 60)
        for account in accounts {
            let row = try await database.read(
                of: account,
                """
                SELECT (SELECT sum(carry_count) FROM task WHERE account_id = \(account)),
                    (SELECT count(*) FROM change WHERE account_id = \(account))
                """)[0]
            let (carried, changes) = try row.decode((Int64, Int64).self)
            #expect(carried == 1 && changes == 3)
        }
        #expect(try await database.read("SELECT 1 FROM day_turn WHERE due_at <= \(night)").isEmpty)
    }

    @Test func aTurnReadsWhatItNeedsAndNoMore() async throws {
        let days = try await DayHouse.open()
        try await days.database.write(
            of: days.account,
            """
            INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, scheduled_date, completed_at,
                completion, completion_at, region, sort_order, bucket, carry_count, sticky, auto_carry, open_state,
                chosen_bucket, clocks, recurrence, parent_recurring_id, revision)
            SELECT \(days.account), gen_random_uuid(), 'Some task', 'completed', \(at("2026-01-01T00:00:00Z")),
                \(at("2026-01-01T00:00:00Z")), date '2026-01-01' + n % 150, \(at("2026-01-01T00:00:00Z")),
                decode(repeat('80', 26), 'hex'), \(at("2026-01-01T00:00:00Z")), 'morning', 'V', 'misc', 0, false,
                false, 'notStarted', 'misc', '', '{"days":[1],"onSchedule":true}', gen_random_uuid(), n
            FROM generate_series(1, 20000) AS n ON CONFLICT DO NOTHING
            """)
        try await days.database.write(
            "INSERT INTO day_turn SELECT account_id, \(at("2026-06-02T00:00:00Z")) FROM account_clock")
        try await days.database.write("ANALYZE task")
        let date = try #require(CalendarDate("2026-06-02"))
        for query in Query.tasks(ofDayTurnBy: date, of: days.account) {
            let plan = try await days.database.transaction(of: days.account) { transaction in
                try await transaction.run(
                    "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) \(query)"
                ).strings()
            }
            #expect(!plan.contains { $0.contains("Seq Scan on task") }, "\(plan)")
            #expect(plan.contains { $0.contains("Index Scan using") }, "\(plan)")
        }
    }
}
