import DaybookCore

/// The first operations of a turn, as many as go through one transaction: so many, and with no more text than a push
/// may have. One of them is never too much.
struct DayTurnPiece {
    private(set) var operations: [SyncOperation] = []
    /// Tasks whose text the occurrences take along, where it is not here.
    private(set) var missing: Set<Identifier> = []

    /// - Parameter due: the occurrences that are to be made, each with the one before it.
    init(
        of all: [SyncOperation], making due: [(task: TaskItem, due: NextOccurrence)], in sight: AccountSight,
        atMost limit: Int
    ) {
        let makers = Dictionary(due.map { ($0.due.id, $0.task) }) { first, _ in first }
        var (bytes, counted) = (0, Set<Identifier>())
        // An occurrence comes right behind its subtasks, and goes with them.
        var group: [SyncOperation] = []
        for operation in all {
            group.append(operation)
            if operation.purpose == .subtask { continue }
            let maker = makers[operation.id]
            let parts = maker.map { sight.slice.parts(of: $0.id, atMost: Slice.mostSubtasksMade).map(\.id) } ?? []
            for task in [maker?.id ?? operation.id] + parts where counted.insert(task).inserted {
                bytes += sight.bytesLeft[task] ?? 0
            }
            let isMuch = bytes > AccountChange.mostBytes || operations.count + group.count > limit
            if isMuch, !operations.isEmpty { return }
            operations += group
            group = []
            if let maker, maker.leavesNotes { missing.insert(maker.id) }
            missing.formUnion(parts.filter { sight.outlines.contains($0) })
        }
    }
}
