import DaybookClient
import DaybookCore
import DaybookHost

enum AddCommand {
    static let command: Command = Command(
        name: "add", summary: "Add a task",
        about:
            "The task is saved on this device when the command returns, with or without a network. Several words make one title; no quotes are needed. Days, times and repetitions in it are understood, and +LIST names a list; what was understood is told. Options count more than words.",
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
            .init(name: "every", placeholder: "DAYS", help: "Repeat it: \(QuickRecurrence.help)."),
            .init(
                name: "on-schedule",
                help: "The next one comes on its day even if this one is not done."),
            .init(name: "plain", help: "Keep every word as the title."),
        ] + CommandSession.options,
        examples: [
            "daybook add Buy milk": "into the Inbox",
            "daybook add Call the bank fri 12:00": "for Friday, before noon",
            "daybook add Water the plants --every '2 weeks' --plain": "with options alone",
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

    private static func add(_ text: String, _ invocation: Invocation, _ session: CommandSession) async throws {
        let kinds = invocation.has("plain") ? [] : kinds(besides: invocation)
        let words = await session.notebook.read(text, in: session.language, understanding: kinds)
        var task = words.draft
        if invocation.has("today") { task.scheduledDate = await session.notebook.moment.today }
        if let date = invocation.options["date"] { task.scheduledDate = try await session.date(date) }
        if let due = invocation.options["due"] { task.dueAt = try await session.instant(due) }
        if let remind = invocation.options["remind"] { task.reminderAt = try await session.instant(remind) }
        if let list = invocation.options["list"] { task.list = try await session.list(list).id }
        if let parent = invocation.options["parent"] { task.parent = try await session.task(parent).id }
        task.notes = invocation.options["notes"]
        task.category = invocation.options["category"]
        if let priority = invocation.priority { task.priority = priority }
        task.tags.formUnion(try invocation.tags("tag"))
        task.region = invocation.options["region"].flatMap { Region(name: $0) }
        task.bucket = invocation.options["bucket"].flatMap { Bucket(name: $0) }
        if let region = task.region, region != .backlog, task.scheduledDate == nil {
            task.scheduledDate = await session.notebook.moment.today
        }
        if let every = invocation.options["every"] { task.recurrence = try await days(every, session) }
        if invocation.has("on-schedule") { task.recurrence?.onSchedule = true }
        let id = try await session.notebook.add(task)
        await report(id, words.words.spans, session)
        await session.send()
    }

    /// What an option says is not looked for in the words.
    private static func kinds(besides invocation: Invocation) -> Set<PlainWords.Kind> {
        var kinds = PlainWords.all
        if invocation.has("today") || invocation.options["date"] != nil { kinds.subtract([.when, .recurrence]) }
        if invocation.options["due"] != nil { kinds.subtract([.when, .due]) }
        if invocation.options["remind"] != nil { kinds.remove(.reminder) }
        if invocation.options["list"] != nil { kinds.remove(.list) }
        if invocation.options["every"] != nil { kinds.remove(.recurrence) }
        if invocation.options["tag"] != nil { kinds.remove(.tag) }
        if invocation.options["priority"] != nil { kinds.remove(.priority) }
        return kinds
    }

    private static func days(_ text: String, _ session: CommandSession) async throws -> Recurrence {
        let moment = await session.notebook.moment
        guard let recurrence = QuickRecurrence.read(text, at: moment, in: session.language) else {
            throw Refusal(
                sentence: "'\(TerminalStyle.line(text))' is not valid; expected \(QuickRecurrence.help)", code: .usage)
        }
        return recurrence
    }

    private static func report(_ id: Identifier, _ understood: [PlainWords.Span], _ session: CommandSession) async {
        guard let task = await session.notebook.task(id) else { return }
        session.tellObject { json in
            json.name("task")
            task.write(to: &json)
            json.name("understood")
            json.array(understood) { $1.write(to: &$0) }
        }
        let lines = await session.lines()
        let place =
            if let date = task.scheduledDate {
                lines.name(of: date)
            } else if let list = task.listId.flatMap({
                lines.lists[$0]
            }) { TerminalStyle.line(list.name) } else { "your Inbox" }
        session.say("Added '\(TerminalStyle.line(task.title))' to \(place)  \(session.style.dim(lines.short(id)))")
        guard !understood.isEmpty else { return }
        let words = understood.map { "'\(TerminalStyle.line($0.text))'" }.joined(separator: ", ")
        session.say(session.style.dim("Understood \(words); --plain keeps the words as they are."))
    }
}
