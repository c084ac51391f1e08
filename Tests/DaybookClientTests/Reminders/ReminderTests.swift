import DaybookCore
import TestWire
import Testing

@testable import DaybookClient

@Suite struct ReminderTests {
    let folder = Folder()
    let standIn = StandIn()
    let time = TestTime()

    private func notebook(_ name: String = "phone") async throws -> Notebook {
        let notebook = try Notebook(folder: folder.at(name), transport: standIn, time: time.source)
        if await !notebook.hasAccount { try await notebook.begin(on: server, timeZone: "UTC") }
        return notebook
    }

    private func due(_ id: String, _ subject: String = "reminder", task: Identifier? = nil, _ dueAt: Instant)
        -> DueReminder
    {
        let task = task.map { "\"\($0)\"" } ?? "null"
        let text = #"{"id":"\#(id)","subject":"\#(subject)","taskId":\#(task),"title":"t","dueAt":"\#(dueAt)"}"#
        return DueReminder(try! JSONValue(json: Array(text.utf8)))!
    }

    @Test func puttingOffAndDismissingAreChangesLikeOthers() async throws {
        let phone = try await notebook()
        let now = time.source.now()
        let task = try await phone.add("Tea") { $0.reminderAt = now.adding(seconds: 60) }
        #expect(await phone.nextReminders().map(\.task) == [task])
        let then = try await phone.snooze(task, .oneHour)
        #expect(then > now.adding(seconds: 3600) && then < now.adding(seconds: 3601))
        #expect(await phone.nextReminders().map(\.firesAt) == [then])
        try await phone.dismissReminder(of: task)
        #expect(await phone.nextReminders().isEmpty)
        #expect(try await phone.undo() != nil)
        #expect(await phone.nextReminders().map(\.firesAt) == [then])
        try await phone.complete(task)
        #expect(await phone.nextReminders().isEmpty)
        await phone.sync()
        #expect(standIn.account.slice.tasks[task]?.reminderAt == then)
        await #expect(throws: ImpossibleChange.self) { try await phone.snooze(.zero, .evening) }
    }

    @Test func whatIsShownIsShownOnce() async throws {
        let phone = try await notebook()
        let dueAt = time.source.now().adding(seconds: 60)
        let task = try await phone.add("Tea") { $0.reminderAt = dueAt }
        let own = try #require(await phone.nextReminders().first)
        #expect(try await phone.shouldShow(own))
        #expect(try await !phone.shouldShow(own))
        #expect(try await !phone.shouldShow(due("a", task: task, dueAt)), "the device has shown it")
        // Another process of this device, and the device after a restart.
        #expect(try await !notebook().shouldShow(due("b", task: task, dueAt)))
        // The task has another reminder, and other things are told of it.
        #expect(try await phone.shouldShow(due("c", task: task, dueAt.adding(seconds: 600))))
        #expect(try await phone.shouldShow(due("d", "overdue", task: task, dueAt)))
        #expect(try await !phone.shouldShow(due("d", "overdue", task: task, dueAt)))
        #expect(try await phone.shouldShow(due("e", "review", dueAt)))
        #expect(try await phone.shouldShow(due("f", "morning", dueAt)))
    }

    @Test func twoProcessesShowOneOfThemOnce() async throws {
        let notebooks = [try await notebook(), try await notebook()]
        let dueAt = time.source.now()
        for number in 0..<20 {
            let reminder = due("\(number)", "review", dueAt)
            let shown = try await atOnce(notebooks) { notebook in try await notebook.shouldShow(reminder) }
            #expect(shown.count { $0 } == 1)
        }
    }

    @Test func whatTheSystemShowsIsNotShownAgain() async throws {
        let phone = try await notebook()
        let now = time.source.now()
        let first = try await phone.add("first") { $0.reminderAt = now.adding(seconds: 60) }
        let second = try await phone.add("second") { $0.reminderAt = now.adding(seconds: 120) }
        try await phone.willShow(await phone.nextReminders())
        #expect(try await !phone.shouldShow(due("a", task: first, now.adding(seconds: 60))))
        // The second gave way to others before its time: the system has it no more.
        try await phone.willShow(await phone.nextReminders(1))
        #expect(try await phone.shouldShow(due("b", task: second, now.adding(seconds: 120))))
        // What it has shown stays shown, whatever it is given later.
        time.pass(90_000)
        try await phone.willShow(await phone.nextReminders())
        #expect(try await !phone.shouldShow(due("a", task: first, now.adding(seconds: 60))))
        // It does not grow for ever.
        time.pass(31 * 86_400_000)
        #expect(try await phone.shouldShow(due("c", "review", time.source.now())))
        #expect(try await phone.onDisk("SELECT count(*) FROM shown_reminder") == 1)
    }

    @Test func whatTheServerTellsComesToWhoeverListens() async throws {
        let phone = try await notebook()
        var heard = await phone.reminders().makeAsyncIterator()
        await phone.keepInStep()
        while standIn.state.withLock({ $0.streams.isEmpty }) { await Task.yield() }
        let event =
            #"{"id":"d","subject":"morning","taskId":null,"title":"3 tasks for today","dueAt":"2026-03-03T07:00:00Z"}"#
        _ = standIn.state.withLock { $0.streams[0].yield(Array("event: reminder\ndata: \(event)\n\n".utf8)) }
        guard case .due(let reminder)? = await heard.next() else { return _ = Issue.record("nothing was heard") }
        #expect(reminder.title == "3 tasks for today" && reminder.body == "" && reminder.task == nil)
        await phone.pause()
    }
}
