private enum Member: Int, CaseIterable {
    case id, title, notes, state, createdAt, updatedAt, completedAt, scheduledDate, dueAt, reminderAt, listId, sortOrder
    case region, bucket, enteredBacklogAt, carryCount, sticky, autoCarry, category, priority, tags
    case recurrence, parentRecurringId, parentId, deletedAt, revision
    // Of the replica's form alone.
    case openState, chosenBucket, completion, reopenedThrough, deletion, tagClocks, clocks

    static let names = JSONNames<Member>(
        "id title notes state createdAt updatedAt completedAt scheduledDate dueAt reminderAt listId sortOrder "
            + "region bucket enteredBacklogAt carryCount sticky autoCarry category priority tags "
            + "recurrence parentRecurringId parentId deletedAt revision "
            + "openState chosenBucket completion reopenedThrough deletion tagClocks clocks")
}

extension JSONWriter {
    /// Every field of the model, null where there is nothing.
    mutating func shownMembers(of task: TaskItem, _ shown: ShownState) {
        var names = OrderedNames(Member.names)
        names.name(.id, in: &self)
        identifier(task.id)
        names.name(.title, in: &self)
        string(task.title)
        names.optional(.notes, task.notes, in: &self) { $0.string($1) }
        names.name(.state, in: &self)
        string(shown.state.name)
        names.name(.createdAt, in: &self)
        instant(task.createdAt)
        names.name(.updatedAt, in: &self)
        instant(shown.updatedAt)
        names.optional(.completedAt, shown.completedAt, in: &self) { $0.instant($1) }
        names.optional(.scheduledDate, task.scheduledDate, in: &self) { $0.date($1) }
        names.optional(.dueAt, task.dueAt, in: &self) { $0.instant($1) }
        names.optional(.reminderAt, task.reminderAt, in: &self) { $0.instant($1) }
        names.optional(.listId, task.listId, in: &self) { $0.identifier($1) }
        names.name(.sortOrder, in: &self)
        string(task.sortOrder.text)
        names.optional(.region, task.region, in: &self) { $0.string($1.name) }
        names.name(.bucket, in: &self)
        string(shown.bucket.name)
        names.optional(.enteredBacklogAt, shown.enteredBacklogAt, in: &self) { $0.instant($1) }
        names.name(.carryCount, in: &self)
        integer(task.carryCount)
        names.name(.sticky, in: &self)
        bool(task.sticky)
        names.name(.autoCarry, in: &self)
        bool(task.autoCarry)
        names.optional(.category, task.category, in: &self) { $0.string($1) }
        names.name(.priority, in: &self)
        integer(task.priority)
        names.name(.tags, in: &self)
        array(task.tags) { $0.string($1) }
        names.optional(.recurrence, task.recurrence, in: &self) { $0.recurrence($1) }
        names.optional(.parentRecurringId, task.parentRecurringId, in: &self) { $0.identifier($1) }
        names.optional(.parentId, task.parentId, in: &self) { $0.identifier($1) }
        names.optional(.deletedAt, shown.deletedAt, in: &self) { $0.instant($1) }
        names.name(.revision, in: &self)
        integer(task.revision)
    }

    /// What a newer peer added.
    mutating func unknownMembers(of task: TaskItem) { members(task.unknown, beside: Member.names) }
}

extension TaskItem {
    /// Every field of the model is written, null where there is nothing; what a newer peer added follows them.
    package func write(to writer: inout JSONWriter, _ form: RowForm = .plain) {
        writer.beginObject()
        writer.shownMembers(of: self, shown)
        if form == .replica { writeMerging(to: &writer) }
        writer.unknownMembers(of: self)
        writer.endObject()
    }

    /// What merging needs beyond the visible fields; members that say nothing new are left out.
    private func writeMerging(to writer: inout JSONWriter) {
        let names = Member.names
        if isCompleted {
            writer.name(.openState, of: names)
            writer.string(openState.name)
        }
        if chosenBucket != bucket {
            writer.name(.chosenBucket, of: names)
            writer.string(chosenBucket.name)
        }
        if let completion {
            writer.name(.completion, of: names)
            writer.completion(completion)
        }
        if let reopenedThrough {
            writer.name(.reopenedThrough, of: names)
            writer.clock(reopenedThrough)
        }
        if let deletion {
            writer.name(.deletion, of: names)
            writer.clock(deletion)
        }
        if !tagSet.isEmpty {
            writer.name(.tagClocks, of: names)
            writer.tagClocks(tagSet)
        }
        writer.name(.clocks, of: names)
        writer.fieldsByClock(clocks, unknown, Words.taskFields)
    }

    /// Reads either form. A plain row has no clocks: what it says is the row's state, and the completion or deletion
    /// that it shows is as old as the row.
    package init(from reader: inout JSONReader) throws(WireError) {
        let start = try reader.objectStart()
        self.init(id: try reader.identifierAhead())
        try reader.beginObject()
        var members = JSONMembers()
        var unknown = UnknownMembers()
        var visible = ShownState()
        reading: while true {
            switch try reader.nextMember(of: Member.names, &members) {
            case .field(let member): try read(member, &visible, &unknown, from: &reader)
            case .unknown: try unknown.read(from: &reader)
            case .end: break reading
            }
        }
        if !members.has(Member.title) { throw reader.missing("title", ofObjectAt: start) }
        if !members.has(Member.createdAt) { throw reader.missing("createdAt", ofObjectAt: start) }
        let old = HybridTime(createdAt, device: .zero)
        self.unknown = unknown.fields(fallback: old)
        if visible.state != .completed { openState = visible.state }
        if !members.has(Member.chosenBucket) { chosenBucket = visible.bucket }
        if !members.has(Member.tagClocks) { tagSet = TagSet(visible.tags, at: old) }
        enterBacklog(at: visible.enteredBacklogAt)
        guard !members.has(Member.clocks) else { return }
        if visible.state == .completed { completion = Completion(clock: old, at: visible.completedAt ?? createdAt) }
        if let deletedAt = visible.deletedAt { deletion = HybridTime(deletedAt, device: .zero) }
    }

    private mutating func read(
        _ member: Member, _ visible: inout ShownState, _ unknown: inout UnknownMembers, from reader: inout JSONReader
    ) throws(WireError) {
        switch member {
        case .id: _ = try reader.readIdentifier()
        case .title: title = try reader.readString()
        case .notes: notes = try reader.takeNull() ? nil : reader.readString()
        case .state: visible.state = try reader.readWord(of: Words.state)
        case .createdAt: createdAt = try reader.readInstant()
        case .updatedAt: _ = try reader.readInstant()
        case .completedAt: visible.completedAt = try reader.takeNull() ? nil : reader.readInstant()
        case .scheduledDate: scheduledDate = try reader.takeNull() ? nil : reader.readDate()
        case .dueAt: dueAt = try reader.takeNull() ? nil : reader.readInstant()
        case .reminderAt: reminderAt = try reader.takeNull() ? nil : reader.readInstant()
        case .listId: listId = try reader.takeNull() ? nil : reader.readIdentifier()
        case .sortOrder: sortOrder = try reader.readOrderKey()
        case .region: region = try reader.takeNull() ? nil : reader.readWord(of: Words.region)
        case .bucket: visible.bucket = try reader.readWord(of: Words.bucket)
        case .enteredBacklogAt: visible.enteredBacklogAt = try reader.takeNull() ? nil : reader.readInstant()
        case .carryCount: carryCount = try reader.readInt(in: 0...Int(Int32.max))
        case .sticky: sticky = try reader.readBool()
        case .autoCarry: autoCarry = try reader.readBool()
        case .category: category = try reader.takeNull() ? nil : reader.readString()
        case .priority: priority = try reader.readInt(in: Self.priorities)
        case .tags: visible.tags = try reader.readTexts()
        case .tagClocks: tagSet = try reader.readTagClocks()
        case .recurrence: recurrence = try reader.takeNull() ? nil : reader.readRecurrence()
        case .parentRecurringId: parentRecurringId = try reader.takeNull() ? nil : reader.readIdentifier()
        case .parentId: parentId = try reader.takeNull() ? nil : reader.readIdentifier()
        case .deletedAt: visible.deletedAt = try reader.takeNull() ? nil : reader.readInstant()
        case .revision: revision = try reader.readInt64()
        case .openState: openState = try reader.readWord(of: Words.state)
        case .chosenBucket: chosenBucket = try reader.readWord(of: Words.bucket)
        case .completion: completion = try reader.readCompletion()
        case .reopenedThrough: reopenedThrough = try reader.readClock()
        case .deletion: deletion = try reader.readClock()
        case .clocks: clocks = try reader.readClocks(Words.taskFields, unknown: &unknown)
        }
    }
}
