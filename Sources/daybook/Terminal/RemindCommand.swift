import DaybookClient
import DaybookCore
import DaybookHost

/// Reminders that are to come, and each when it comes.
enum RemindCommand {
    static let command = CommandSession.command(
        "remind", "Show the reminders to come, or each when it comes",
        about:
            "With --watch it stays and shows each reminder once, on the desktop too if notify-send is installed. Reminders of tasks come from this device's own notebook, so they come without the server. 'daybook channel add live' has the server tell this device as well, also of what is no task.",
        options: [
            .init(name: "watch", help: "Stay and show each reminder when it comes, until interrupted."),
            .init(name: "limit", placeholder: "N", help: "Without --watch, show at most this many. [10]"),
        ] + CommandSession.options,
        examples: [
            "daybook remind": "what comes next",
            "daybook remind --watch": "in a terminal of its own, or started with the desktop",
        ],
        run: { invocation, session in
            let most = try invocation.number("limit", default: 10)
            if invocation.has("watch") { return await ReminderWatch(session).run() }
            await session.look()
            // The lines for people are English around it.
            let language = session.isJSON ? session.language : .english
            await show(session.notebook.nextReminders(most, in: language), session)
        })

    private static func show(_ reminders: [NextReminder], _ session: CommandSession) async {
        session.tellObject { $0.member("reminders", reminders) }
        guard !session.isJSON else { return }
        if reminders.isEmpty { return session.say(session.style.dim("No reminder is to come.")) }
        let lines = await session.lines()
        for reminder in reminders {
            let time = session.style.cyan(lines.name(of: reminder.firesAt).padding(to: 16))
            // The body says what will be true when it comes: its `today` is not the one of whoever reads this.
            let task = reminder.body.isEmpty ? nil : await session.notebook.task(reminder.task)
            let body = task?.dueAt.map { session.style.dim("  due \(lines.name(of: $0))") } ?? ""
            session.say(
                "\(time) \(session.style.dim(lines.short(reminder.task)))  \(TerminalStyle.line(reminder.title))\(body)"
            )
        }
    }
}

extension NextReminder: JSONRecord {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("taskId", task)
        json.member("title", title)
        json.member("body", body)
        json.member("dueAt", dueAt)
        json.member("firesAt", firesAt)
    }
}
