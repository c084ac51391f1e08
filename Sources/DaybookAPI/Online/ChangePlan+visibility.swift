import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP

/// What of the rows under the account's lock there is for the one who asks (`Visibility` says it of statements).
extension ChangePlan {
    /// The task of an id; nil also where it lies in a list that is kept from the one who asks.
    func task(_ id: Identifier) throws -> TaskItem? {
        guard let task = slice.tasks[id], let list = task.listId else { return slice.tasks[id] }
        return try sees(list: list) ? task : nil
    }

    func sees(list: Identifier) throws -> Bool {
        guard isForAssistant else { return true }
        guard seen.lists.contains(list) else {
            var missing = SliceNeeds()
            missing.lists = [list]
            throw UnseenRows(needs: missing)
        }
        return slice.lists[list]?.isKeptFromAssistants != true
    }

    /// Nobody undoes what happened to a task that is not there for them, or puts one where they see no list.
    func requireSeen(_ change: Identifier, in entries: [LedgerEntry], undoneBy operations: [SyncOperation]) throws {
        guard isForAssistant else { return }
        for entry in entries where entry.operation.opId == change && entry.operation.entity == .task {
            guard try task(entry.operation.id) != nil else { throw Problem(.notFound) }
        }
        for list in operations.compactMap({ $0.ofTask[.listId]?.identifier }) {
            guard try sees(list: list) else { throw Problem(.notFound) }
        }
    }
}

extension OnlineChanges {
    /// Leaves out of a result what is not there for the one who asked: what followed from a change may lie elsewhere
    /// than what was changed, and what was done once may lie elsewhere by now.
    func visible(
        _ settled: ChangeResult, among others: Set<Identifier>, to submission: Submission
    ) async throws -> ChangeResult {
        let principal = submission.principal
        guard principal.isAssistant else { return settled }
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT task_id FROM task WHERE account_id = \(principal.account)
                AND task_id = ANY(\(Array(others.union(settled.tasks.keys)))) AND NOT \(Visibility(principal).tasks)
            """)
        var visible = settled
        visible.unseen = Set(try rows.decode(Identifier.self))
        visible.tasks = settled.tasks.filter { !visible.unseen.contains($0.key) }
        visible.entries.removeAll { visible.unseen.contains($0.operation.id) }
        return visible
    }
}
