import DaybookClient
import DaybookCore
import DaybookHost

/// All there is to say about one task.
enum ShowCommand {
    static let command = CommandSession.command(
        "show", "Show a task with its notes, subtasks and history",
        words: [CommandSession.taskWord],
        options: [
            .init(name: "all", help: "The history of every device, as the server knows it, and not of this one alone."),
            .init(name: "limit", placeholder: "N", help: "How many lines of the history. [10]"),
        ] + CommandSession.options,
        examples: [
            "daybook show milk": "by a word of its title",
            "daybook show 3f2a --all": "with what other devices did",
        ],
        run: { invocation, session in
            let limit = try invocation.number("limit", default: 10)
            await session.look()
            let task = try await session.task(invocation.words[0])
            let parts = await session.notebook.snapshot.parts(of: task.id)
            let server = ServerHistory(task: task.id, limit: limit)
            if session.isJSON {
                let history: JSONValue? =
                    if invocation.has("all") { try await server.answer(session) } else { Optional.none }
                let deeds = try await session.deeds(of: task, limit)
                session.tellObject { json in
                    json.member("task") { task.write(to: &$0) }
                    json.member("subtasks") { $0.tasks(parts) }
                    if let history { json.member("history", history) } else { json.member(changes: deeds) }
                }
                return
            }
            try await show(task, parts, session)
            session.say("\n" + session.style.bold("History"))
            if invocation.has("all") {
                try await server.show(session)
            } else {
                await session.show(try await session.deeds(of: task, limit))
            }
        })

    private static func show(_ task: TaskItem, _ parts: [TaskItem], _ session: CommandSession) async throws {
        let lines = await session.lines()
        session.say(session.style.bold(TerminalStyle.line(task.title)))
        for (name, value) in await fields(task, lines, session) {
            session.say(session.style.dim(name.padding(to: 11)) + value)
        }
        if let notes = task.notes {
            session.say("\n" + session.style.bold("Notes"))
            session.say(TerminalStyle.lines(notes))
        }
        guard !parts.isEmpty else { return }
        session.say("")
        session.group("Subtasks", lines.outline(parts).map { "\($0.indent)\(lines.line($0.task))" })
    }

    private static func fields(
        _ task: TaskItem, _ lines: TaskLines, _ session: CommandSession
    ) async -> [(name: String, value: String)] {
        let zone = lines.moment.day.zone
        var fields: [(String, String)] = [("State", state(task, zone))]
        func add(_ name: String, _ value: String?) { if let value { fields.append((name, value)) } }
        add("List", task.listId.flatMap { lines.lists[$0] }.map { TerminalStyle.line($0.name) } ?? "Inbox")
        add("Date", task.scheduledDate.map { "\($0.text), \(lines.name(of: $0))" })
        add("Due", task.dueAt.map { Clock.local($0, zone) + (lines.moment.isOverdue(task) ? ", overdue" : "") })
        add("Reminder", task.reminderAt.map { Clock.local($0, zone) })
        add("Region", task.region.map { $0.title + (task.isPlaced ? ", \(task.bucket.name)" : "") })
        add("Category", task.category.map(TerminalStyle.line))
        add("Priority", task.priority == 0 ? nil : "\(task.priority)")
        add("Tags", task.tags.isEmpty ? nil : task.tags.map(TerminalStyle.line).joined(separator: ", "))
        if let recurrence = task.recurrence {
            let schedule = recurrence.onSchedule ? ", on schedule" : ""
            add("Repeats", RecurrenceWords.text(recurrence, at: lines.moment) + schedule)
            let dates = recurrence.except.sorted().map(\.text)
            add("Except", dates.isEmpty ? nil : dates.joined(separator: ", "))
        }
        if let parent = task.parentId, let whole = await session.notebook.task(parent) {
            add("Part of", "\(TerminalStyle.line(whole.title))  \(session.style.dim(lines.short(parent)))")
        }
        add("Carried", task.carryCount == 0 ? nil : "\(task.carryCount) times")
        add("Created", Clock.local(task.createdAt, zone))
        add("Id", task.id.text)
        return fields
    }

    private static func state(_ task: TaskItem, _ zone: Zone) -> String {
        if task.isDeleted { return "deleted" }
        switch task.state {
        case .notStarted: return "open"
        case .active: return "started"
        case .completed: return task.completedAt.map { "completed \(Clock.local($0, zone))" } ?? "completed"
        }
    }
}
