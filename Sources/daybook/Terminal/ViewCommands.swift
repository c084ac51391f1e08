import DaybookClient
import DaybookCore

/// The views: what is in the Inbox, today, and coming.
enum ViewCommands {
    static let inbox = CommandSession.command(
        "inbox", "Show the Inbox",
        options: [
            Command.Option(
                name: "by", placeholder: "RULE", choices: ["list", "date"],
                help: "What the Inbox shows: tasks without a list, or without a date. [the account's setting]")
        ] + CommandSession.options,
        examples: ["daybook inbox --by list": "tasks in no list"],
        run: { invocation, session in
            await session.look()
            let snapshot = await session.notebook.snapshot
            switch invocation.options["by"] {
            case nil: await session.show("Inbox", snapshot.inbox)
            case let by?: await session.show("Inbox", snapshot.inbox(by == "date" ? .unscheduled : .unlisted))
            }
        })

    static let today = CommandSession.command(
        "today", "Show today's tasks and what was left behind",
        examples: ["daybook today --json": "for a status bar"],
        run: { _, session in
            await session.look()
            let notebook = session.notebook
            let past = await notebook.snapshot.past
            let today = await notebook.snapshot.today
            let completed = await notebook.moment.completedToday(today)
            session.tellObject { json in
                json.member("tasks") { $0.tasks(today) }
                json.member("past") { $0.tasks(past) }
                json.member("completedToday", completed)
            }
            guard !session.isJSON else { return }
            let lines = await session.lines()
            if !past.isEmpty { session.group("Left behind", past.map { lines.line($0) }) }
            session.group("Today", today.map { lines.line($0, showsDate: false) })
            if completed > 0 {
                session.say(session.style.dim("\n\(Language.english.text(.completedToday(completed)))"))
            }
        })

    static let upcoming = CommandSession.command(
        "upcoming", "Show what is scheduled after today",
        examples: ["daybook upcoming": "grouped by date"],
        run: { _, session in
            await session.look()
            let groups = await session.notebook.snapshot.upcoming
            guard let lines = await session.lines(unlessTold: "groups", { $0.array(groups) { $1.write(to: &$0) } })
            else { return }
            session.groups(
                groups.map { group in
                    (lines.title(of: group.date), group.tasks.map { lines.line($0, showsDate: false) })
                }, orElse: "Nothing is scheduled.")
        })
}

extension CommandSession {
    /// A view of one group.
    func show(_ title: String, _ tasks: [TaskItem], showsList: Bool = true) async {
        guard let lines = await lines(unlessTold: "tasks", { $0.tasks(tasks) }) else { return }
        group(title, lines.outline(tasks).map { "\($0.indent)\(lines.line($0.task, showsList: showsList))" })
    }

    /// A view of several groups, or a sentence where there is none.
    func groups(_ groups: [(title: String, lines: [String])], orElse sentence: String) {
        if groups.isEmpty { say(style.dim(sentence)) }
        for (index, group) in groups.enumerated() {
            if index > 0 { say("") }
            self.group(group.title, group.lines)
        }
    }

    func group(_ title: String, _ lines: [String]) {
        say(style.bold(title))
        if lines.isEmpty { say(style.dim("  Nothing here.")) }
        for line in lines { say("  " + line) }
    }
}
