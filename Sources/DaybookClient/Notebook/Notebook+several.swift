import DaybookCore
import DaybookDevice

/// One gesture over several tasks: all of it or none, and taken back by one undo.
extension Notebook {
    /// Adds tasks, after what they need is made. Answers their identifiers.
    package func add(_ tasks: [TaskDraft], making: [Edit] = []) async throws -> [Identifier] {
        try await act { gesture throws(Refused) in
            for edit in making { try gesture.perform(edit) }
            for task in tasks { _ = try gesture.add(task.fields) }
        }.ids
    }

    /// Adds a task by its fields' names on the wire. Answers its identifier.
    package func add(_ fields: [JSONMember]) async throws -> Identifier {
        try await made { gesture throws(Refused) in _ = try gesture.add(fields) }
    }

    /// Sets fields of tasks by their names on the wire, after what they need is made.
    package func edit(_ tasks: [Identifier], _ fields: [JSONMember], making: [Edit] = []) async throws {
        try await act { gesture throws(Refused) in
            for edit in making { try gesture.perform(edit) }
            try gesture.each(tasks) { gesture, id throws(Refused) in try gesture.set(task: id, fields) }
        }
    }

    /// Moves tasks, each behind the one before it, after what they need is made.
    ///
    /// - Parameter fields: what else is set in them.
    package func move(
        _ tasks: [Identifier], _ action: QuickAction, and fields: [JSONMember] = [], making: [Edit] = []
    ) async throws {
        try await act { gesture throws(Refused) in
            for edit in making { try gesture.perform(edit) }
            try gesture.each(tasks) { gesture, id throws(Refused) in
                try gesture.move(id, action)
                if !fields.isEmpty { try gesture.set(task: id, fields) }
            }
        }
    }

    /// Sets the state of tasks. Of their subtasks, those that are completed stay so.
    package func set(_ tasks: [Identifier], to state: TaskState, withSubtasks: Bool = false) async throws {
        let fields = [JSONMember(TaskField.state.name, .string(state.name))]
        try await act { gesture throws(Refused) in
            let all = withSubtasks ? gesture.withSubtasks(tasks) { !$0.isCompleted } : tasks
            try gesture.each(all) { gesture, id throws(Refused) in try gesture.set(task: id, fields) }
        }
    }

    /// Deletes tasks.
    package func delete(_ tasks: [Identifier], withSubtasks: Bool = false) async throws {
        try await act { gesture throws(Refused) in
            let all = withSubtasks ? gesture.withSubtasks(tasks) { _ in true } : tasks
            try gesture.each(all) { gesture, id throws(Refused) in try gesture.delete(id) }
        }
    }
}
