import DaybookCore
import Postgres
import TestPostgres
import Testing

@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// What a task takes: which indexes it is written into, and how many bytes it comes to, new and over its life. Whoever
/// adds an index to what every task and every change pays sees it here. Where tables are spread all of it is on
/// the workers.
@Suite(.closing, .enabled(if: !TestPostgres.isSpread)) struct StorageTests {
    private static let count = 1500

    private func push(_ house: LedgerHouse, _ step: UInt64, _ fields: (Int) -> [JSONMember]) async throws {
        for start in stride(from: 1, through: Self.count, by: 50) {
            let operations = (start..<start + 50).map { number in
                SyncOperation(
                    opId: .random(), id: Identifier(high: 0x57_0E, low: UInt64(number) &* 0x9E37_79B9_7F4A_7C15),
                    at: HybridTime(Instant(milliseconds: 1_780_000_000_000 + Int64(step)), device: house.devices[0]),
                    fields: fields(number))
            }
            _ = try await house.ledger.push(Push(operations: operations), to: house.account)
        }
        try await house.database.write("VACUUM ANALYZE")
    }

    /// Those that hold an entry of every task, and of every change.
    private func indexes(of table: String, _ database: Database) async throws -> Set<String> {
        let names = try await database.read(
            """
            SELECT index.relname::text FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid
            WHERE indrelid = \(table)::regclass AND index.reltuples >= \(Int32(Self.count))
            """
        ).strings()
        return Set(names)
    }

    private func bytesOfOne(_ database: Database) async throws -> Int64 {
        try await database.read(
            """
            SELECT (pg_total_relation_size('task') + pg_total_relation_size('change')
                + pg_total_relation_size('search_page')) / \(Int64(Self.count))
            """)[0].decode(0)
    }

    @Test func aPlainTaskIsInFourIndexesAndSoIsItsFirstChange() async throws {
        let house = try await LedgerHouse.open()
        try await push(house, 0) { [JSONMember("title", .string("Water the plants on the balcony \($0)"))] }
        #expect(
            try await indexes(of: "task", house.database)
                == ["task_pkey", "task_by_revision", "task_by_order", "task_unfiled"])
        #expect(
            try await indexes(of: "change", house.database)
                == ["change_pkey", "change_account_id_op_id_key", "change_of_entity", "change_adding"])
        let bytesOfNew = try await bytesOfOne(house.database)
        #expect(bytesOfNew < 1_250)

        try await push(house, 1) { [JSONMember("title", .string("Water all plants on the balcony \($0)"))] }
        try await push(house, 2) { [JSONMember("notes", .string("Take the green can \($0)"))] }
        try await push(house, 3) { [JSONMember("sortOrder", .string("a0\($0)V"))] }
        try await push(house, 4) { _ in [JSONMember("state", .string("completed"))] }
        let bytes = try await bytesOfOne(house.database)
        #expect(bytes < 3_700)
    }

    /// PostgreSQL reads each condition from its text for each statement that writes a row, and each index's too; for a
    /// foreign key it looks for another row. What that costs stands in docs/house/storage.md; what rows may hold is
    /// asked by `daybook check` (``MalformedTests``).
    @Test func aRowIsHeldAgainstNoConditionAndAgainstNoMoreIndexesThanThese() async throws {
        let house = try await LedgerHouse.open()
        let counts = try await house.database.read(
            """
            SELECT (SELECT count(*) FROM pg_constraint
                    WHERE contype IN ('c', 'f') AND conrelid IN ('task'::regclass, 'change'::regclass)),
                (SELECT count(*) FROM pg_index WHERE indrelid = 'task'::regclass),
                (SELECT count(*) FROM pg_index WHERE indrelid = 'change'::regclass)
            """)[0].decode((Int64, Int64, Int64).self)
        #expect(counts == (0, 16, 7))
    }
}
