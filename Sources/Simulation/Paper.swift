import DaybookCore

/// What a device has stored: the parts of its replica, kept up to date by its edits alone, as a store on a disk keeps
/// them.
package struct Paper: Sendable {
    package private(set) var parts: ReplicaParts

    package init(_ replica: Replica) { parts = replica.parts }

    package func replica(now: Instant) -> Replica { Replica(parts, now: now) }

    /// The operations that are here in whatever state.
    var known: [Identifier] { parts.answered.map(\.operation.opId) + parts.waiting.map(\.opId) }

    package mutating func write(_ edits: [ReplicaEdit], _ standing: Replica.Standing) {
        for edit in edits { write(edit) }
        parts.standing = standing
        parts.base.recount()
        parts.base.revision = standing.revision
        parts.incoming?.recount()
        parts.incoming?.revision = standing.cursor?.revision ?? 0
    }

    private mutating func write(_ edit: ReplicaEdit) {
        switch edit {
        case .queue(let operation): parts.waiting.append(operation)
        case .answer(let operation, let at):
            guard let index = parts.waiting.firstIndex(where: { $0.opId == operation.opId }) else { return }
            parts.waiting.remove(at: index)
            parts.answered.append(Replica.Answered(operation, at: at))
            parts.onTheirWay += 1
        case .drop(let opId): parts.waiting.removeAll { $0.opId == opId }
        case .forget(let opId): parts.answered.removeAll { $0.operation.opId == opId }
        case .land: parts.onTheirWay = 0
        case .sendAgain:
            parts.waiting = parts.answered.map(\.operation) + parts.waiting
            parts.answered = []
            parts.onTheirWay = 0
        case .task(let task, let incoming):
            change(incoming) { $0.tasks[task.id] = task }
        case .list(let list, let incoming):
            change(incoming) { $0.lists[list.id] = list }
        case .settings(let settings, let incoming):
            change(incoming) { $0.settings = settings }
        case .dropIncoming: parts.incoming = nil
        case .adopt:
            // A snapshot without rows is one of an empty account.
            parts.base = parts.incoming ?? Slice(account: parts.base.account)
            parts.incoming = nil
        }
    }

    private mutating func change(_ incoming: Bool, _ change: (inout Slice) -> Void) {
        guard incoming else { return change(&parts.base) }
        var slice = parts.incoming ?? Slice(account: parts.base.account)
        change(&slice)
        parts.incoming = slice
    }
}
