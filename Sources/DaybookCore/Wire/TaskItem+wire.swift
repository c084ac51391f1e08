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
    fileprivate mutating func name(_ member: Member) { name(member, of: Member.names) }

    /// Every field of the model, null where there is nothing.
    mutating func shownMembers(of task: TaskItem, _ shown: ShownState) {
        name(.id)
        identifier(task.id)
        name(.title)
        string(task.title)
        name(.notes)
        optional(task.notes) { $0.string($1) }
        name(.state)
        string(shown.state.name)
        name(.createdAt)
        instant(task.createdAt)
        name(.updatedAt)
        instant(shown.updatedAt)
        name(.completedAt)
        optional(shown.completedAt) { $0.instant($1) }
        name(.scheduledDate)
        optional(task.scheduledDate) { $0.date($1) }
        name(.dueAt)
        optional(task.dueAt) { $0.instant($1) }
        name(.reminderAt)
        optional(task.reminderAt) { $0.instant($1) }
        name(.listId)
        optional(task.listId) { $0.identifier($1) }
        name(.sortOrder)
        string(task.sortOrder.text)
        name(.region)
        optional(task.region) { $0.string($1.name) }
        name(.bucket)
        string(shown.bucket.name)
        name(.enteredBacklogAt)
        optional(shown.enteredBacklogAt) { $0.instant($1) }
        name(.carryCount)
        integer(task.carryCount)
        name(.sticky)
        bool(task.sticky)
        name(.autoCarry)
        bool(task.autoCarry)
        name(.category)
        optional(task.category) { $0.string($1) }
        name(.priority)
        integer(task.priority)
        name(.tags)
        array(task.tags) { $0.string($1) }
        name(.recurrence)
        optional(task.recurrence) { $0.recurrence($1) }
        name(.parentRecurringId)
        optional(task.parentRecurringId) { $0.identifier($1) }
        name(.parentId)
        optional(task.parentId) { $0.identifier($1) }
        name(.deletedAt)
        optional(shown.deletedAt) { $0.instant($1) }
        name(.revision)
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
        if isCompleted {
            writer.name(.openState)
            writer.string(openState.name)
        }
        if chosenBucket != bucket {
            writer.name(.chosenBucket)
            writer.string(chosenBucket.name)
        }
        if let completion {
            writer.name(.completion)
            writer.completion(completion)
        }
        if let reopenedThrough {
            writer.name(.reopenedThrough)
            writer.clock(reopenedThrough)
        }
        if let deletion {
            writer.name(.deletion)
            writer.clock(deletion)
        }
        if !tagSet.isEmpty {
            writer.name(.tagClocks)
            writer.tagClocks(tagSet)
        }
        writer.name(.clocks)
        writer.clocks(clocks, unknown, Words.taskFields)
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
