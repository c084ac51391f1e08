/// Operations that take earlier ones back, through the same door as everything else.
public struct UndoPlan: Hashable, Sendable {
    package var operations: [SyncOperation] = []
    /// What was changed again since and therefore stays as it is.
    public var kept: [Kept] = []

    /// A field that an undo leaves, because it was changed since.
    public struct Kept: Hashable, Sendable {
        /// What kind of row.
        public var entity: SyncOperation.Entity
        /// Which row.
        public var id: Identifier
        /// The field's name on the wire.
        public var field: String

        package init(entity: SyncOperation.Entity, id: Identifier, field: String) {
            self.entity = entity
            self.id = id
            self.field = field
        }
    }
}

extension Slice {
    /// Takes back what some ledger entries did: one operation, a range, or everything since a revision.
    ///
    /// `entries` ascend by revision. Give an operation together with the entries it caused; the cascade of a deleted
    /// list then comes back with it. Each field returns to its value before the first of the entries, if its clock
    /// still is that of the last of them; what somebody changed since is kept and named. The operations get identities
    /// that follow from `request`, so that a repeated request is one undoing.
    ///
    /// An occurrence that went because the completion before it was taken back comes with that completion, as the
    /// series makes it then, and not by itself: there would be two where the completed one was moved since. Only
    /// `rowByRow` each row becomes what it was.
    ///
    /// `noted` is what entries of one row did that were told one after another.
    ///
    /// `passing` are entries that came after these and have been taken back, with their undoings: nothing of them is
    /// taken back again, and what only they touched since counts as untouched.
    package func undo(
        _ entries: [LedgerEntry], noted: (row: RowKey, deeds: RowUndo)? = nil, passing later: [LedgerEntry] = [],
        rowByRow: Bool = false, at clock: HybridTime, request: Identifier
    ) -> UndoPlan {
        var undoing = Undoing(slice: self, clock: clock, request: request)
        let reopens = entries.contains { $0.outcome.tookPart && $0.takesCompletionBack }
        var order: [RowKey] = []
        var rows: [RowKey: RowUndo] = [:]
        if let noted {
            order.append(noted.row)
            rows[noted.row] = noted.deeds
        }
        for entry in entries {
            guard entry.outcome.tookPart else { continue }
            let key = entry.operation.row
            if rows[key] == nil {
                order.append(key)
                rows[key] = RowUndo()
            }
            rows[key]?.note(entry)
            if !rowByRow, entry.unmakesOccurrence, reopens || entry.isOfAnUndoing {
                rows[key]?.isLeftToItsSeries = true
            }
        }
        for entry in later {
            guard entry.outcome.tookPart else { continue }
            rows[entry.operation.row]?.pass(entry)
        }
        // Lists that come back come first, so that tasks find them; those that may go come last, when their tasks have
        // left. What a series made goes after the completions that made it.
        func turn(_ key: RowKey) -> Int {
            if key.entity == .list { return isLive(list: key.id) ? 3 : 0 }
            return rows[key]?.madeBySeries ?? false ? 2 : 1
        }
        for wanted in 0...3 {
            for key in order.reversed() where turn(key) == wanted {
                if let row = rows[key] { undoing.undo(key, row) }
            }
        }
        if undoing.plan.operations.isEmpty { undoing.plan.kept += undoing.left }
        return undoing.plan
    }
}

/// What some entries together did to one row.
package struct RowUndo: Sendable {
    package var created = false
    /// The first value before, by field.
    package private(set) var prior: [JSONMember] = []
    /// The last clock of each of these fields.
    var clocks: [String: HybridTime] = [:]
    /// The greatest clock of the entries.
    var last: HybridTime?
    /// A series made the row when an occurrence was completed.
    package var madeBySeries = false
    /// The last value of each of the fields, where the operations say it.
    var values: [String: JSONValue] = [:]
    /// It comes back when its series makes it again.
    var isLeftToItsSeries = false
    /// Clocks of what was taken back since.
    var passed: Set<HybridTime> = []

    package init() {}

    /// The next of its entries, which took part.
    package mutating func note(_ entry: LedgerEntry) {
        // An occurrence that its series brought back is as good as made, unless it was there before the first entry.
        let revived = entry.revivesOccurrence && clocks["deletedAt"] == nil
        // A row that was there before is none that was made since, though it was dropped for good and made again.
        let isNew = entry.created && last == nil
        created = created || isNew || revived
        madeBySeries = madeBySeries || revived || (isNew && entry.cause != nil)
        last = last.map { max($0, entry.operation.at) } ?? entry.operation.at
        // What rides on a field goes with the value before it, not with an earlier one.
        let carried = Self.carriers.filter { clocks[$0.carrier] != nil }
        for (member, clock) in entry.priorParts {
            if clocks[member.name] == nil, !carried.contains(where: { $0.rider == member.name }) {
                prior.append(member)
            }
            clocks[member.name] = max(clocks[member.name] ?? clock, clock)
            values[member.name] = entry.valueAfter(of: member)
        }
        // Said once more, a value has a new clock and no value before.
        let lost = Set(entry.outcome.conflicts.map { $0.field })
        for (name, clock) in entry.namedParts where !lost.contains(name) {
            if let known = clocks[name] { clocks[name] = max(known, clock) }
        }
        for (rider, carrier) in Self.carriers {
            // Whoever changed the one since has changed the other as well.
            if clocks[rider] != nil { clocks[rider] = clocks[carrier] ?? clocks[rider] }
        }
    }

    /// What has no clock of its own, and the field that it rides on.
    private static let carriers = TaskField.allCases.compactMap { rider in
        rider.carrier.map { (rider: rider.name, carrier: $0.name) }
    }

    static func carrier(of field: String) -> String? { carriers.first { $0.rider == field }?.carrier }

    /// Goes on from the clocks of something that was taken back since, field by field, as long as one value led to the
    /// next: where it did not, somebody else changed the field in between.
    mutating func pass(_ entry: LedgerEntry) {
        passed.insert(entry.operation.at)
        for (member, clock) in entry.priorParts
        where clocks[member.name] != nil && Self.carrier(of: member.name) == nil {
            if let value = values[member.name], value != entry.readable(member.value, of: member.name) {
                clocks[member.name] = nil
                continue
            }
            clocks[member.name] = clock
            for (rider, carrier) in Self.carriers where carrier == member.name && clocks[rider] != nil {
                clocks[rider] = clock
            }
            values[member.name] = entry.valueAfter(of: member)
        }
    }
}

private struct Undoing {
    let slice: Slice
    var clock: HybridTime
    let request: Identifier
    var plan = UndoPlan()
    /// The operation that takes a completion back: what that made goes with it.
    var reopening: Identifier?
    /// What only its series brings back.
    var left: [UndoPlan.Kept] = []

    mutating func undo(_ key: RowKey, _ row: RowUndo) {
        switch key.entity {
        case .task:
            guard let task = slice.tasks[key.id] else { return }
            if row.created {
                var edits: [HybridTime] = TaskField.allCases.compactMap { task.clocks[$0] }
                edits += task.unknown.entries.map { $0.clock }
                if let completion = task.completion { edits.append(completion.clock) }
                undoCreation(key, row, edits: edits, isDeleted: task.isDeleted)
                return
            }
            let reopens = task.isCompleted ? task.completion?.clock : nil
            restore(key, row, reopens: reopens, isDeleted: task.isDeleted) { name in
                if let tag = TagPart.tag(name) { return task.tagSet[tag]?.shownClock }
                return TaskField(name: name).map { task.shownClock(of: $0) } ?? task.unknown[name]?.clock
            }
        case .list:
            guard let list = slice.lists[key.id] else { return }
            if row.created {
                var edits: [HybridTime] = ListField.allCases.compactMap { list.clocks[$0] }
                edits += list.unknown.entries.map { $0.clock }
                undoCreation(key, row, edits: edits, isDeleted: list.isDeleted, isInUse: isInUse(list: key.id))
                return
            }
            restore(key, row, reopens: nil, isDeleted: list.isDeleted) { name in
                ListField(name: name).map { list.shownClock(of: $0) } ?? list.unknown[name]?.clock
            }
        case .settings:
            let settings = slice.settings
            restore(key, row, reopens: nil, isDeleted: false) { name in
                SettingsField(name: name).map { settings.clocks[$0] } ?? settings.unknown[name]?.clock
            }
        }
    }

    /// Something stays in the list that would go along with it.
    private func isInUse(list: Identifier) -> Bool {
        let leaving = Set(
            plan.operations.lazy.filter { $0.kind == .delete || $0.ofTask.names(.listId) }.map { $0.id })
        return slice.tasks.values.contains { $0.listId == list && !$0.isDeleted && !leaving.contains($0.id) }
    }

    /// What was made by the entries goes, unless somebody worked on it since, or put something into it.
    private mutating func undoCreation(
        _ key: RowKey, _ row: RowUndo, edits: [HybridTime], isDeleted: Bool, isInUse: Bool = false
    ) {
        guard !isDeleted else { return }
        // What the server has told of an occurrence since is no work on it.
        let lastEdit = edits.filter { !row.passed.contains($0) && !(row.madeBySeries && $0.device == .zero) }.max()
        guard let last = row.last, !isInUse, lastEdit.map({ $0 <= last }) ?? true else {
            plan.kept.append(.init(entity: key.entity, id: key.id, field: "deletedAt"))
            return
        }
        // Says that the making was taken back, so that the series may make the occurrence again.
        emit(key, .delete, reopens: row.madeBySeries ? clock : nil, cause: row.madeBySeries ? reopening : nil)
    }

    private mutating func restore(
        _ key: RowKey, _ row: RowUndo, reopens: HybridTime?, isDeleted: Bool,
        shownClock: (String) -> HybridTime?
    ) {
        var fields: [JSONMember] = []
        var deletedBefore: Bool?
        for member in row.prior {
            if let tag = TagPart.tag(member.name),
                slice.tasks[key.id]?.tagSet.has(tag) == (member.value == true)
            {
                continue
            }
            let unchanged = shownClock(member.name).map { $0 == row.clocks[member.name] } ?? false
            if member.name == "deletedAt" {
                if member.value.isNull, isDeleted, row.isLeftToItsSeries {
                    left.append(.init(entity: key.entity, id: key.id, field: member.name))
                    continue
                }
                // A deletion is undone while it is the last word; a restoring, while the row lives.
                if member.value.isNull, isDeleted, unchanged { deletedBefore = false }
                if !member.value.isNull, !isDeleted { deletedBefore = true }
                if member.value.isNull, isDeleted, !unchanged { keep(key, member) }
                continue
            }
            // What rides on another field goes with that, whose clock it has.
            if unchanged { fields.append(member) } else if !isRider(member) { keep(key, member) }
        }
        if isDeleted, row.isLeftToItsSeries { return }
        if isDeleted, deletedBefore != false {
            // What lies beneath a deletion stays there: to set it would bring the row back. What the server concluded
            // there is nobody's word, and is concluded anew when the row comes back.
            for member in fields where !isRider(member) && row.clocks[member.name]?.device != .zero {
                keep(key, member)
            }
            return
        }
        let named = Set(fields.map { $0.name })
        fields.removeAll { member in RowUndo.carrier(of: member.name).map { !named.contains($0) } ?? false }
        let takesUp = fields.contains { $0.name == "state" && $0.value != .string(TaskState.completed.name) }
        var bucket: [JSONMember] = []
        if fields.contains(JSONMember("region", .string(Region.backlog.name))) {
            // Said together with the backlog, the bucket that it had for later would be dropped.
            bucket = fields.filter { $0.name == "bucket" && $0.value != .string(Bucket.none.name) }
            fields.removeAll(where: bucket.contains)
        }
        let reopens = takesUp ? reopens : nil
        if deletedBefore == false {
            emit(key, .restore, fields, reopens: reopens)
        } else if !fields.isEmpty, !isAsWanted(key, fields) {
            emit(key, .set, fields, reopens: reopens)
        }
        if reopens != nil { reopening = plan.operations.last?.opId }
        if !bucket.isEmpty { emit(key, .set, bucket) }
        if deletedBefore == true { emit(key, .delete) }
    }

    /// What changed and changed back is as it was: there is nothing to say, and nothing to count.
    private func isAsWanted(_ key: RowKey, _ fields: [JSONMember]) -> Bool {
        let members = TagPart.joined(fields)
        return switch key.entity {
        case .task: slice.tasks[key.id].map { Patch<TaskItem>(members).isHad(by: $0) } ?? false
        case .list: slice.lists[key.id].map { Patch<TaskList>(members).isHad(by: $0) } ?? false
        case .settings: Patch<AccountSettings>(members).isHad(by: slice.settings)
        }
    }

    private func isRider(_ member: JSONMember) -> Bool { RowUndo.carrier(of: member.name) != nil }

    private mutating func keep(_ key: RowKey, _ member: JSONMember) {
        let field = TagPart.tag(member.name) == nil ? member.name : TaskField.tags.name
        let kept = UndoPlan.Kept(entity: key.entity, id: key.id, field: field)
        if plan.kept.last != kept { plan.kept.append(kept) }
    }

    private mutating func emit(
        _ key: RowKey, _ kind: SyncOperation.Kind, _ fields: [JSONMember] = [], reopens: HybridTime? = nil,
        cause: Identifier? = nil
    ) {
        let opId = Identifier.derived(.undo, request.high, request.low, UInt64(plan.operations.count))
        var operation = SyncOperation(
            opId: opId, entity: key.entity, id: key.id, at: clock, kind: kind, fields: TagPart.joined(fields),
            reopens: reopens)
        operation.cause = cause
        plan.operations.append(operation)
        clock = clock.successor(device: clock.device)
    }
}
