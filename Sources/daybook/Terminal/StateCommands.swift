import DaybookClient
import DaybookCore

/// What is done to one task or to several at once.
enum StateCommands {
    static let done = command(
        "done", "Complete tasks", "Complete", "Done", [subtasks], where: { !$0.isCompleted },
        { try await $0.set($1, to: .completed, withSubtasks: $2) })
    static let start = command(
        "start", "Mark tasks as being worked on", "Start", "Started", where: { $0.state != .active },
        { notebook, tasks, _ in try await notebook.set(tasks, to: .active) })
    static let reopen = command(
        "reopen", "Undo a completion or a start", "Reopen", "Reopened", where: { $0.state != .notStarted },
        naming: { $0.state != .notStarted },
        { notebook, tasks, _ in try await notebook.set(tasks, to: .notStarted) })
    static let remove = command(
        "rm", "Delete tasks; 'daybook undo' brings them back", "Delete", "Deleted", [subtasks], where: { _ in true },
        { try await $0.delete($1, withSubtasks: $2) })

    private static let subtasks = Command.Option(
        name: "with-subtasks", help: "Their subtasks too, which stay as they are otherwise.")

    /// - Parameters:
    ///   - belongs: what of a filter's tasks is not left as it is.
    ///   - meant: which of the tasks whose titles have a word are meant by it, if there are such.
    private static func command(
        _ name: String, _ summary: String, _ gesture: String, _ did: String, _ options: [Command.Option] = [],
        where belongs: @escaping @Sendable (TaskItem) -> Bool,
        naming meant: @escaping @Sendable (TaskItem) -> Bool = { !$0.isCompleted },
        _ change: @escaping @Sendable (Notebook, [Identifier], Bool) async throws -> Void
    ) -> Command {
        CommandSession.command(
            name, summary, words: [CommandSession.taskWords],
            options: options + CommandSession.selection + CommandSession.options,
            examples: [
                "daybook \(name) milk 3f2a": "by a word of its title, and by an id",
                "daybook \(name) --where 'list:Groceries'": "whatever a filter finds; asks first",
            ],
            run: { invocation, session in
                let tasks = try await session.tasks(
                    invocation.words, invocation, to: gesture, where: belongs, naming: meant)
                let before = await session.occurrences(besides: tasks.filter(\.isCompleted))
                try await change(session.notebook, tasks.map(\.id), invocation.has("with-subtasks"))
                await session.report(tasks.map(\.id), did)
                await session.send()
                await session.tell(of: before)
            })
    }
}

extension CommandSession {
    /// Open tasks of the same series as some.
    fileprivate func occurrences(besides tasks: [TaskItem]) async -> [Identifier] {
        let series = Set(tasks.flatMap { [$0.id, $0.parentRecurringId].compactMap(\.self) })
        guard !series.isEmpty else { return [] }
        return await notebook.snapshot.allTasks.filter { task in
            !task.isCompleted && task.parentRecurringId.map(series.contains) ?? false
        }.map(\.id)
    }

    /// The server takes the occurrence back that a completion made, once the completion itself is taken back.
    fileprivate func tell(of occurrences: [Identifier]) async {
        let lines = await lines()
        for id in occurrences {
            guard let task = await notebook.task(id), task.isDeleted else { continue }
            say("With that its next occurrence is gone: \(lines.line(task))")
        }
    }

    /// What became of tasks.
    func report(_ ids: [Identifier], _ did: String) async {
        var tasks: [TaskItem] = []
        for id in ids { if let task = await notebook.task(id) { tasks.append(task) } }
        guard let lines = await lines(unlessTold: "tasks", { $0.tasks(tasks) }) else { return }
        for task in tasks { say("\(did): \(lines.line(task))") }
    }
}
