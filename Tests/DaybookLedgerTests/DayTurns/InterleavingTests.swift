import DaybookCore
import Postgres
import Testing

@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// One account with much to do beside others with little.
@Suite(.closing) struct InterleavingTests {
    private let evening = at("2026-06-01T20:00:00Z")
    private let night = at("2026-06-02T00:00:05Z")

    /// With one worker, who could do one account after another only.
    @Test func anAccountWithMuchToDoHoldsUpNobody() async throws {
        let days = try await DayHouse.open()
        let large = days.account
        try await fill(large, tasks: 1500, days)
        var small: [Identifier] = []
        for number in 1...5 as ClosedRange<UInt64> {
            let account = Identifier(high: 0x5A11, low: number)
            try await SomeAccount.begin(account, at: evening, in: days.database)
            try await fill(account, tasks: 3, days)
            small.append(account)
        }
        var turns = days.turns
        turns.breadth = 1
        turns.turn.batch = 100
        #expect(try await turns.turnAll { night } == 6)

        let lastOfLarge = try await lastTransaction(of: large, days.database)
        for account in small {
            #expect(try await lastTransaction(of: account, days.database) < lastOfLarge)
        }
        let perTransaction = try await days.database.read(
            of: large,
            """
            SELECT max(count) FROM (
                SELECT count(*) FROM change WHERE account_id = \(large) AND device_id = \(Identifier.zero) GROUP BY xmin::text
            ) AS piece
            """)
        #expect(try perTransaction[0].decode(0, as: Int64.self) <= Int64(turns.turn.batch))
        let open = try await days.database.read(
            of: large, "SELECT count(*) FROM task WHERE account_id = \(large) AND region <> 'backlog'")
        #expect(try open[0].decode(0, as: Int64.self) == 0)
    }

    /// Tasks of yesterday's morning, every tenth of a series whose rule never matches.
    private func fill(_ account: Identifier, tasks: Int, _ days: DayHouse) async throws {
        let device = days.house.devices[0]
        var operations = [
            SyncOperation(
                opId: .random(), entity: .settings, id: account, at: HybridTime(evening, device: device),
                fields: [
                    JSONMember("rollover", "backlog"),
                    // There is room for all of them until the night.
                    JSONMember(
                        "regionLimits",
                        .object(["mustDo", "complementary", "misc"].map { JSONMember($0, 1000) })),
                ])
        ]
        let regions = ["morning", "afternoon", "evening"]
        let never = JSONValue.object([
            JSONMember("rrule", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"), JSONMember("onSchedule", true),
        ])
        for number in 0..<tasks {
            operations.append(
                SyncOperation(
                    opId: .random(), id: .random(), at: HybridTime(evening, device: device),
                    fields: [
                        JSONMember("title", "t"), JSONMember("region", .string(regions[number % 3])),
                        JSONMember("bucket", "misc"),
                        JSONMember("scheduledDate", .string("2026-06-01")),
                    ] + (number % 10 == 0 ? [JSONMember("recurrence", never)] : [])))
        }
        for start in stride(from: 0, to: operations.count, by: 1000) {
            let part = Array(operations[start..<min(start + 1000, operations.count)])
            _ = try await days.house.ledger.push(Push(operations: part), to: account, now: evening)
        }
    }

    private func lastTransaction(of account: Identifier, _ database: Database) async throws -> Int64 {
        try await database.read(
            of: account,
            "SELECT max(xmin::text::bigint) FROM change WHERE account_id = \(account) AND device_id = \(Identifier.zero)"
        )[0]
        .decode(0)
    }
}
