import DaybookCore

/// A gesture in the making: each change is done at once, so that the next one sees it, and all of them are one deed.
package struct Gesture {
    package private(set) var replica: Replica
    /// The settings as they were when the gesture began.
    package let settings: AccountSettings
    let troubles: Troubles
    package let now: Instant
    package internal(set) var chance: Chance
    /// The rows that were named or made, in their order.
    package var ids: [Identifier] = []
    /// Operations whose trouble is settled with it.
    package var seen: [Identifier] = []
    private(set) var rows = RowSet()
    private(set) var entries: [LedgerEntry] = []
    /// What was asked for and done.
    private(set) var operations: [Identifier] = []
    /// Refuses what the merge would alter (a full region, subtasks in a circle), for somebody at a screen can choose
    /// otherwise. Where nobody can, the merge decides.
    package var refusesWhatMergeWouldAlter = false
    /// Whoever knows it lends it to the gesture.
    package var end: PlaceEnd?
    /// Where in the outbox it begins: more may be sent than was asked for.
    private let begin: Int
    private var refused: Refused?

    init(_ replica: Replica, _ settings: AccountSettings, _ troubles: Troubles, now: Instant, chance: Chance) {
        self.replica = replica
        self.settings = settings
        self.troubles = troubles
        self.now = now
        self.chance = chance
        begin = replica.outbox.count
    }

    package var moment: Moment { Moment(now, in: LocalDay(of: settings)) }

    var queued: [Identifier] { replica.outbox[begin...].map { $0.opId } }

    package mutating func identifier() -> Identifier { .random(using: &chance) }

    package mutating func perform(_ edit: Edit) throws(Refused) {
        let edit = refusesWhatMergeWouldAlter ? try checked(edit) : edit
        let opId = identifier()
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

    private mutating func take(_ done: Replica.Performed, _ opId: Identifier) {
        if case .rejected(let why) = done.outcome {
            refused = Refused(why)
            return
        }
        if refusesWhatMergeWouldAlter, done.outcome.conflicts.contains(where: { $0.reason == .tangled }) {
            refused = .tangled
        }
        operations.append(opId)
        entries += done.entries
        rows.formUnion(done.rows)
        end?.stale.formUnion(done.rows.tasks)
    }

    private func check() throws(Refused) { if let refused { throw refused } }

    /// As if nothing of it had been done.
    mutating func takeBack() {
        for opId in queued.reversed() { rows.formUnion(replica.withdraw(opId, now: now)) }
        _ = replica.takeEdits()
    }

    /// Does something to each of the rows, which the gesture then has named.
    package mutating func each(
        _ ids: [Identifier], _ change: (inout Gesture, Identifier) throws(Refused) -> Void
    ) throws(Refused) {
        for id in ids {
            self.ids.append(id)
            try change(&self, id)
        }
    }

    package func task(_ id: Identifier) throws(Refused) -> TaskItem {
        guard let task = replica.view.tasks[id] else { throw Refused(.unknownRow) }
        return task
    }
}
