import DaybookCore

/// What people do with tasks, lists and settings.
extension Gesture {
    // MARK: Tasks

    /// Makes a task, under a name that was made for it already or one of its own. Answers what it is called.
    package mutating func add(_ fields: [JSONMember], as name: Identifier? = nil) throws(Refused) -> Identifier {
        let id = name ?? identifier()
        ids.append(id)
        try perform(Edit(id: id, fields))
        return id
    }

    /// Sets fields of a task, those that are other than they are.
    package mutating func set(task id: Identifier, _ fields: [JSONMember]) throws(Refused) {
        let task = try task(id)
        let differing = Patch<TaskItem>(fields).differing(from: task).members
        guard !differing.isEmpty else { return }
        let takesUp = differing.contains { $0.name == "state" && $0.value != .string(TaskState.completed.name) }
        try perform(Edit(id: id, differing, reopens: takesUp ? task.completion?.clock : nil))
    }

    package mutating func delete(_ id: Identifier) throws(Refused) { try perform(Edit(.delete, id: id)) }

    package mutating func restore(_ id: Identifier) throws(Refused) { try perform(Edit(.restore, id: id)) }

    /// Tasks with the parts of them that something is done to as well, and theirs; each stands once.
    package func withSubtasks(_ tasks: [Identifier], where counts: (TaskItem) -> Bool) -> [Identifier] {
        var all: [Identifier] = []
        var named = Set(tasks)
        for id in tasks {
            all.append(id)
            for part in replica.view.parts(of: id) where counts(part) && named.insert(part.id).inserted {
                all.append(part.id)
            }
        }
        return all
    }

    // MARK: Lists and settings

    /// Makes a list. Answers what it is called.
    package mutating func add(list fields: [JSONMember]) throws(Refused) -> Identifier {
        let id = identifier()
        ids.append(id)
        try set(list: id, fields)
        return id
    }

    package mutating func set(list id: Identifier, _ fields: [JSONMember]) throws(Refused) {
        try perform(Edit(.set, .list, id: id, fields))
    }

    /// With the tasks in it.
    package mutating func delete(list id: Identifier) throws(Refused) { try perform(Edit(.delete, .list, id: id)) }

    package mutating func set(settings fields: [JSONMember]) throws(Refused) {
        try perform(Edit(.set, .settings, id: replica.base.account, fields))
    }

    // MARK: What gave way

    /// Says again what gave way in these operations; then somebody has looked at it.
    package mutating func useMine(_ opIds: [Identifier]) throws(Refused) {
        seen = opIds
        for change in troubles.lost where opIds.contains(change.opId) { try say(again: change) }
    }

    private mutating func say(again change: LostChange) throws(Refused) {
        ids.append(change.id)
        var fields: [JSONMember] = []
        for conflict in change.conflicts where conflict.field != "completedAt" {
            if conflict.field == "deletedAt" {
                let kind: SyncOperation.Kind = conflict.mine.isNull ? .restore : .delete
                try perform(Edit(kind, change.entity, id: change.id))
            } else {
                fields.append(JSONMember(conflict.field, conflict.mine))
            }
        }
        guard !fields.isEmpty else { return }
        guard change.entity != .task else { return try set(task: change.id, fields) }
        try perform(Edit(.set, change.entity, id: change.id, fields))
    }
}
