import DaybookClient
import DaybookCore
import DaybookHost
import Glibc

enum AddCommand {
    static let command: Command = Command(
        name: "add", summary: "Add a task, or one for each line of standard input",
        about:
            "The task is saved on this device when the command returns, with or without a network. Several words make one title; no quotes are needed. Days, times and repetitions in it are understood, and +LIST names a list; what was understood is told. Options count more than words.",
        words: [Command.Word(name: "TITLE", help: "What to do; - reads lines, a task each.", isRepeated: true)],
        options: [
            .init(name: "date", placeholder: "DATE", help: "Schedule it: \(QuickDate.help)."),
            .init(name: "today", help: "The same as --date today."),
            .init(name: "due", placeholder: "WHEN", help: "When it has to be done: \(QuickInstant.help)."),
            .init(name: "remind", placeholder: "WHEN", help: "When to be reminded of it."),
            .init(name: "list", placeholder: "LIST", help: "Put it into a list."),
            ListChoice.option,
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
            "daybook add - --list Groceries --new < list.txt": "a task for each line, in a list that may be new",
        ],
        codes: CommandSession.codes,
        run: { invocation in
            let titles: [String]
            if invocation.words == ["-"] {
                guard let lines = lines() else {
                    return Terminal.end("standard input is not UTF-8; nothing was added", .inputOutput)
                }
                titles = lines
            } else {
                titles = [invocation.words.joined(separator: " ")]
            }
            let options = ["notes", "category", "tag", "list"].map { invocation.options[$0] }
            return CommandSession.run(invocation, writing: titles + options) { session in
                try await add(titles, invocation, session)
            }
        })

    /// Those of standard input that say something; nil where it is no text. They are read before anything can fail, so
    /// that they can be given back.
    private static func lines() -> [String]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.split { $0 == "\n" || $0 == "\r\n" }.map { String($0.drop(while: \.isWhitespace)) }
            .filter { !$0.isEmpty }
    }

    private static func add(_ titles: [String], _ invocation: Invocation, _ session: CommandSession) async throws {
        guard !titles.isEmpty else { throw Refusal(usage: "standard input has no lines") }
        try ListChoice.check(invocation)
        guard !invocation.has("today") || invocation.options["date"] == nil else {
            throw Refusal(usage: "--today and --date say two things; leave one away")
        }
        let list: ListChoice? =
            if let name = invocation.options["list"] { try await session.list(name, invocation) } else { nil }
        var drafts: [(draft: TaskDraft, words: PlainWords)] = []
        for title in titles { drafts.append(try await draft(title, list?.id, invocation, session)) }
        let ids: [Identifier]
        do { ids = try await session.notebook.add(drafts.map(\.draft), making: list?.making ?? []) } catch let error
            as ImpossibleChange where titles.count > 1
        {
            throw Refusal(sentence: "\(error) None of the lines was added", written: titles)
        }
        if titles.count > 1 || invocation.words == ["-"] {
            await session.report(ids, "Added")
        } else if let id = ids.first {
            await report(id, drafts[0].words.spans, session)
        }
        if !session.isJSON { await tellWhatIsOtherwise(ids, drafts, invocation, session) }
        await session.send()
    }

    /// A region may be full, and a list may be none.
    private static func tellWhatIsOtherwise(
        _ ids: [Identifier], _ drafts: [(draft: TaskDraft, words: PlainWords)], _ invocation: Invocation,
        _ session: CommandSession
    ) async {
        for (id, draft) in zip(ids, drafts.map(\.draft)) {
            guard let task = await session.notebook.task(id) else { continue }
            if let full = await session.fullRegion(draft.region, draft.bucket, task) { session.say(full) }
        }
        guard kinds(besides: invocation).contains(.list), !invocation.has("plain") else { return }
        var told: Set<String> = []
        for words in drafts.map(\.words) where words.list == nil {
            guard let name = await session.listNamed(in: words.text), told.insert(name.lowercased()).inserted else {
                continue
            }
            let hint = await session.hint(ofNoList: name)
            session.say(session.style.yellow(hint))
        }
    }

    private static func draft(
        _ text: String, _ list: Identifier?, _ invocation: Invocation, _ session: CommandSession
    ) async throws -> (TaskDraft, PlainWords) {
        let kinds = invocation.has("plain") ? [] : kinds(besides: invocation)
        let words = await session.notebook.read(text, in: session.language, understanding: kinds)
        var task = words.draft
        if invocation.has("today") { task.scheduledDate = await session.notebook.moment.today }
        if let date = invocation.options["date"] { task.scheduledDate = try await session.date(date) }
        let day = task.scheduledDate
        if let due = invocation.options["due"] { task.dueAt = try await session.instant(due, on: day) }
        if let remind = invocation.options["remind"] { task.reminderAt = try await session.instant(remind, on: day) }
        if let list { task.list = list }
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
        if let every = invocation.options["every"] { task.recurrence = try await session.recurrence(every) }
        if invocation.has("on-schedule") { task.recurrence?.onSchedule = true }
        return (task, words.words)
    }

    /// What an option says is not looked for in the words.
    private static func kinds(besides invocation: Invocation) -> Set<PlainWords.Kind> {
        var kinds = PlainWords.usual
        if invocation.has("today") || invocation.options["date"] != nil { kinds.subtract([.when, .recurrence]) }
        if invocation.options["due"] != nil { kinds.subtract([.when, .due]) }
        if invocation.options["remind"] != nil { kinds.remove(.reminder) }
        if invocation.options["list"] != nil { kinds.remove(.list) }
        if invocation.options["every"] != nil { kinds.remove(.recurrence) }
        if invocation.options["tag"] != nil { kinds.remove(.tag) }
        if invocation.options["priority"] != nil { kinds.remove(.priority) }
        return kinds
    }

    private static func report(_ id: Identifier, _ understood: [PlainWords.Span], _ session: CommandSession) async {
        guard let task = await session.notebook.task(id) else { return }
        session.tellObject { json in
            json.member("task") { task.write(to: &$0) }
            json.member("understood") { $0.array(understood) { $1.write(to: &$0) } }
        }
        guard !session.isJSON else { return }
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
