import DaybookCore

/// One gesture over several tasks: all of it or none, and taken back by one undo.
extension Notebook {
    /// Adds tasks, after what they need is made. Answers their identifiers.
    package func add(_ tasks: [TaskDraft], making: [Edit] = []) async throws -> [Identifier] {
        let named = tasks.map { (id: time.identifier(), draft: $0) }
        try await perform(together: making + named.map { Edit(id: $0.id, $0.draft.fields) }, isOneDeed: true)
        return named.map(\.id)
    }

    /// Sets fields of tasks by their names on the wire, after what they need is made.
    package func edit(_ tasks: [Identifier], _ fields: [JSONMember], making: [Edit] = []) async throws {
        try await perform(together: making + tasks.map { Edit(id: $0, fields) }, isOneDeed: true)
    }

    /// Sets the state of tasks. Of their subtasks, those that are completed stay so.
    package func set(_ tasks: [Identifier], to state: TaskState, withSubtasks: Bool = false) async throws {
        let named = Set(tasks)
        let fields = [JSONMember("state", .string(state.name))]
        try await perform(
            { task in
                guard named.contains(task.id) || !task.isCompleted else { return nil }
                return Edit(id: task.id, fields, reopens: state == .completed ? nil : task.completion?.clock)
            }, on: tasks, withSubtasks: withSubtasks)
    }

    /// Deletes tasks.
    package func delete(_ tasks: [Identifier], withSubtasks: Bool = false) async throws {
        try await perform({ Edit(.delete, id: $0.id) }, on: tasks, withSubtasks: withSubtasks)
    }
}
