import DaybookCore

/// The members of a task in our documents. The first eight are the contract that the apps' own exports have; what they
/// cannot say, and what they lack, follows in members of its own.
enum TaskMember: Int, CaseIterable {
    case id, text, state, createdAt, updatedAt, completedAt, scheduledDate, sortOrder
    case milliseconds, notes, dueAt, reminderAt, listId, orderKey, region, bucket, enteredBacklogAt, carryCount
    case sticky, autoCarry, category, recurrence, parentRecurringId, deletedAt, otherFields
    /// Says what a line is, where every row is a line.
    case type

    static let names = JSONNames<TaskMember>(
        "id text state createdAt updatedAt completedAt scheduledDate sortOrder "
            + "milliseconds notes dueAt reminderAt listId orderKey region bucket enteredBacklogAt carryCount "
            + "sticky autoCarry category recurrence parentRecurringId deletedAt otherFields type")
}

extension JSONWriter {
    mutating func name(_ member: TaskMember) { name(member, of: TaskMember.names) }

    /// A task as an object. Instants of the contract are in whole seconds, since strict readers of ISO 8601 take no
    /// decimals; the milliseconds stand beside them.
    mutating func task(_ task: TaskDraft, rank: Int, type: String? = nil) {
        beginObject()
        if let type {
            name(.type)
            string(type)
        }
        name(.id)
        identifier(task.name)
        name(.text)
        string(task.title)
        name(.state)
        string(task.state.name)
        name(.createdAt)
        wholeSeconds(task.createdAt)
        name(.updatedAt)
        wholeSeconds(task.updatedAt)
        name(.completedAt)
        wholeSeconds(task.completedAt)
        name(.scheduledDate)
        if let date = task.scheduledDate { self.date(date) } else { null() }
        name(.sortOrder)
        integer(rank)
        further(task)
        endObject()
    }

    /// What the contract does not say; a member that would say nothing is left out.
    private mutating func further(_ task: TaskDraft) {
        milliseconds([
            ("createdAt", task.createdAt), ("updatedAt", task.updatedAt), ("completedAt", task.completedAt),
        ])
        if let notes = task.notes {
            name(.notes)
            string(notes)
        }
        instant(.dueAt, task.dueAt)
        instant(.reminderAt, task.reminderAt)
        placement(task)
        if let category = task.category {
            name(.category)
            string(category)
        }
        if let rule = task.recurrence {
            name(.recurrence)
            recurrence(rule)
        }
        remainder(task)
    }

    /// Where it stands: in which list, at which place there, and in which part of the day.
    mutating func placement(_ task: TaskDraft) {
        if let list = task.list {
            name(.listId)
            identifier(list)
        }
        if let key = task.sortOrder {
            name(.orderKey)
            string(key.text)
        }
        if let region = task.region {
            name(.region)
            string(region.name)
        }
        if task.bucket != .none {
            name(.bucket)
            string(task.bucket.name)
        }
        instant(.enteredBacklogAt, task.enteredBacklogAt)
        if task.carryCount != 0 {
            name(.carryCount)
            integer(task.carryCount)
        }
        if task.sticky {
            name(.sticky)
            bool(true)
        }
        if task.autoCarry {
            name(.autoCarry)
            bool(true)
        }
    }

    /// The series that it belongs to, when it was deleted, and fields that this release does not know.
    mutating func remainder(_ task: TaskDraft) {
        if let parent = task.parentRecurringId {
            name(.parentRecurringId)
            identifier(parent)
        }
        instant(.deletedAt, task.deletedAt)
        if !task.unknown.isEmpty {
            name(.otherFields)
            object(task.unknown)
        }
    }

    mutating func instant(_ member: TaskMember, _ instant: Instant?) {
        guard let instant else { return }
        name(member)
        self.instant(instant)
    }

    mutating func wholeSeconds(_ instant: Instant?) {
        if let instant { wholeSeconds(instant) } else { null() }
    }

    /// What instants in whole seconds leave out; nothing where that is nothing.
    mutating func milliseconds(_ instants: [(name: String, instant: Instant?)]) {
        var isOpen = false
        for (name, instant) in instants {
            guard let instant, instant.belowSecond != 0 else { continue }
            if !isOpen {
                self.name(.milliseconds)
                beginObject()
                isOpen = true
            }
            self.name(name)
            integer(instant.belowSecond)
        }
        if isOpen { endObject() }
    }

    /// What is exported has an identifier of ours.
    mutating func identifier(_ name: SourceName) {
        switch name {
        case .own(let id): identifier(id)
        case .named(let name): string(name)
        }
    }
}

extension Instant {
    /// Milliseconds since the second began, 0 to 999, before 1970 too.
    var belowSecond: Int64 { (milliseconds % 1000 + 1000) % 1000 }
}
