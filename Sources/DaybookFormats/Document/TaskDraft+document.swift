import DaybookCore

extension TaskMember {
    static let names = JSONNames(ofDocument, name: \.name)
    static let beyondContract = ofDocument.filter { $0.rawValue > TaskMember.milliseconds.rawValue && $0 != .type }
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
        millisecondsBelowSecond([
            ("createdAt", task.createdAt), ("updatedAt", task.updatedAt), ("completedAt", task.completedAt),
        ])
        further(task)
        endObject()
    }

    /// What the contract does not say; a member that would say nothing is left out.
    mutating func further(_ task: TaskDraft, where isWanted: (TaskMember) -> Bool = { _ in true }) {
        for member in TaskMember.beyondContract where isWanted(member) {
            switch member {
            case .listId:
                if let list = task.list {
                    name(member)
                    identifier(list)
                }
            case .enteredBacklogAt: instant(member, task.enteredBacklogAt)
            // Fields that this release does not know.
            case .otherFields:
                if !task.unknown.isEmpty {
                    name(member)
                    object(task.unknown)
                }
            default:
                guard let field = member.field, !task[field].saysNothing else { continue }
                name(member)
                value(task[field])
            }
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
    mutating func millisecondsBelowSecond(_ instants: [(name: String, instant: Instant?)]) {
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

    /// Exported rows have identifiers of ours.
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
