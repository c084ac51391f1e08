extension ReplicaParts {
    /// Takes in what a replica changed, as a keeper that has it all on one paper does.
    package mutating func write(_ edit: ReplicaEdit) {
        switch edit {
        case .queue(let operation): waiting.append(operation)
        case .answer(let operation, let at):
            guard let index = waiting.firstIndex(where: { $0.opId == operation.opId }) else { return }
            waiting.remove(at: index)
            answered.append(Replica.Answered(operation, at: at))
            onTheirWay += 1
        case .drop(let opId): waiting.removeAll { $0.opId == opId }
        case .forget(let opId): answered.removeAll { $0.operation.opId == opId }
        case .land: onTheirWay = 0
        case .sendAgain:
            waiting = answered.map { $0.operation } + waiting
            answered = []
            onTheirWay = 0
        case .task(let task, let incoming): change(incoming) { $0.tasks[task.id] = task }
        case .list(let list, let incoming): change(incoming) { $0.lists[list.id] = list }
        case .settings(let settings, let incoming): change(incoming) { $0.settings = settings }
        case .dropIncoming: incoming = nil
        case .adopt:
            // A snapshot without rows is one of an empty account.
            base = incoming ?? Slice(account: base.account)
            incoming = nil
        }
    }

    /// The server's rows, or those of the snapshot on its way.
    package mutating func change(_ isIncoming: Bool, _ change: (inout Slice) -> Void) {
        guard isIncoming else { return change(&base) }
        var slice = incoming ?? Slice(account: base.account)
        incoming = nil
        change(&slice)
        incoming = slice
    }
}
