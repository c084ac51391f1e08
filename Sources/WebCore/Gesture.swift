import DaybookCore

/// A gesture in the making: each change is done at once, so that the next one sees it, and all of them are one deed.
struct Gesture {
    var replica: Replica
    /// As they were when it began.
    let settings: AccountSettings
    let now: Instant
    var chance: Chance
    /// The rows that were named or made, in their order.
    var ids: [Identifier] = []
    private(set) var rows = RowSet()
    private(set) var entries: [LedgerEntry] = []
    /// What was asked for and done.
    private(set) var operations: [Identifier] = []
    /// Where in the outbox it begins: more may be sent than was asked for.
    private let begin: Int

    init(_ replica: Replica, _ settings: AccountSettings, now: Instant, chance: Chance) {
        self.replica = replica
        self.settings = settings
        self.now = now
        self.chance = chance
        begin = replica.outbox.count
    }

    var moment: Moment { Moment(now, in: LocalDay(of: settings)) }

    var queued: [Identifier] { replica.outbox[begin...].map { $0.opId } }

    mutating func perform(_ edit: Edit) throws(Refused) {
        let opId = Identifier.random(using: &chance)
        take(
            replica.perform(
                edit.kind, edit.entity, id: edit.id, edit.fields, reopens: edit.reopens, cause: operations.first,
                opId: opId, now: now), opId)
        try check()
    }

    mutating func perform(_ operation: SyncOperation) throws(Refused) {
        take(replica.perform(operation, now: now), operation.opId)
        try check()
    }

    private var rejection: Rejection?

    private mutating func take(_ done: Replica.Performed, _ opId: Identifier) {
        if case .rejected(let why) = done.outcome {
            rejection = why
            return
        }
        operations.append(opId)
        entries += done.entries
        rows.formUnion(done.rows)
    }

    private func check() throws(Refused) { if let rejection { throw Refused(rejection) } }

    /// As if nothing of it had been done.
    mutating func takeBack() {
        for opId in queued.reversed() { rows.formUnion(replica.withdraw(opId, now: now)) }
        _ = replica.takeEdits()
    }

    // MARK: Rows

    func task(_ id: Identifier) throws(Refused) -> TaskItem {
        guard let task = replica.view.tasks[id] else { throw Refused(.unknownRow) }
        return task
    }

    /// Sets fields of a task, those that are other than they are.
    mutating func set(_ id: Identifier, _ fields: [JSONMember]) throws(Refused) {
        let task = try task(id)
        let differing = Patch<TaskItem>(fields).differing(from: task).members
        guard !differing.isEmpty else { return }
        let takesUp = differing.contains { $0.name == "state" && $0.value != .string(TaskState.completed.name) }
        try perform(Edit(id: id, differing, reopens: takesUp ? task.completion?.clock : nil))
    }

    /// Puts a task between two others; one in another state stands elsewhere and bounds nothing.
    mutating func arrange(_ id: Identifier, after above: Identifier?, before below: Identifier?) throws(Refused) {
        let task = try task(id)
        func place(_ id: Identifier?) -> OrderPlace? {
            guard let other = id.flatMap({ replica.view.tasks[$0] }), other.state == task.state else { return nil }
            return OrderPlace(other.sortOrder, other.id)
        }
        let placing = Placing(after: place(above), before: place(below))
        guard placing.above != nil || placing.below != nil else { return }
        let keys = placing.keys(for: id, using: &chance) {
            replica.view.tasks.values.filter { $0.id != id && !$0.isDeleted }.map { OrderPlace($0.sortOrder, $0.id) }
        }
        for key in keys { try perform(Edit(id: key.id, [JSONMember("sortOrder", .string(key.key.text))])) }
    }

    mutating func arrange(list id: Identifier, after above: Identifier?, before below: Identifier?) throws(Refused) {
        func place(_ id: Identifier?) -> OrderPlace? {
            id.flatMap { replica.view.lists[$0] }.map { OrderPlace($0.sortOrder, $0.id) }
        }
        let keys = Placing(after: place(above), before: place(below)).keys(for: id, using: &chance) {
            replica.view.lists.values.filter { $0.id != id && !$0.isDeleted }.map { OrderPlace($0.sortOrder, $0.id) }
        }
        for key in keys {
            try perform(Edit(.set, .list, id: key.id, [JSONMember("sortOrder", .string(key.key.text))]))
        }
    }
}
