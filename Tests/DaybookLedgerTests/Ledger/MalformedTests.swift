import DaybookCore
import Postgres
import TestPostgres
import Testing

@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// What no row may hold is looked for by `daybook check`, since PostgreSQL does not look at it with each row.
@Suite(.closing) struct MalformedTests {
    private static let ofTasks: [Query] = [
        "title = ''", "sort_order = ''", "carry_count = -1", "revision = 0", "open_state = 'completed'",
        "state = 'completed'", "completed_at = now()", "completion = decode(repeat('00', 26), 'hex')",
        "completion_at = now()", "deleted_at = now()", "bucket = 'mustDo'", "region = 'morning'", "region = 'backlog'",
        "entered_backlog_at = now()", "clocks = '\\x00'", "completion = '\\x00', completion_at = now()",
        "reopened_through = '\\x00'", "deletion = '\\x00'", "search_text = repeat('a', 1001)",
        "search_text = 'a', long_search_text = 'a'", "list_id = gen_random_uuid()",
    ]
    private static let ofLines: [Query] = [
        "revision = -1", "counter = -1", "counter = 65536", "reopens = '\\x00'", "postponed = 0", "detail = '{}'",
        "outcome = 'merged'",
    ]

    @Test func eachOfThemIsFoundAndNamed() async throws {
        let house = try await LedgerHouse.open()
        let count = UInt64(Self.ofTasks.count + Self.ofLines.count)
        let made = (1...count).map { house.newTask($0, by: house.devices[0]) }
        _ = try await house.ledger.push(Push(operations: made), to: house.account)
        #expect(try await AccountCheck(house.ledger, house.account).run() == [])

        var wanted: Set<Flaw> = []
        for (operation, assignment) in zip(made, Self.ofTasks) {
            try await house.database.write(
                of: house.account,
                "UPDATE task SET \(assignment) WHERE account_id = \(house.account) AND task_id = \(operation.id)")
            wanted.insert(Flaw(.rowMalformed, .task, operation.id))
        }
        for (operation, assignment) in zip(made.dropFirst(Self.ofTasks.count), Self.ofLines) {
            try await house.database.write(
                of: house.account,
                "UPDATE change SET \(assignment) WHERE account_id = \(house.account) AND op_id = \(operation.opId)")
            wanted.insert(Flaw(.lineMalformed, .task, operation.id))
        }
        let found = try await AccountCheck(house.ledger, house.account).run()
        #expect(Set(found).isSuperset(of: wanted), "\(wanted.subtracting(found))")
        #expect(Set(found.filter { [.rowMalformed, .lineMalformed].contains($0.kind) }) == wanted)
    }
}
