import DaybookClient
import DaybookCore
import DaybookServer

/// The views: what is in the Inbox, today, and coming.
enum ViewCommands {
    static let inbox: Command = Command(
        name: "inbox", summary: "Show the Inbox",
        options: [
            Command.Option(
                name: "by", placeholder: "RULE", choices: ["list", "date"],
                help: "What the Inbox holds: tasks without a list, or without a date. [list]")
        ] + Desk.options,
        examples: [.init(line: "daybook inbox --by date", does: "what has no date")], codes: Desk.codes,
        run: { invocation in
            Desk.run(invocation) { desk in
                await desk.look()
                let rule: InboxRule = invocation.options["by"] == "date" ? .unscheduled : .unlisted
                await desk.show("Inbox", await desk.notebook.inbox(rule))
            }
        })

    static let today: Command = Command(
        name: "today", summary: "Show what is for today, and what was left behind",
        options: Desk.options, examples: [.init(line: "daybook today --json", does: "for a status bar")],
        codes: Desk.codes,
        run: { invocation in
            Desk.run(invocation) { desk in
                await desk.look()
                let notebook = desk.notebook
                let past = await notebook.past()
                let today = await notebook.today()
                let completed = await notebook.moment.completedToday(today)
                desk.tell { json in
                    json.beginObject()
                    json.name("tasks")
                    json.tasks(today)
                    json.name("past")
                    json.tasks(past)
                    json.name("completedToday")
                    json.integer(completed)
                    json.endObject()
                }
                guard !desk.isJSON else { return }
                let lines = await desk.lines()
                if !past.isEmpty { desk.group("Left behind", past.map { lines.line($0) }) }
                desk.group("Today", today.map { lines.line($0, showsDate: false) })
                if completed > 0 { desk.say(desk.ink.dim("\n\(Sentence.completedToday(completed))")) }
            }
        })

    static let upcoming: Command = Command(
        name: "upcoming", summary: "Show what is scheduled after today", options: Desk.options,
        examples: [.init(line: "daybook upcoming", does: "grouped by date")], codes: Desk.codes,
        run: { invocation in
            Desk.run(invocation) { desk in
                await desk.look()
                let groups = await desk.notebook.upcoming()
                desk.tell { json in
                    json.beginObject()
                    json.name("groups")
                    json.beginArray()
                    for group in groups { group.write(to: &json) }
                    json.endArray()
                    json.endObject()
                }
                guard !desk.isJSON else { return }
                let lines = await desk.lines()
                if groups.isEmpty { desk.say(desk.ink.dim("Nothing is scheduled.")) }
                for (index, group) in groups.enumerated() {
                    if index > 0 { desk.say("") }
                    let name = lines.name(of: group.date)
                    desk.group(
                        name.prefix(1).uppercased() + name.dropFirst(),
                        group.tasks.map { lines.line($0, showsDate: false) })
                }
            }
        })
}

extension Desk {
    /// A view of one group.
    func show(_ title: String, _ tasks: [TaskItem], showsList: Bool = true) async {
        tell { json in
            json.beginObject()
            json.name("tasks")
            json.tasks(tasks)
            json.endObject()
        }
        guard !isJSON else { return }
        let lines = await lines()
        group(title, tasks.map { lines.line($0, showsList: showsList) })
    }

    func group(_ title: String, _ lines: [String]) {
        say(ink.bold(title))
        if lines.isEmpty { say(ink.dim("  Nothing here.")) }
        for line in lines { say("  " + line) }
    }
}
