import DaybookCore
import Postgres

/// What is to be thought of where only the changes of one device go, and those of others stay.
extension Restoration {
    /// Takes back what one device did after `since` and not after `until`.
    init(
        takingBack device: Identifier, since: RestorationTarget, until: RestorationTarget?, isRehearsal: Bool,
        confirmMassDelete: Bool, askedBy submission: Submission, _ changes: OnlineChanges
    ) {
        (extent, target, end) = (.device(device), since, until)
        (self.isRehearsal, self.confirmMassDelete) = (isRehearsal, confirmMassDelete)
        (self.submission, self.changes) = (submission, changes)
    }

    /// Lists that would go, and in which there is something by now that would not, be it a task or an event: they stay,
    /// since a list takes along what is in it. What a device puts there later goes to the Inbox instead.
    ///
    /// - Parameter report: where nothing is done, which tasks would leave their lists, and come into others.
    func listsInUse(
        among batch: [ChangedRow], as report: RestorationReport
    ) async throws -> Set<Identifier> {
        let lists = batch.filter { $0.entity == .list && $0.isLive }.map(\.id)
        guard !lists.isEmpty else { return [] }
        let rows = try await changes.database.read(
            of: account,
            """
            SELECT wanted.id FROM unnest(\(lists)) AS wanted (id)
            WHERE EXISTS (SELECT 1 FROM task WHERE task.account_id = \(account) AND task.list_id = wanted.id
                    AND task.deleted_at IS NULL AND NOT task.task_id = ANY(\(Array(report.leaving))))
                OR \(holdsOthersEvents)
            """)
        return Set(try rows.map { row throws(PostgresError) in try row.decode(0, as: Identifier.self) })
            .union(report.entering.values)
    }

    /// Where a device is taken back, events that others wrote last. Elsewhere those of a list go with it.
    private var holdsOthersEvents: Query {
        guard case .device(let device) = extent else { return "false" }
        return """
            EXISTS (SELECT 1 FROM dav_guest WHERE dav_guest.account_id = \(account)
                AND dav_guest.list_id = wanted.id AND dav_guest.deleted_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM change WHERE change.account_id = \(account)
                    AND change.revision = dav_guest.revision AND change.device_id = \(device)))
            """
    }

    /// An occurrence that its series made and somebody completed: it counts as made until it is open again, and its
    /// series would not make it once more.
    func reopening(
        of row: ChangedRow, before plan: UndoPlan, in slice: Slice, at clock: HybridTime
    ) -> SyncOperation? {
        guard plan.operations.contains(where: { $0.kind == .delete && $0.reopens != nil }),
            let task = slice.tasks[row.id], task.isCompleted, let completion = task.completion
        else { return nil }
        return SyncOperation(
            opId: operations(of: row)[3], id: row.id, at: clock, .task([.state: .state(.notStarted)]),
            reopens: completion.clock)
    }
}
