import DaybookCore
import Postgres
import Reactor

/// Tasks of which a change wants more than was read: their long texts were left where they are.
struct MissingTexts {
    /// All but long notes.
    var words: Set<Identifier> = []
    /// The notes as well.
    var notes: Set<Identifier> = []

    var isEmpty: Bool { words.isEmpty && notes.isEmpty }
}

extension AccountChange {
    /// What is missing for a push, and for its answer. What follows from the push is told best by letting it follow:
    /// which rows it changes does not depend on texts, so a trial without them names those that are wanted.
    func missingTexts(for push: Push, _ seeing: SliceNeeds) async -> MissingTexts {
        var missing = MissingTexts()
        guard slice.tasks.values.contains(where: \.leavesNotes) else { return missing }
        var trial = slice
        let result = await aside(if: isLong(push)) { trial.merge(push, context) }
        if case .merged(let merged) = result { missing = missingTexts(for: merged, of: slice.tasks) }
        missing.notes.formUnion(seeing.tasks.filter { slice.tasks[$0]?.leavesNotes ?? false })
        return missing
    }

    /// - Parameter tasks: as they were before the merge.
    func missingTexts(for merged: Merged, of tasks: [Identifier: TaskItem]) -> MissingTexts {
        var missing = MissingTexts()
        func leavesNotes(_ id: Identifier) -> Bool { tasks[id]?.leavesNotes ?? false }
        for entry in merged.entries where entry.operation.entity == .task && leavesNotes(entry.operation.id) {
            let (id, patch) = (entry.operation.id, entry.operation.ofTask)
            // A story that is told again tells what the task's series has taken along.
            let isTold = slice.lines[id] != nil && tasks[id]?.recurrence != nil
            if isTold || patch.names(.notes) || patch.names(.title) {
                missing.notes.insert(id)
            } else if loaded.outlines.contains(id) {
                missing.words.insert(id)
            }
        }
        // An occurrence takes the texts of the one before along, and its subtasks those of theirs, but for long notes.
        missing.notes.formUnion(merged.withParts.filter(leavesNotes))
        missing.words.formUnion(merged.asked.union(merged.subtasksSeen).filter(loaded.outlines.contains))
        return missing
    }

    mutating func look(for missing: MissingTexts) -> RowLook {
        loaded.forget(missing.notes)
        var needs = SliceNeeds()
        needs.tasks = missing.words.union(missing.notes)
        return loaded.look(for: needs)
    }

    /// What need not be done, or not in one, is not read where it is too much. One operation alone never is.
    func isWeighed(_ look: RowLook, for push: Push) -> Bool { push.operations.count > 1 && isWeighed(look) }

    func isWeighed(_ look: RowLook) -> Bool {
        (asked.request.isDivisible || asked.request.isBounded) && look.tasks.count + look.words.count > Self.fewRows
    }
}

/// A task would be written without its texts: a fault of ours, and nothing is written.
struct TextsLeftBehind: Error {}
