import DaybookCore

/// What was acknowledged to people, recorded without any of the code under test: plain facts about who did what.
package struct Shadow: Sendable {
    package struct Fact: Sendable {
        var device: Int
        var author: Identifier
        /// In the order in which people did things.
        var number = 0
        var task: Identifier
        var title: String?
        /// The title that the task showed when the change was made.
        var saw: String?
        var completes = false
        var reopens = false
        var creates = false
    }

    package init() {}

    /// Every change that a device kept, by operation.
    package private(set) var facts: [Identifier: Fact] = [:]
    /// Operations that a restore from backup took away after they had been acknowledged.
    package private(set) var forgotten: Set<Identifier> = []
    /// Tasks that somebody may have meant to delete, by themselves or with a list.
    package private(set) var deleted: Set<Identifier> = []
    package private(set) var reopened: Set<Identifier> = []
    package private(set) var retitled: [Identifier: Int] = [:]
    /// Tasks about which an undoing makes the plain facts say too little.
    package private(set) var undone: Set<Identifier> = []
    package private(set) var limitsChanged = false

    /// - Parameters:
    ///   - before: the task as the device showed it when the person made the change.
    ///   - view: all that the device shows once the change is made.
    package mutating func note(_ operation: SyncOperation, device: Int, before: TaskItem? = nil, view: Slice) {
        switch operation.entity {
        case .task:
            let task = view.tasks[operation.id]
            for whole in [task, task?.parentId.flatMap { view.tasks[$0] }] where whole?.parentRecurringId != nil {
                occurrences.insert(operation.id)
            }
            var fact = Fact(device: device, author: operation.at.device, task: operation.id)
            for field in operation.fields {
                switch (field.name, field.value) {
                case ("title", .string(let title)):
                    fact.title = title
                    retitled[operation.id, default: 0] += 1
                case ("state", .string(let state)):
                    fact.completes = state == "completed"
                    // Who sees a completed task and opens it takes the completion back.
                    let sawIt = before?.isCompleted ?? false
                    fact.reopens = state != "completed" && (operation.reopens != nil || sawIt)
                default: break
                }
            }
            if fact.title != nil { fact.saw = before?.title }
            fact.number = facts.count
            if let title = fact.title { titles[operation.id, default: [:]][title] = fact }
            fact.creates = fact.title != nil && operation.fields.count > 1
            if operation.kind == .delete { deleted.insert(operation.id) }
            if fact.reopens { reopened.insert(operation.id) }
            facts[operation.opId] = fact
        case .list:
            // Whoever deletes a list deletes what is in it, here or on any other device.
            if operation.kind == .delete {
                listsDeleted.insert(operation.id)
            }
        case .settings:
            if operation.fields.contains(where: { $0.name == "regionLimits" }) { limitsChanged = true }
        }
        for field in operation.fields where field.name == "listId" {
            if case .string(let text) = field.value, let list = Identifier(text) {
                lists[operation.id, default: []].insert(list)
            }
        }
    }

    /// Occurrences that a series made, and their parts: they are born into whatever list their forerunner was in.
    private var occurrences: Set<Identifier> = []
    private var listsDeleted: Set<Identifier> = []
    private var lists: [Identifier: Set<Identifier>] = [:]

    private var titles: [Identifier: [String: Fact]] = [:]

    /// The device that gave a task this title, and the time.
    func title(_ title: String, of task: Identifier) -> Fact? { titles[task]?[title] }

    package func mayBeDeleted(_ task: Identifier) -> Bool {
        deleted.contains(task) || undone.contains(task)
            || (occurrences.contains(task) && !listsDeleted.isEmpty)
            || !(lists[task] ?? []).isDisjoint(with: listsDeleted)
    }

    package mutating func noteUndo(of task: Identifier) { undone.insert(task) }

    /// Operations that a restore takes away: the backup does not know them, and no device will send them again.
    package mutating func forget(_ operations: some Sequence<Identifier>) { forgotten.formUnion(operations) }
    package mutating func remember(_ operation: Identifier) { forgotten.remove(operation) }
}
