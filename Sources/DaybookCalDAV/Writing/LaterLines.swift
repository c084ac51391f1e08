import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// What the ledger tells of a task behind a state of it, the last first. Where a task has too long a history to be told
/// again from its beginning, its state of then is the present one with these taken back.
struct LaterLines: Sendable {
    private let base: Int64
    private let entries: [LedgerEntry]
    private let isWhole: Bool

    /// More than these are not taken back, nor more bytes: then nothing is known of that state.
    private static let most = 1_000
    private static let mostBytes = 8 << 20

    init(after base: CalendarBase, of account: Identifier, in database: Database) async throws {
        let later: Query = """
            FROM change WHERE account_id = \(account) AND entity_id = \(base.task) AND revision > \(base.revision)
            """
        let counted: Int64 = try await database.read(
            of: account, "SELECT count(*) FROM (SELECT \(later) LIMIT \(Int32(Self.most + 1))) AS later"
        ).decode(Int64.self)[0]
        self.base = base.revision
        entries = try await database.read(
            of: account,
            """
            SELECT \(LedgerEntry.columns) FROM (
                SELECT *, sum(octet_length(patch::text) + octet_length(prior::text)) OVER (ORDER BY revision DESC) AS told
                \(later) ORDER BY revision DESC LIMIT \(Int32(Self.most))
            ) AS change WHERE told <= \(Int64(Self.mostBytes))
            """
        ).map { try LedgerEntry($0) }
        isWhole = Int64(entries.count) >= counted
    }

    /// Whether they are of that state, and the task has not changed since they were read.
    func reach(from base: CalendarBase, to task: TaskItem) -> Bool {
        self.base == base.revision && (!isWhole || (entries.first?.revision ?? self.base) >= task.revision)
    }

    /// The task as it was; nil where that is too far back.
    func takenBack(from task: TaskItem) -> TaskItem? {
        guard isWhole else { return nil }
        var slice = Slice(account: .zero)
        slice.tasks[task.id] = task
        var time = Instant.latest.milliseconds - Int64(Self.most)
        for entry in entries where entry.changed && entry.operation.kind == .set && !entry.prior.isEmpty {
            time += 1
            // Later than whatever the row has seen.
            let back = SyncOperation(
                opId: entry.operation.opId, id: task.id,
                at: HybridTime(Instant(milliseconds: time), device: .zero), fields: entry.prior,
                reopens: slice.tasks[task.id]?.completion?.clock)
            slice.replay(
                LedgerEntry(
                    revision: entry.revision, operation: back, recordedAt: entry.recordedAt, prior: [],
                    created: false, changed: true, outcome: .applied))
        }
        return slice.tasks[task.id]
    }
}

/// The ledger is too long to be told again under the account's lock; what came behind this state is read before.
struct UnreadLines: Error {
    let base: CalendarBase
}
