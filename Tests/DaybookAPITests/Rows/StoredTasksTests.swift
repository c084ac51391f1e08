import DaybookCore
import DaybookLedger
import Postgres
import RowWriting
import Seeds
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestAccounts

/// Tasks that are passed on from where they lie in an answer are told byte for byte as the model tells them.
@Suite(.closing) struct StoredTasksTests {
    @Test(arguments: RandomSeed.all(for: "StoredTasksTests/storedTasksAreToldAsTheModelTellsThem"))
    func storedTasksAreToldAsTheModelTellsThem(seed: RandomSeed) async throws {
        let house = try await ViewHouse.open()
        var random = seed.generator()
        for _ in 0..<Proofs.scale(gate: 6, proof: 60) {
            let tasks = (1...60).map { AnyTask.draw(&random, revision: $0) }
            try await house.fill(tasks, [AnyTask.list], AccountSettings())
            let rows = try await house.database.read(
                of: house.account,
                """
                SELECT 'before', \(TaskItem.columns), \(PlainTask.columns) FROM task
                WHERE account_id = \(house.account) ORDER BY revision
                """)
            #expect(rows.count == tasks.count)
            let shownFrom = 31
            try expect(rows, .whole, from: 1, .replica, seed) { try TaskItem(&$0).write(to: &$1, .replica) }
            try expect(rows, .whole, from: 1, .plain, seed) { try TaskItem(&$0).write(to: &$1) }
            try expect(rows, .shown, from: shownFrom, .plain, seed) { try PlainTask(&$0).write(to: &$1) }
        }
    }

    @Test func aLetterThatIsEscapedAtAnyPlaceOfATextIsToldAsTheModelTellsIt() async throws {
        let house = try await ViewHouse.open()
        var random = RandomSeed.generator()
        let texts = AnyTask.texts(withOneOf: ["\"", "\\", "\n", "\u{1F}", "\u{7F}", "ü"])
        let tasks = texts.enumerated().map { place, text in
            var task = AnyTask.draw(&random, revision: place + 1)
            (task.title, task.notes, task.unknown) = (text, text, .init())
            return task
        }
        try await house.fill(tasks, [AnyTask.list], AccountSettings())
        let rows = try await house.database.read(
            of: house.account,
            "SELECT \(TaskItem.columns) FROM task WHERE account_id = \(house.account) ORDER BY revision")
        #expect(rows.count == tasks.count)
        try expect(rows, .whole, from: 0, .plain, .current) { try TaskItem(&$0).write(to: &$1) }
    }

    private func expect(
        _ rows: Rows, _ columns: TaskColumns, from first: Int, _ form: RowForm, _ seed: RandomSeed,
        _ model: (inout StoredColumns, inout JSONWriter) throws -> Void
    ) throws {
        var passed = JSONWriter()
        passed.beginArray()
        try passed.storedTasks(rows.prefix(rows.count), columns, from: first, form)
        passed.endArray()
        var expected = JSONWriter()
        expected.beginArray()
        for row in rows {
            var stored = StoredColumns(row, from: first)
            try model(&stored, &expected)
        }
        expected.endArray()
        #expect(
            String(decoding: passed.bytes, as: UTF8.self) == String(decoding: expected.bytes, as: UTF8.self),
            "\(columns) \(form) \(seed)")
    }

    @Test func anAccountWithoutTasksHasNoElements() async throws {
        let house = try await ViewHouse.open()
        let rows = try await house.database.read(
            of: house.account,
            """
            SELECT \(TaskItem.columns) FROM account_clock AS clock LEFT JOIN task USING (account_id)
            WHERE account_id = \(house.account)
            """)
        #expect(rows.count == 1)
        var json = JSONWriter()
        json.beginArray()
        try json.storedTasks(rows.prefix(1), .whole)
        json.endArray()
        #expect(json.bytes == Array("[]".utf8))
    }

    @Test func columnsOfOtherTypesAreNotReadAsTasks() async throws {
        let house = try await ViewHouse.open()
        var random = RandomSeed.generator()
        try await house.fill([AnyTask.draw(&random, revision: 1)], [AnyTask.list], AccountSettings())
        let rows = try await house.database.read(
            of: house.account, "SELECT 1, \(TaskItem.columns) FROM task WHERE account_id = \(house.account)")
        #expect(TaskColumns.whole.stand(in: rows[0], from: 1))
        #expect(throws: PostgresError.self) {
            var json = JSONWriter()
            try json.storedTasks(rows.prefix(1), .whole)
        }
    }
}
