import DaybookClient
import DaybookCore
import DaybookHost

/// What is open: all of it, and the little of it to begin with.
enum OpenCommands {
    static let next = CommandSession.command(
        "next", "Show what to do next",
        about:
            "The must-do of the present part of the day first, then what is overdue, then today's tasks, then what was left behind. The Morning ends at 12:00 and the Afternoon at 18:00, by the account's clock.",
        options: [.init(name: "limit", placeholder: "N", help: "Show at most this many. [3]")] + CommandSession.options,
        examples: [
            "daybook next": "what to begin with",
            "daybook next --limit 1 --json --offline": "for a prompt or a status bar",
        ],
        run: { invocation, session in
            let most = try invocation.number("limit", default: 3)
            await session.look()
            let tasks = await session.notebook.snapshot.next.prefix(most)
            guard let lines = await session.lines(unlessTold: "tasks", { $0.tasks(tasks) }) else { return }
            session.groups(
                tasks.isEmpty ? [] : [("Next", tasks.map { lines.line($0) })], orElse: "Nothing is waiting today.")
        })

    static let all = CommandSession.command(
        "all", "Show everything that is open, by list",
        examples: ["daybook all --json": "every open task, in one array"],
        run: { _, session in
            await session.look()
            let snapshot = await session.notebook.snapshot
            let tasks = snapshot.allTasks.filter { !$0.isCompleted }
            guard let lines = await session.lines(unlessTold: "tasks", { $0.tasks(tasks) }) else { return }
            let byList = Dictionary(grouping: tasks) { task in task.listId.flatMap { lines.lists[$0]?.id } }
            let places: [(name: String, id: Identifier?)] =
                [("Inbox", nil)] + snapshot.lists.map { (TerminalStyle.line($0.name), $0.id) }
            session.groups(
                places.compactMap { place in
                    byList[place.id].map { tasks in
                        (
                            place.name,
                            lines.outline(tasks).map { "\($0.indent)\(lines.line($0.task, showsList: false))" }
                        )
                    }
                }, orElse: "Nothing is open.")
        })
}
