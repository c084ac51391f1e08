import DaybookClient
import DaybookCore

/// What is done to one task or to several at once.
enum StateCommands {
    static let done = command("done", "Complete tasks", "Done", [subtasks]) {
        try await $0.complete($1, withSubtasks: $2.has("with-subtasks"))
    }
    static let start = command("start", "Mark tasks as being worked on", "Started") { notebook, task, _ in
        try await notebook.start(task)
    }
    static let reopen = command("reopen", "Undo a completion or a start", "Reopened") { notebook, task, _ in
        try await notebook.reopen(task)
    }
    static let remove = command("rm", "Delete tasks; 'daybook undo' brings the last one back", "Deleted", [subtasks]) {
        try await $0.delete($1, withSubtasks: $2.has("with-subtasks"))
    }

    private static let subtasks = Command.Option(
        name: "with-subtasks", help: "Their subtasks too, which stay as they are otherwise.")

    private static func command(
        _ name: String, _ summary: String, _ did: String, _ options: [Command.Option] = [],
        _ change: @escaping @Sendable (Notebook, Identifier, Invocation) async throws -> Void
    ) -> Command {
        CommandSession.command(
            name, summary, words: [CommandSession.taskWords], options: options + CommandSession.options,
            examples: ["daybook \(name) milk 3f2a": "by a word of its title, and by an id"],
            run: { invocation, session in
                // All of them are found before anything is changed.
                var tasks: [TaskItem] = []
                for word in invocation.words {
                    let task = try await session.task(word)
                    if !tasks.contains(where: { $0.id == task.id }) { tasks.append(task) }
                }
                for task in tasks { try await change(session.notebook, task.id, invocation) }
                await session.report(tasks.map(\.id), did)
                await session.send()
            })
    }
}

extension CommandSession {
    /// What became of tasks.
    func report(_ ids: [Identifier], _ did: String) async {
        var tasks: [TaskItem] = []
        for id in ids { if let task = await notebook.task(id) { tasks.append(task) } }
        tell("tasks") { $0.tasks(tasks) }
        guard !isJSON else { return }
        let lines = await lines()
        for task in tasks { say("\(did): \(lines.line(task))") }
    }
}
