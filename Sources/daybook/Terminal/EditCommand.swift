import DaybookClient
import DaybookCore

enum EditCommand {
    static let command = CommandSession.command(
        "edit", "Change tasks: title, notes, dates and the rest",
        about:
            "Only what is given is changed; `none` clears what can be empty. With TASK alone its title, fields and notes are opened in $VISUAL or $EDITOR. A text that is left as it was changes nothing; one that cannot be understood or saved is given back and kept in its file.",
        words: [CommandSession.taskWords],
        options: [
            .init(name: "title", placeholder: "TEXT", help: "Its title; of one task only."),
            .init(name: "notes", placeholder: "TEXT", help: "Its notes."),
            .init(name: "date", placeholder: "DATE", help: "The date it is for: \(QuickDate.help)."),
            .init(name: "due", placeholder: "WHEN", help: "When it has to be done: \(QuickInstant.help)."),
            .init(name: "remind", placeholder: "WHEN", help: "When to be reminded of it."),
            .init(name: "list", placeholder: "LIST", help: "Its list, or inbox."),
            ListChoice.option,
            .init(name: "parent", placeholder: "TASK", help: "The task that it is part of, or none."),
            .init(name: "category", placeholder: "TEXT", help: "Its category."),
            CommandSession.priority,
            .init(name: "tag", placeholder: "TAGS", help: "Tags to put on, with commas between them."),
            .init(name: "untag", placeholder: "TAGS", help: "Tags to take off."),
            .init(name: "every", placeholder: "DAYS", help: "How it repeats: \(QuickRecurrence.help); or none."),
            .init(
                name: "except", placeholder: "DATES",
                help: "Dates to leave out of its series, with commas between them; none leaves out no date any more."),
        ] + CommandSession.selection + CommandSession.options,
        examples: [
            "daybook edit milk": "in the editor",
            "daybook edit milk --title 'Oat milk' --date none": "another title, no date",
            "daybook edit run --except '24 dec,31 dec'": "a series that leaves out two days",
            "daybook edit --where 'list:Trip' --tag packed": "whatever a filter finds; asks first",
        ],
        writing: { invocation in ["title", "notes", "category", "tag", "list"].map { invocation.options[$0] } },
        run: { try await run($0, $1) })

    private static func run(_ invocation: Invocation, _ session: CommandSession) async throws {
        let says = invocation.options.keys.contains { !["where", "yes", "json", "offline", "notebook"].contains($0) }
        guard says else {
            guard invocation.words.count == 1 else {
                throw Refusal(usage: "say what to change; see 'daybook edit --help'.")
            }
            return try await TaskEditing(session: session).edit(try await session.task(invocation.words[0]))
        }
        try ListChoice.check(invocation)
        let (fields, making) = try await fields(invocation, session)
        let tasks = try await session.tasks(invocation.words, invocation, to: "Change")
        guard tasks.count == 1 || !invocation.has("title") else {
            throw Refusal(usage: "--title is for one task, and these are \(tasks.count)")
        }
        var edits = making
        for task in tasks {
            edits.append(Edit(id: task.id, fields + (try await series(task, invocation, session))))
        }
        try await session.notebook.perform(together: edits)
        await session.report(tasks.map(\.id), "Changed")
        await session.send()
    }

    /// What is the same for all tasks.
    private static func fields(
        _ invocation: Invocation, _ session: CommandSession
    ) async throws -> (fields: [JSONMember], making: [Edit]) {
        var fields: [JSONMember] = []
        var making: [Edit] = []
        func set(_ name: String, _ text: String?) { fields.append(JSONMember(name, text.map { .string($0) } ?? .null)) }
        if let title = invocation.options["title"] { set("title", title) }
        for name in ["notes", "category"] {
            if let text = invocation.options[name] { set(name, text == "none" || text.isEmpty ? nil : text) }
        }
        let tags = TagEdit(
            add: try invocation.tags("tag"), remove: try invocation.tags("untag").map { TagEdit.Removal($0) })
        if !tags.isEmpty { fields.append(JSONMember("tags", tags.json)) }
        if let priority = invocation.priority { fields.append(JSONMember("priority", .integer(Int64(priority)))) }
        var day: CalendarDate?
        if let date = invocation.options["date"] {
            day = try await session.date(date)
            set("scheduledDate", day?.text)
        }
        if let due = invocation.options["due"] { set("dueAt", try await session.instant(due, on: day)?.text) }
        if let remind = invocation.options["remind"] {
            set("reminderAt", try await session.instant(remind, on: day)?.text)
        }
        if let parent = invocation.options["parent"] {
            set("parentId", parent == "none" ? nil : try await session.task(parent).id.text)
        }
        if let name = invocation.options["list"] {
            let list = try await session.listOrInbox(name, invocation)
            making += list?.making ?? []
            set("listId", list?.id.text)
        }
        return (fields, making)
    }

    /// How one task repeats from now on.
    private static func series(
        _ task: TaskItem, _ invocation: Invocation, _ session: CommandSession
    ) async throws -> [JSONMember] {
        guard invocation.has("every") || invocation.has("except") else { return [] }
        var recurrence = task.recurrence
        if let every = invocation.options["every"] {
            recurrence = try await session.recurrence(every, instead: recurrence)
        }
        if let text = invocation.options["except"] {
            guard let left = recurrence?.except else {
                throw Refusal(sentence: "'\(TerminalStyle.line(task.title))' does not repeat; add --every DAYS")
            }
            let dates = try RecurrenceWords.dates(text, at: await session.notebook.moment, in: session.language)
            recurrence?.except = dates.map { left.union($0) } ?? []
        }
        return [JSONMember("recurrence", recurrence?.json ?? .null)]
    }
}
