extension Merging {
    /// A deleted list takes along the tasks whose last change is older; newer ones go to the Inbox. What went with an
    /// earlier deletion of it goes along once more: a list comes back with what its last deletion took.
    mutating func takeTasksAlong(with list: Identifier, goneSince before: HybridTime?, after operation: SyncOperation) {
        guard let deletion = slice.lists[list]?.deletion else { return }
        for id in tasks(in: list) {
            guard let task = slice.tasks[id], !task.isDeleted || task.deletion == before else { continue }
            if let edited = task.lastEdit, edited >= deletion {
                moveToInbox(id, after: operation, noting: nil)
            } else {
                conclude(.cascade, .delete, on: id, at: deletion, from: operation.opId)
            }
        }
    }

    /// A list that comes back brings the tasks that went with it.
    mutating func bringTasksBack(to list: Identifier, deletedAt deletion: HybridTime, after operation: SyncOperation) {
        for id in tasks(in: list) {
            guard let task = slice.tasks[id], task.isDeleted, task.deletion == deletion else { continue }
            conclude(.revival, .restore, on: id, at: operation.at, from: operation.opId)
        }
    }

    /// A task that was moved elsewhere before its list was deleted did not go with it, though that is known only now.
    mutating func bringBack(
        _ id: Identifier, outOf list: Identifier, after operation: SyncOperation, noting entry: Int
    ) {
        guard let task = slice.tasks[id], let deletion = task.deletion, slice.lists[list]?.deletion == deletion,
            !slice.isLive(list: list), task.listId.map({ slice.isLive(list: $0) }) ?? true
        else { return }
        conclude(.revival, .restore, on: id, at: deletion.successor(device: .zero), from: operation.opId)
        let lost = result.entries[entry].outcome.conflicts.filter { $0.reason != .deleted }
        result.entries[entry].outcome = lost.isEmpty ? .applied : .merged(lost)
    }

    /// In the order of identifiers, so that revisions do not depend on a table's order.
    private func tasks(in list: Identifier) -> [Identifier] {
        slice.tasks.values.filter { $0.listId == list }.map { $0.id }.ordered()
    }
}
