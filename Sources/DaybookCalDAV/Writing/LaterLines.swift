import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// What the ledger records of a task behind a state of it, the last first. Where a task has too long a history to be
/// replayed from its beginning, its state of then is the present one with these taken back.
struct LaterLines: Sendable {
    private let entries: [LedgerEntry]
    private let isWhole: Bool

    /// More than these are not taken back, nor more bytes: then nothing is known of that state.
    private static let most = 1_000
    private static let mostBytes = 8 << 20

    static func question(after base: CalendarBase, of account: Identifier) -> Query {
        """
        SELECT \(LedgerEntry.columns), change.counted FROM (
            SELECT *, count(*) OVER () AS counted, sum(bytes) OVER (ORDER BY revision DESC) AS told FROM (
                SELECT *, coalesce(size, octet_length(patch::text) + octet_length(prior::text)) AS bytes FROM change
                WHERE account_id = \(account) AND entity_id = \(base.task) AND revision > \(base.revision)
                ORDER BY revision DESC LIMIT \(Int32(Self.most + 1))
            ) AS later
        ) AS change WHERE told <= \(Int64(Self.mostBytes)) OR told = bytes ORDER BY change.revision DESC
        """
    }

    /// - Parameter rows: what the question was answered.
    init(_ rows: Rows) throws(PostgresError) {
        entries = try rows.map { row throws(PostgresError) in try LedgerEntry(row) }
        let counted = try rows.first?.decode(LedgerEntry.columnCount, as: Int64.self) ?? 0
        isWhole = counted <= Self.most && counted == entries.count
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
