/// Rows that are not there yet. Order of arrival does not matter: what comes before its row waits in the ledger and
/// takes part, by its own clock, when the row comes.
extension Merging {
    /// More lines than these are let go: only whoever holds on to rows that never come has as many.
    private static let mostInboxMoves = Slice.mostWaiting / 2

    mutating func wait(_ entry: LedgerEntry, for row: RowKey) {
        slice.waiting[row, default: []].append(entry)
        slice.waitingCount += 1
        result.waits.append(Waiting(row, entry))
    }

    /// Where a row is there, or is there again, what waited for it takes part, each as a line of its own. So does what
    /// was left behind beside its row.
    mutating func bringWhatWaited(for operation: SyncOperation) {
        let row = operation.row
        guard !slice.waiting.isEmpty, slice.holds(row) else { return }
        let isFilter = row.entity == .list && slice.lists[row.id]?.filter != nil
        if row.entity == .list, !isFilter, !slice.isLive(list: row.id),
            slice.waiting[row]?.allSatisfy({ $0.isInboxMove }) ?? true
        {
            return
        }
        guard let waited = slice.waiting.removeValue(forKey: row) else { return }
        slice.waitingCount -= waited.count
        for entry in waited {
            if let place = result.waits.firstIndex(where: { $0.entry.revision == entry.revision }) {
                result.waits.remove(at: place)
            } else {
                result.waitedFor.append(entry.revision)
            }
        }
        // Tasks first: what waited may delete the list, and then they go along.
        // What came turned out to be a saved filter: no task lies in one.
        for entry in waited where entry.isInboxMove && !isFilter {
            guard slice.isLive(list: row.id) else {
                wait(entry, for: row)
                continue
            }
            takeOutOfInbox(entry, to: row.id, after: operation)
        }
        for entry in waited.ordered(by: { $0.operation.at < $1.operation.at }) where !entry.isInboxMove {
            var late = entry.operation
            late.opId = .derived(.awaited, late.opId.high, late.opId.low)
            guard places[late.opId] == nil else { continue }
            _ = perform(late, cause: operation.opId)
        }
    }

    // MARK: Tasks whose list is not there

    /// A task whose list is deleted, unknown or a saved filter goes to the Inbox: nothing is lost by adding to a list
    /// that somebody deleted meanwhile. It goes into the list when that comes.
    mutating func moveToInbox(_ id: Identifier, after operation: SyncOperation, noting entry: Int?) {
        guard let task = slice.tasks[id], let list = task.listId else { return }
        let clock = max(operation.at, task.clocks[.listId] ?? operation.at).successor(device: .zero)
        let move = conclude(
            .inboxMove, .set, on: id, at: clock, [.listId: .null], from: operation.opId)
        if let move, slice.lists[list]?.filter == nil, slice.waitingCount < Self.mostInboxMoves {
            wait(result.entries[move], for: RowKey(.list, list))
        }
        if let entry {
            note(
                Conflict(
                    field: "listId", mine: .string(list.text), theirs: .null, reason: .listGone,
                    by: slice.lists[list]?.deletion),
                in: entry)
        }
    }

    /// Unless somebody put the task elsewhere since.
    private mutating func takeOutOfInbox(_ move: LedgerEntry, to list: Identifier, after operation: SyncOperation) {
        let id = move.operation.id
        guard let task = slice.tasks[id], task.clocks[.listId] == move.operation.at else { return }
        let clock = move.operation.at.successor(device: .zero)
        // It brings no deleted task back.
        if task.isDeleted, let deletion = task.deletion, deletion <= clock { return }
        conclude(.listFound, .set, on: id, at: clock, [.listId: .identifier(list)], from: operation.opId)
    }
}

extension LedgerEntry {
    /// The server put a task into the Inbox because its list was not there.
    var isInboxMove: Bool { !outcome.isWaiting }
}

extension Slice {
    /// Lets go of what was written down before, and waits still.
    mutating func endWaiting(recordedBefore oldest: Instant) {
        for (row, entries) in waiting {
            let rest = entries.filter { $0.recordedAt >= oldest }
            waitingCount -= entries.count - rest.count
            waiting[row] = rest.isEmpty ? nil : rest
        }
    }

    /// How many lines of an account may wait for rows; and with how many others long ones may: what waits is read whole
    /// when its row comes.
    package static let (mostWaiting, mostWithLong) = (1000, 32)
    static let longWaiting = 16 << 10

    static func mostWaiting(besides operation: SyncOperation) -> Int {
        operation.fields.roughSize(upTo: longWaiting + 1) > longWaiting ? mostWithLong : mostWaiting
    }
}
