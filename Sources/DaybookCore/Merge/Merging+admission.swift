extension Merging {
    /// What an operation of the push is answered with.
    enum Answer {
        case outcome(Outcome)
        /// That of the entry, which may still change.
        case entry(Int)
    }

    /// Lets an operation of the push in: once, within the account's room, and with the clock that what its author had
    /// seen gives it.
    mutating func admit(_ told: SyncOperation) -> Answer {
        if let outcome = context.known[told.opId] { return .outcome(outcome) }
        if let index = places[told.opId] { return .entry(index) }
        if told.isOccurrenceConcludedElsewhere, !slice.tasks[told.id].isNone {
            return .entry(recordWithoutEffect(told))
        }
        if let quota = excess(of: told) { return .outcome(.quota(quota)) }
        if told.entity == .list, slice.crowdedLists.contains(told.id) { return .outcome(.rejected(.listTooLarge)) }
        if overfills(told) { return .outcome(.rejected(.tooManyUnknownFields)) }
        guard !retells else { return .entry(perform(told, cause: nil)) }
        var operation = told
        (operation.base, operation.after, operation.cause, operation.isCorrected) = (nil, nil, nil, false)
        if device != nil { operation.purpose = nil }
        let sawAll = hasSeenAll(told)
        if told.isOccurrenceConcludedElsewhere {
            placeAtBeginning(of: told.series, &operation)
        } else {
            if let after = told.after { place(&operation, after: after) }
            if sawAll { place(&operation, afterAllOf: told.row) }
            order(&operation)
            keepOrder(&operation, told: told.at)
        }
        tellTags(of: &operation, seen: sawAll ? nil : told.after ?? operation.at)
        let given = [withoutBucketOfTheBacklog(&operation), device == nil ? nil : withoutCarries(&operation)]
        // One deed in several operations: what belongs to another one of the push says so, and is taken back with it.
        let isPart = !told.makesRow || told.purpose == .subtask
        let deed = told.cause.flatMap { isPart && places[$0] != nil ? $0 : nil }
        let entry = perform(operation, cause: deed)
        if sawAll { seen[told.row] = slice.revision }
        for case let conflict? in given { note(conflict, in: entry) }
        return .entry(entry)
    }

    // MARK: What was seen

    /// The row has not changed since the device read it, but by the device itself.
    private func hasSeenAll(_ operation: SyncOperation) -> Bool {
        guard let base = operation.base, let epoch = context.epoch, base.epoch == epoch,
            base.revision <= revisionBefore, let revision = slice.revision(of: operation.row)
        else { return false }
        return revision <= max(base.revision, seen[operation.row] ?? 0)
    }

    /// What was read is never shifted: the change comes after it. Nobody has read anything of the future.
    private func place(_ operation: inout SyncOperation, after read: HybridTime) {
        var read = read
        if context.isServer, read.milliseconds > context.now.milliseconds {
            let present = HybridTime(context.now, counter: .max, device: read.device)
            read = min(read, max(present, slice.lastChange(of: operation.row) ?? present))
        }
        if read >= operation.at { operation.at = read.successor(device: operation.at.device) }
    }

    /// Who has seen everything that the row holds comes after it, whatever the clocks say, and takes back a completion
    /// that is named by nothing else.
    private func place(_ operation: inout SyncOperation, afterAllOf row: RowKey) {
        if let last = slice.lastChange(of: row), last >= operation.at {
            operation.at = last.successor(device: operation.at.device)
        }
        guard row.entity == .task, operation.reopens == nil, operation.kind != .delete, operation.asksForAnOpenState
        else { return }
        operation.reopens = slice.tasks[row.id].flatMap { $0.isCompleted ? $0.completion?.clock : nil }
    }

    /// A reopening comes after the completion that it names, as it was told. Its author knows its own completions by
    /// themselves; and nobody has seen a completion of the future.
    private func order(_ operation: inout SyncOperation) {
        guard operation.entity == .task, operation.kind != .delete, var reopens = operation.reopens else { return }
        let stored = slice.tasks[operation.id]?.completion?.clock
        if context.isServer, reopens.milliseconds > context.now.milliseconds {
            let present = HybridTime(context.now, counter: .max, device: reopens.device)
            reopens = min(reopens, max(present, stored ?? present))
        }
        if let stored, stored.device == device, stored < operation.at { reopens = max(reopens, stored) }
        operation.reopens = reopens
        if reopens >= operation.at { operation.at = reopens.successor(device: operation.at.device) }
    }

    /// What a device made later comes later also where what it had seen has put something before it later. Only what
    /// was made before that keeps its place.
    private mutating func keepOrder(_ operation: inout SyncOperation, told: HybridTime) {
        guard device != nil, operation.at.device == device else { return }
        if let raised, told >= raised.told, operation.at <= raised.given {
            operation.at = raised.given.successor(device: operation.at.device)
        }
        guard operation.at > told, raised.map({ operation.at > $0.given }) ?? true else { return }
        raised = (raised.map { min($0.told, told) } ?? told, operation.at)
    }

    /// Which tags come and which go, in place of all that there are to be: said so it means the same whenever it is
    /// told again.
    ///
    /// - Parameter seen: up to which clock its author saw them; nil for all that there is.
    func tellTags(of operation: inout SyncOperation, seen: HybridTime?) {
        guard case .task(var patch) = operation.change, let edit = patch[.tags]?.tags else { return }
        let tags = slice.tasks[operation.id]?.tagSet ?? TagSet()
        let difference = tags.difference(edit, seen: seen, by: operation.at.device)
        guard difference != edit else { return }
        // Somebody who says what is so already has worked on the task all the same; a conclusion says nothing then.
        patch[.tags] = difference.isEmpty && operation.at.device == .zero ? nil : .tags(difference)
        operation.change = .task(patch)
    }

    /// The backlog has no buckets: one that is given with it is not remembered either.
    private func withoutBucketOfTheBacklog(_ operation: inout SyncOperation) -> Conflict? {
        guard case .task(var patch) = operation.change, patch[.region] == .region(.backlog),
            let given = patch[.bucket], given != .bucket(.none)
        else { return nil }
        patch[.bucket] = nil
        operation.change = .task(patch)
        return Conflict(
            field: TaskField.bucket.name, mine: given.json, theirs: .string(Bucket.none.name), reason: .place)
    }

    /// How often a rollover carried a task is the server's to say. Beside other things the same number says nothing;
    /// who says nothing else is told that it changes nothing.
    private func withoutCarries(_ operation: inout SyncOperation) -> Conflict? {
        guard case .task(var patch) = operation.change, let given = patch.json(of: .carryCount) else { return nil }
        patch[.carryCount] = nil
        operation.change = .task(patch)
        let there = JSONValue.integer(Int64(slice.tasks[operation.id]?.carryCount ?? 0))
        let isAll = operation.kind == .set && operation.fields.isEmpty
        guard given != there || isAll else { return nil }
        return Conflict(field: TaskField.carryCount.name, mine: given, theirs: there, reason: .immutable)
    }

    /// No clock was read when a device concluded an occurrence: it begins just above its series, as one does that the
    /// server concludes. Whatever anybody did to it comes after.
    private func placeAtBeginning(of series: Identifier?, _ operation: inout SyncOperation) {
        guard let begun = series.flatMap({ slice.tasks[$0]?.beginning }) else { return }
        operation.at = begun.successor(device: operation.at.device)
    }

    // MARK: Room in the account

    /// Up to so many bytes a change is small enough for an account that is full.
    private static let smallChange: Int64 = 512

    /// What of the account is too full for the operation. What makes nothing and says little goes on: a full account
    /// can be tidied up.
    private mutating func excess(of operation: SyncOperation) -> Outcome.Quota? {
        let room = context.room
        guard room.tasks != nil || room.bytes != nil, operation.at.device != .zero || operation.makesRow else {
            return nil
        }
        let isNew = addsRow(operation)
        if let most = room.tasks, isNew, operation.entity == .task, slice.liveTasks >= most { return .tasks }
        guard let left = room.bytes else { return nil }
        let size = 200 + Int64(operation.fields.roughSize)
        let after = bytes + size
        if after > left, isNew || size > Self.smallChange || after > left + room.overdraft { return .bytes }
        bytes = after
        return nil
    }

    /// What a row carries of fields that are not known here is bounded, or a row would not be a row.
    private func overfills(_ operation: SyncOperation) -> Bool {
        guard context.isServer, !retells, operation.entity != .settings else { return false }
        let new = operation.change.unknown
        // More than that at once is refused as the patch that it would be, and is not looked at here.
        guard !new.isEmpty, new.count <= Patch<TaskItem>.mostUnknown else { return false }
        let there =
            operation.entity == .task ? slice.tasks[operation.id]?.unknown : slice.lists[operation.id]?.unknown
        var carried = there ?? UnknownFields()
        let before = carried.members
        for member in new { carried.set(.init(name: member.name, value: member.value, clock: operation.at)) }
        let after = carried.members
        if after.count > UnknownFields.most, after.count > before.count { return true }
        let size = after.roughSize(upTo: UnknownFields.mostBytes + 1)
        return size > UnknownFields.mostBytes && size > before.roughSize(upTo: size)
    }

    private func addsRow(_ operation: SyncOperation) -> Bool {
        switch (operation.entity, operation.kind) {
        case (.settings, _), (_, .delete): false
        case (.task, .set): slice.tasks[operation.id].map { $0.comesBack(with: operation) } ?? operation.makesRow
        case (.list, .set): operation.makesRow && slice.lists[operation.id].isNone
        case (.task, .restore): slice.tasks[operation.id]?.isDeleted ?? false
        case (.list, .restore): false
        }
    }
}

extension SyncOperation {
    /// A device has concluded that a series goes on, with its subtasks, as the server does from the same completion.
    var isOccurrenceConcludedElsewhere: Bool {
        guard let cause, kind == .set, entity == .task else { return false }
        return [Identifier.Purpose.nextOccurrence, .subtask].contains { purpose in
            opId == .derived(purpose, cause.high, cause.low, id.high, id.low)
        }
    }

    /// The series that an occurrence says it belongs to.
    var series: Identifier? { ofTask[.parentRecurringId]?.identifier }

    /// Could be what a row begins with.
    var makesRow: Bool {
        guard kind == .set else { return false }
        return switch change {
        case .task(let patch): patch.names(.title)
        case .list(let patch): patch.names(.title)
        case .settings: false
        }
    }

    /// Sets a task to a state that is open, or clears the time of its completion.
    var asksForAnOpenState: Bool {
        if let state = ofTask[.state] { return state != .state(.completed) }
        return ofTask[.completedAt] == .null
    }
}

extension TaskItem {
    /// An edit that was made after the deletion, or by somebody who had seen more than the times tell.
    fileprivate func comesBack(with operation: SyncOperation) -> Bool {
        guard isDeleted, let deletion else { return false }
        return operation.at > deletion || operation.base != nil || operation.after != nil
    }
}

extension Slice {
    /// The greatest clock of any change of a row; nil where it is not here.
    package func lastChange(of row: RowKey) -> HybridTime? {
        switch row.entity {
        case .task: tasks[row.id]?.lastChange
        case .list: lists[row.id]?.lastChange
        case .settings: settings.clocks.greatest
        }
    }

    func revision(of row: RowKey) -> Int64? {
        switch row.entity {
        case .task: tasks[row.id]?.revision
        case .list: lists[row.id]?.revision
        case .settings: settings.revision
        }
    }
}
