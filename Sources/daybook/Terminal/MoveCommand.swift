import DaybookClient
import DaybookCore

enum MoveCommand {
    static let command = CommandSession.command(
        "move", "Move tasks to a date, a list, a part of the day, or next to another task",
        words: [
            CommandSession.taskWords,
            Command.Word(
                name: "WHERE",
                help: "\(QuickDate.help); inbox; morning, afternoon, evening, backlog; or the name of a list.",
                suggestions: ["today", "tomorrow", "inbox"] + Region.allCases.map(\.name), isOptional: true),
        ],
        options: [
            .init(name: "list", placeholder: "LIST", help: "Move them to this list, or inbox."),
            ListChoice.option,
            .init(name: "after", placeholder: "TASK", help: "Place them right after this task."),
            .init(name: "first", help: "Place them first in their list."),
            .init(
                name: "bucket", placeholder: "BUCKET", choices: Bucket.allCases.dropFirst().map(\.name),
                help: "Their size in a region."),
        ] + CommandSession.selection + CommandSession.options,
        examples: [
            "daybook move milk tomorrow": "schedule it for tomorrow",
            "daybook move 3f2a 91bc Shopping": "two tasks to a list",
            "daybook move 3f2a --after 91bc": "after another task",
            "daybook move --where overdue today": "whatever a filter finds; asks first",
        ],
        writing: { $0.has("new") ? [$0.words.last, $0.options["list"]] : [] },
        run: { invocation, session in
            let wish = try await wish(invocation, session)
            let tasks = try await session.tasks(wish.words, invocation, to: "Move")
            let neighbour: TaskItem? =
                if let word = invocation.options["after"] { try await session.task(word) } else { nil }
            let ids = tasks.map(\.id).filter { $0 != neighbour?.id }
            if let action = wish.action {
                try await session.notebook.move(ids, action, and: wish.fields, making: wish.making)
            } else if !wish.fields.isEmpty {
                try await session.notebook.edit(ids, wish.fields, making: wish.making)
            }
            try await place(ids, after: neighbour, isFirst: invocation.has("first"), session)
            let before = Dictionary(tasks.map { ($0.id, $0) }) { first, _ in first }
            try await tell(ids, from: before, invocation, wish, session)
            await session.send()
        })

    /// Where tasks are to go, and the words that name the tasks.
    private struct Wish {
        var words: ArraySlice<String>
        var region: Region?
        var action: QuickAction?
        /// What is set beside what the action sets.
        var fields: [JSONMember] = []
        var making: [Edit] = []
    }

    private static func wish(_ invocation: Invocation, _ session: CommandSession) async throws -> Wish {
        var wish = Wish(words: invocation.words[...])
        let bucket = invocation.options["bucket"].flatMap { Bucket(name: $0) }
        let places = ["list", "after", "first"].contains(where: invocation.has)
        if wish.words.count > (invocation.has("where") ? 0 : 1), let word = wish.words.last {
            // Beside an option that says where, the last word may be one more task.
            let isOneMore = places || bucket != nil
            if let action = try await action(word, bucket, invocation, session, &wish, mayBeTask: isOneMore) {
                wish.words.removeLast()
                wish.region = Region(name: word.lowercased())
                wish.action = action
            }
        }
        if let bucket, wish.region == nil { wish.fields.append(JSONMember("bucket", .string(bucket.name))) }
        if let name = invocation.options["list"] {
            let list = try await session.listOrInbox(name, invocation)
            wish.making += list?.making ?? []
            if wish.action == nil {
                wish.action = .toList(list?.id)
            } else {
                wish.fields.append(JSONMember("listId", list.map { .string($0.id.text) } ?? .null))
            }
        }
        guard wish.action != nil || !wish.fields.isEmpty || places else {
            throw Refusal(usage: "say where to move it; see 'daybook move --help'.")
        }
        return wish
    }

    private static func action(
        _ place: String, _ bucket: Bucket?, _ invocation: Invocation, _ session: CommandSession, _ wish: inout Wish,
        mayBeTask: Bool
    ) async throws -> QuickAction? {
        let word = place.lowercased()
        if word == "inbox" { return .toInbox }
        if let region = Region(name: word) { return .toRegion(region, bucket ?? .none) }
        let moment = await session.notebook.moment
        if let date = QuickDate.read(place, at: moment, in: session.language) {
            guard let date else { return .toInbox }
            return date == moment.tomorrow ? .toTomorrow : date == moment.today ? .toToday : .to(date)
        }
        let isList = await session.hasList(place)
        if mayBeTask, invocation.has("list") || !isList { return nil }
        let list = try await session.list(place, invocation)
        wish.making += list.making
        return .toList(list.id)
    }

    /// Each after the one before it.
    private static func place(
        _ tasks: [Identifier], after neighbour: TaskItem?, isFirst: Bool, _ session: CommandSession
    ) async throws {
        guard neighbour != nil || isFirst else { return }
        var before = neighbour?.id
        for id in tasks {
            let around = neighbour == nil ? await session.notebook.task(id) : neighbour
            let view = await session.notebook.snapshot.tasks(in: around?.listId)
            try await session.notebook.place(id, after: before, in: view.filter { $0.state == around?.state })
            before = id
        }
    }

    /// A region may be full, and a size needs one: where each task really is now is said at once.
    private static func tell(
        _ ids: [Identifier], from before: [Identifier: TaskItem], _ invocation: Invocation, _ wish: Wish,
        _ session: CommandSession
    ) async throws {
        guard !session.isJSON else { return await session.report(ids, "Moved") }
        let bucket = invocation.options["bucket"].flatMap { Bucket(name: $0) }
        let lines = await session.lines()
        let inbox = Set(await session.notebook.snapshot.inbox.map(\.id))
        for id in ids {
            guard let task = await session.notebook.task(id) else { continue }
            session.say(
                "Moved: \(lines.line(task))\nIt is in \(lines.place(of: task, isInInbox: inbox.contains(task.id))).")
            if let date = task.scheduledDate, date < lines.moment.today, date != before[id]?.scheduledDate,
                !task.isCompleted
            {
                session.say("That day is over: 'daybook today' shows it as left behind.")
            }
            if let full = await session.fullRegion(wish.region ?? before[id]?.region, bucket, task) {
                session.say(full)
            } else if let bucket, !task.isPlaced {
                session.say("The size \(bucket.name) is saved; it takes effect when the task has a part of the day.")
            }
        }
    }
}

extension CommandSession {
    fileprivate func hasList(_ name: String) async -> Bool {
        await notebook.snapshot.lists.contains { $0.name.lowercased().hasPrefix(name.lowercased()) }
    }
}

extension TaskLines {
    /// Where a task is: its list, its day and its part of the day.
    ///
    /// - Parameter isInInbox: `daybook inbox` shows it.
    func place(of task: TaskItem, isInInbox: Bool) -> String {
        let list = task.listId.flatMap { lists[$0] }.map { TerminalStyle.line($0.name) }
        var parts = [list ?? (isInInbox ? "the Inbox" : "no list")]
        if let date = task.scheduledDate { parts.append(name(of: date)) }
        if let region = task.region { parts.append("the \(region.title)") }
        return parts.joined(separator: ", ")
    }
}
