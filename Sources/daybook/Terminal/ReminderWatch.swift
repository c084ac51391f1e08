import DaybookClient
import DaybookCore

/// Shows each reminder once: as the server tells it, or by itself where the server does not.
actor ReminderWatch {
    private let session: CommandSession
    private let desktop = DesktopNotices()
    private var standing: SyncStatus?

    private var notebook: Notebook { session.notebook }

    /// A connected server may tell a reminder first, for so many milliseconds: it also knows what became of it
    /// elsewhere in the last moment.
    static let grace: Int64 = 5000
    /// How long it rests at most: another process may change this notebook, and the clock may be set.
    private static let longestRest: Int64 = 2000
    /// It looks back for so long: what others did takes a while to come here, and it may just have been started again.
    private static let hindsight: Int64 = 60_000

    init(_ session: CommandSession) { self.session = session }

    func run() async {
        let told = await notebook.reminders()
        let changes = await notebook.changes()
        if !session.isOffline { await notebook.keepInStep() }
        session.say(session.style.dim("Waiting for reminders until interrupted (Ctrl-C)."))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await event in told { await self.take(event) } }
            group.addTask { for await change in changes { await self.look(at: change.status) } }
            group.addTask { await self.showOwn() }
        }
    }

    private func look(at status: SyncStatus) {
        session.tell(of: status, since: standing)
        standing = status
    }

    // MARK: What the server tells

    private func take(_ event: ReminderEvent) async {
        switch event {
        case .due(let reminder):
            guard await isNews({ try await $0.shouldShow(reminder) }) else { return }
            await show(
                Shown(
                    subject: reminder.subject, task: reminder.task, title: reminder.title, body: reminder.body,
                    dueAt: reminder.dueAt, late: reminder.lateMilliseconds))
        case .withdrawn(let task, let dueAt):
            session.tell("withdrawn") { json in
                json.object { json in
                    json.member("taskId", task)
                    json.member("dueAt", dueAt)
                }
            }
            let isPrivate = await notebook.settings.privateReminders
            let title = isPrivate ? nil : await notebook.task(task).map { TerminalStyle.line($0.title) }
            session.say(session.style.dim("No longer needed: \(title ?? task.text)"))
        }
    }

    // MARK: What this device knows by itself

    private func showOwn() async {
        var (looked, decided) = (await notebook.moment.now, Set<NextReminder>())
        while !Task.isCancelled {
            try? await notebook.refresh()
            let now = await notebook.moment.now
            let until = now.adding(milliseconds: await notebook.status.isLive ? -Self.grace : 0)
            let from = looked.adding(milliseconds: -Self.hindsight)
            let coming = await notebook.nextReminders(1000, after: from, in: session.language)
            let due = coming.prefix { $0.firesAt <= until }
            for reminder in due where !decided.contains(reminder) {
                guard await isNews({ try await $0.shouldShow(reminder) }) else { continue }
                let late = now.milliseconds - reminder.firesAt.milliseconds
                await show(
                    Shown(
                        subject: .reminder, task: reminder.task, title: reminder.title, body: reminder.body,
                        dueAt: reminder.dueAt, late: late,
                        mark: Notice.late(milliseconds: late).map { session.language.text($0) }))
            }
            (looked, decided) = (until, Set(due))
            let next = coming.dropFirst(due.count).first.map { $0.firesAt.milliseconds - until.milliseconds }
            try? await Task.sleep(for: .milliseconds(min(next ?? Self.longestRest, Self.longestRest)))
        }
    }

    // MARK: Showing

    /// Rather twice than never, where the disk fails.
    private func isNews(_ ask: (Notebook) async throws -> Bool) async -> Bool {
        (try? await ask(notebook)) ?? true
    }

    private struct Shown {
        let subject: ReminderSubject
        let task: Identifier?
        let title: String
        let body: String
        let dueAt: Instant
        let late: Int64
        /// How late it is, where the body does not say so; a server's does.
        var mark: String?
    }

    private func show(_ reminder: Shown) async {
        session.tell("reminder") { json in
            json.object { json in
                json.member("subject", reminder.subject.rawValue)
                json.member("taskId", reminder.task)
                json.member("title", reminder.title)
                json.member("body", reminder.body)
                json.member("dueAt", reminder.dueAt)
                json.member("lateMilliseconds", reminder.late)
            }
        }
        let lines = await session.lines()
        let time = session.style.cyan(lines.moment.clock(lines.moment.now).text)
        let notes = [reminder.task.map { lines.short($0) }, reminder.body.isEmpty ? nil : reminder.body]
            .compactMap { $0.map { "  " + session.style.dim(TerminalStyle.line($0)) } }.joined()
        let late = reminder.mark.map { "  " + session.style.yellow($0) } ?? ""
        session.say("\(time)  \(session.style.bold(TerminalStyle.line(reminder.title)))\(notes)\(late)")
        desktop.show(
            reminder.title, [reminder.body, reminder.mark ?? ""].filter { !$0.isEmpty }.joined(separator: ", "))
    }
}
