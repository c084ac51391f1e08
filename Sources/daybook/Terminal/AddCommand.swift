import DaybookClient
import DaybookCore
import DaybookHost

enum AddCommand {
    static let command: Command = Command(
        name: "add", summary: "Add a task",
        about:
            "The task is saved on this device when the command returns, with or without a network. Several words make one title; no quotes are needed.",
        words: [Command.Word(name: "TITLE", help: "What to do.", isRepeated: true)],
        options: [
            .init(name: "date", placeholder: "DATE", help: "Schedule it: \(QuickDate.help)."),
            .init(name: "today", help: "The same as --date today."),
            .init(name: "due", placeholder: "WHEN", help: "When it has to be done: \(QuickInstant.help)."),
            .init(name: "remind", placeholder: "WHEN", help: "When to be reminded of it."),
            .init(name: "list", placeholder: "LIST", help: "Put it into a list."),
            .init(name: "parent", placeholder: "TASK", help: "Make it a subtask of this one."),
            .init(name: "notes", placeholder: "TEXT", help: "Notes."),
            .init(name: "category", placeholder: "TEXT", help: "Its category."),
            CommandSession.priority,
            .init(name: "tag", placeholder: "TAGS", help: "Its tags, with commas between them."),
            .init(
                name: "region", placeholder: "REGION", choices: Region.allCases.map(\.name),
                help: "Its part of the day."),
            .init(
                name: "bucket", placeholder: "BUCKET", choices: Bucket.allCases.dropFirst().map(\.name),
                help: "Its size in a region."),
            .init(name: "every", placeholder: "DAYS", help: "Repeat it: day, or weekdays such as mon,wed,fri."),
            .init(
                name: "on-schedule",
                help: "With --every: the next one comes on its day even if this one is not done."),
        ] + CommandSession.options,
        examples: [
            "daybook add Buy milk": "into the Inbox",
            "daybook add Call the bank --date fri --due 'fri 12:00'": "for Friday, before noon",
        ],
        codes: CommandSession.codes,
        run: { invocation in
            let title = invocation.words.joined(separator: " ")
            let writing = [
                title, invocation.options["notes"], invocation.options["category"], invocation.options["tag"],
            ]
            return CommandSession.run(invocation, writing: writing) { session in
                try await add(title, invocation, session)
            }
        })

    private static func add(_ title: String, _ invocation: Invocation, _ session: CommandSession) async throws {
        var task = TaskDraft(title)
        if invocation.has("today") { task.scheduledDate = await session.notebook.moment.today }
        if let date = invocation.options["date"] { task.scheduledDate = try await session.date(date) }
        if let due = invocation.options["due"] { task.dueAt = try await session.instant(due) }
        if let remind = invocation.options["remind"] { task.reminderAt = try await session.instant(remind) }
        if let list = invocation.options["list"] { task.list = try await session.list(list).id }
        if let parent = invocation.options["parent"] { task.parent = try await session.task(parent).id }
        task.notes = invocation.options["notes"]
        task.category = invocation.options["category"]
        task.priority = invocation.priority ?? 0
        task.tags = Set(try invocation.tags("tag"))
        task.region = invocation.options["region"].flatMap { Region(name: $0) }
        task.bucket = invocation.options["bucket"].flatMap { Bucket(name: $0) }
        if let region = task.region, region != .backlog, task.scheduledDate == nil {
            task.scheduledDate = await session.notebook.moment.today
        }
        if let every = invocation.options["every"] { task.recurrence = try days(every) }
        task.recurrence?.onSchedule = invocation.has("on-schedule")
        let id = try await session.notebook.add(task)
        await report(id, session)
        await session.send()
    }

    private static func days(_ text: String) throws -> Recurrence {
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let words = text.lowercased().split(whereSeparator: { $0 == "," || $0 == " " })
        let days = words.flatMap { word in
            word == "day"
                ? Array(1...7) : names.firstIndex { word.hasPrefix($0) || $0.hasPrefix(word) }.map { [$0 + 1] } ?? [0]
        }
        guard let weekdays = Weekdays(days), !weekdays.isEmpty else {
            throw Refusal(
                sentence: "'\(TerminalStyle.line(text))' is not valid; expected day, or weekdays such as mon,wed",
                code: .usage)
        }
        return .weekly(weekdays)
    }

    private static func report(_ id: Identifier, _ session: CommandSession) async {
        guard let task = await session.notebook.task(id) else { return }
        session.tell("task") { task.write(to: &$0) }
        let lines = await session.lines()
        let place =
            if let date = task.scheduledDate {
                lines.name(of: date)
            } else if let list = task.listId.flatMap({
                lines.lists[$0]
            }) { TerminalStyle.line(list.name) } else { "your Inbox" }
        session.say("Added '\(TerminalStyle.line(task.title))' to \(place)  \(session.style.dim(lines.short(id)))")
    }
}
