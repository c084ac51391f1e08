import DaybookCore
import Postgres
import Seeds
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// What a change only looks at is read without long texts, and nothing is lost or concluded otherwise by it.
@Suite(.closing) struct OutlineTests {
    private static let account = Identifier(high: 0xACC, low: 1)
    /// Longer than what is read of what is only looked at.
    private static let filling = String(repeating: "wörd ", count: 720)

    private func openLedger() async throws -> (Ledger, Database) {
        let database = try await openMigrated()
        try await SomeAccount.begin(Self.account, in: database)
        return (Ledger(database: database, announcements: Announcements()), database)
    }

    private func outlines(in database: Database) async throws -> [(task: TaskItem, isOutline: Bool, left: Int)] {
        try await database.read(
            of: Self.account, "SELECT \(TaskItem.outline) FROM task \(TaskItem.weighed) ORDER BY task.task_id"
        ).map { row in
            var columns = StoredColumns(row)
            let task = try TaskItem(withoutLongNotes: &columns)
            let isOutline = try columns.nextFlag()
            return (task, isOutline, Int(try columns.next(Int32.self)))
        }
    }

    private func wholeTasks(in database: Database) async throws -> [TaskItem] {
        try await database.read(of: Self.account, "SELECT \(TaskItem.columns) FROM task ORDER BY task.task_id").map {
            try TaskItem($0)
        }
    }

    /// With the same columns in the same order.
    @Test(arguments: RandomSeed.all(for: "OutlineTests/whatIsShortIsReadWhole"))
    func whatIsShortIsReadWhole(seed: RandomSeed) async throws {
        let (ledger, database) = try await openLedger()
        var pushes = RandomPushes(seed: seed.value, account: Self.account)
        for _ in 0..<60 { _ = try await ledger.push(pushes.next(), to: Self.account, now: pushes.now) }
        let outlines = try await outlines(in: database)
        let whole = try await wholeTasks(in: database)
        #expect(outlines.map(\.task) == whole && !whole.isEmpty, "\(seed)")
        #expect(outlines.allSatisfy { !$0.isOutline && $0.left == 0 }, "\(seed)")
    }

    @Test func whatIsLongStaysWhereItIs() async throws {
        let (ledger, database) = try await openLedger()
        let tags = JSONValue.array((0..<60).map { .string("\($0)" + String(repeating: "ä", count: 90)) })
        let long: [[JSONMember]] = [
            [JSONMember("title", "t"), JSONMember("notes", .string(Self.filling))],
            [JSONMember("title", .string(Self.filling)), JSONMember("notes", "n")],
            [JSONMember("title", "t"), JSONMember("ofLater", .string(Self.filling)), JSONMember("other", 1)],
            [JSONMember("title", "t"), JSONMember("tags", tags)],
        ]
        for (number, fields) in zip((1 as UInt64)..., long) {
            let made = SyncOperation(
                opId: .random(), id: Identifier(high: 0x7A5C, low: number),
                at: HybridTime(.now(), device: Identifier(high: 0xD, low: 1)), fields: fields)
            _ = try await ledger.push(Push(operations: [made]), to: Self.account)
        }
        let outlines = try await outlines(in: database)
        let whole = try await wholeTasks(in: database)
        #expect(outlines.map(\.isOutline) == [false, true, true, true])
        for (outline, task) in zip(outlines, whole) {
            #expect(outline.task.leavesNotes && outline.task.notes == nil && outline.left > 4096)
            #expect(outline.task.clocks == task.clocks && outline.task.lastChange == task.lastChange)
            #expect(outline.task.isDeleted == task.isDeleted && outline.task.revision == task.revision)
            let held = outline.task.title.utf8.count + (outline.task.category?.utf8.count ?? 0)
            #expect(held < 4096 && outline.task.unknown.entries.allSatisfy { $0.value == .null || !outline.isOutline })
            #expect(outline.task.tags.isEmpty || !outline.isOutline)
        }
        #expect(outlines[0].task.title == "t")
        #expect(outlines[2].task.unknown.entries.count == 2)
    }

    /// Pushes whose texts are all long come to the same as in the reference, which has everything in memory.
    ///
    /// `DAYBOOK_SEED` replays.
    @Test(arguments: RandomSeed.all(for: "OutlineTests/longTextsMergeAsTheReferenceSays"))
    func longTextsMergeAsTheReferenceSays(seed: RandomSeed) async throws {
        let (ledger, database) = try await openLedger()
        var pushes = RandomPushes(seed: seed.value, account: Self.account)
        let epoch = try await database.read("SELECT epoch FROM instance").decode(Identifier.self)[0]
        var reference = ServerAccount(account: Self.account, epoch: epoch)
        pushes.epoch = epoch
        for _ in 0..<150 {
            pushes.revision = reference.slice.revision
            var push = pushes.next()
            for place in push.operations.indices { Self.lengthen(&push.operations[place]) }
            let expected = reference.push(push, now: pushes.now)
            let result = try await ledger.push(push, to: Self.account, now: pushes.now)
            switch (expected, result) {
            case (.merged(let merged), .merged(let commit)):
                #expect(commit.outcomes == merged.outcomes, "\(seed)")
                #expect(commit.entries == merged.entries, "\(seed)")
            case (.massDeleteRefused(let deletions, let total), .massDeleteRefused(let deleted, let of)):
                #expect(deletions == deleted && total == of)
            default: Issue.record("\(expected) but \(result), \(seed)")
            }
        }
        let stored = try await StoredAccount(Self.account, in: database)
        let wanted = StoredAccount(reference)
        #expect(stored.tasks == wanted.tasks, "\(seed)")
        #expect(stored.lists == wanted.lists, "\(seed)")
        #expect(stored.entries == wanted.entries, "\(seed)")
        #expect(try await AccountCheck(ledger, Self.account).run().isEmpty, "\(seed)")
    }

    /// The same whenever the operation is sent again.
    private static func lengthen(_ operation: inout SyncOperation) {
        guard operation.entity == .task, operation.kind == .set else { return }
        var fields = operation.fields.map { member -> JSONMember in
            guard ["title", "notes"].contains(member.name), case .string(let text) = member.value, !text.isEmpty else {
                return member
            }
            return JSONMember(member.name, .string(text + filling))
        }
        if operation.opId.low % 3 == 0 { fields.append(JSONMember("ics:X-LATER", .string(filling))) }
        operation.fields = fields
    }

    // MARK: What is too much

    private static let list = Identifier(high: 0x1157, low: 1)

    private func change(_ kind: SyncOperation.Kind, _ fields: [JSONMember] = []) -> Push {
        let operation = SyncOperation(
            opId: .random(), entity: .list, id: Self.list,
            at: HybridTime(.now(), device: Identifier(high: 0xD, low: 1)), kind: kind, fields: fields)
        return Push(operations: [operation], confirmsMassDelete: true)
    }

    /// Short enough to be stored in a moment, and as long as titles may be once they are read.
    @Test func aListThatHoldsTooMuchTextDoesNotGoAtOnce() async throws {
        let (ledger, database) = try await openLedger()
        _ = try await ledger.push(change(.set, [JSONMember("name", "Long")]), to: Self.account)
        let made = SyncOperation(
            opId: .random(), id: Identifier(high: 0x7A5C, low: 1),
            at: HybridTime(.now(), device: Identifier(high: 0xD, low: 1)),
            fields: [JSONMember("title", "t"), JSONMember("listId", .string(Self.list.text))])
        _ = try await ledger.push(Push(operations: [made]), to: Self.account)
        func multiply(by count: Int) async throws {
            try await database.write(
                of: Self.account,
                """
                INSERT INTO task (task_id, account_id, title, list_id, state, created_at, updated_at, sort_order,
                    bucket, carry_count, sticky, auto_carry, open_state, chosen_bucket, clocks, revision)
                SELECT gen_random_uuid(), account_id, repeat('t', 200000), list_id, state, created_at, updated_at,
                    sort_order, bucket, carry_count, sticky, auto_carry, open_state, chosen_bucket, clocks, revision
                FROM task, generate_series(1, \(Int32(count))) WHERE task_id = \(made.id)
                """)
        }
        try await multiply(by: 200)
        let answer = try await ledger.push(change(.delete), to: Self.account, isDivisible: true)
        guard case .rejected(let rejection)? = answer.merged?.outcomes.first else {
            Issue.record("it went, with \(answer)")
            return
        }
        #expect(rejection.code == .listTooLarge)
        await #expect(throws: LedgerRefusal.self) { _ = try await ledger.push(change(.delete), to: Self.account) }
        try await database.write(
            of: Self.account, "DELETE FROM task WHERE account_id = \(Self.account) AND task_id <> \(made.id)")
        try await multiply(by: 20)
        let gone = try await ledger.push(change(.delete), to: Self.account, isDivisible: true)
        #expect(gone.merged?.entries.count == 22)
        let left = try await database.read(
            of: Self.account,
            "SELECT count(*) FROM task WHERE deleted_at IS NULL OR octet_length(title) NOT IN (1, 200000)")
        #expect(try left[0].decode(0, as: Int64.self) == 0)
    }
}
