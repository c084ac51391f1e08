import DaybookCore
import Postgres

/// Which of the tasks that a change meets were erased for good, and what it says of them: nothing of that is kept.
struct ErasuresMet {
    /// Without any in the account nothing is looked for.
    var areAny = false
    private var asked: Set<Identifier> = []
    private var found: Set<Identifier> = []
    /// Operations that are answered without being merged, each with its place in the push.
    private(set) var refused: [(place: Int, operation: SyncOperation)] = []
    /// The names under which something else of the push is merged.
    private(set) var merged: Set<Identifier> = []

    /// What has not been asked of these yet.
    fileprivate mutating func look(for tasks: Set<Identifier>) -> RowLook {
        var look = RowLook()
        look.erased = tasks.filter { asked.insert($0).inserted }
        return look
    }

    mutating func take(_ task: Identifier) { found.insert(task) }

    /// A series may have made the same occurrence once more, from words of its own: that one lives.
    func standing(in slice: Slice) -> Set<Identifier> {
        found.filter { slice.tasks[$0]?.isDeleted ?? true }
    }

    /// What the ledger knows already is answered as it was.
    ///
    /// By its place, since a device may have given two operations one name. The first of these counts, so what comes
    /// under the name of a refused one is refused with it.
    mutating func takeOut(of push: inout Push, knowing known: [Identifier: Outcome], _ slice: Slice) {
        let erased = standing(in: slice)
        guard !erased.isEmpty else { return }
        var names: Set<Identifier> = []
        var left: [SyncOperation] = []
        for (place, operation) in push.operations.enumerated() {
            let isOfErased = operation.entity == .task && erased.contains(operation.id)
            if isOfErased && known[operation.opId] == nil || names.contains(operation.opId) {
                names.insert(operation.opId)
                refused.append((place, operation))
            } else {
                left.append(operation)
            }
        }
        guard !refused.isEmpty else { return }
        push.operations = left
        merged = Set(left.lazy.map(\.opId))
    }
}

extension Query {
    static func erased(among keys: OwnedKeys) -> Query {
        """
        SELECT erasure.account_id, erasure.task_id FROM \(keys.table)
        JOIN erasure ON erasure.account_id = wanted.account_id AND erasure.task_id = wanted.id \(keys.only("erasure"))
        """
    }
}

extension Rejection {
    /// Devices of every release know the code as that of a row that is not there.
    package static let erased = Rejection(.unknownRow, "The task was erased for good.")
}

extension AccountChange {
    /// Which tasks were erased is known before anything is decided about them, and before anything is done to others.
    mutating func lookForErased() -> RowLook {
        guard erasures.areAny else { return RowLook() }
        switch stage {
        case .deciding(let seen, _):
            return erasures.look(for: seen.tasks.union(seen.touched))
        case .decided(let decision):
            return erasures.look(for: Set(decision.push.operations.lazy.filter { $0.entity == .task }.map(\.id)))
        case .looking, .merging, .projecting:
            return RowLook()
        }
    }

    /// What was said of erased tasks is refused, and a task that is erased with this change loses its words.
    mutating func answerErasures(in merged: inout Merged, erasing task: Identifier?) {
        refuseErased(in: &merged)
        if let task { forgetWords(of: task, in: &merged) }
    }

    /// Each is known from now on, so that it is answered in the same way when it comes again; and says nothing.
    private mutating func refuseErased(in merged: inout Merged) {
        var answered = erasures.merged
        for (place, told) in erasures.refused {
            merged.outcomes.insert(.rejected(.erased), at: place)
            merged.given.insert(told.at, at: place)
            guard answered.insert(told.opId).inserted else { continue }
            slice.revision += 1
            merged.entries.append(
                LedgerEntry(
                    revision: slice.revision,
                    operation: SyncOperation(
                        opId: told.opId, id: told.id, at: told.at, kind: told.kind, Change(told.entity, [])),
                    recordedAt: context.now, prior: [], created: false, changed: false, outcome: .rejected(.erased)))
        }
    }

    /// The row as it is now, and what this change itself has written down of it.
    private mutating func forgetWords(of task: Identifier, in merged: inout Merged) {
        slice.tasks[task]?.forgetWords()
        for place in merged.entries.indices where merged.entries[place].operation.id == task {
            merged.entries[place] = merged.entries[place].withoutWords
        }
    }
}
