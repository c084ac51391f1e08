import DaybookCore
import Testing

@testable import DaybookClient

/// Taking back what was done here, and nothing that somebody else did.
extension NotebookTests {
    @Test func undoGoesBackStepByStep() async throws {
        let phone = try await begun("phone")
        await phone.sync()
        let task = try await phone.add("before")
        try await phone.edit(task, [JSONMember("title", "after")])
        try await phone.delete(task)
        await phone.sync()
        _ = try await phone.undo()
        #expect(await phone.view.tasks[task]?.isDeleted == false)
        _ = try await phone.undo()
        #expect(await phone.task(task)?.title == "before")
        _ = try await phone.undo()
        #expect(await phone.task(task)?.isDeleted == true)
        #expect(try await phone.undo() == nil)
    }

    @Test func undoingLeavesOtherTasksAlone() async throws {
        let phone = try await begun("phone")
        let laptop = try await begun("laptop")
        let milk = try await phone.add("Milk")
        let bank = try await phone.add("Bank")
        try await phone.edit(bank, [JSONMember("scheduledDate", "2026-06-01")])
        await phone.sync()
        try await phone.complete(milk)
        try await phone.edit(bank, [JSONMember("scheduledDate", "2026-06-08")])
        _ = try await phone.undo()
        #expect(await phone.task(bank)?.scheduledDate?.text == "2026-06-01")
        for notebook in [phone, laptop] { await notebook.sync() }
        try await laptop.edit(bank, [JSONMember("scheduledDate", "2026-07-01")])
        await laptop.sync()
        let second = try await phone.undo()
        #expect(second?.kept.isEmpty == true)
        #expect(await phone.outbox.map(\.id) == [milk])
        for notebook in [phone, laptop] { await notebook.sync() }
        #expect(await laptop.task(milk)?.isCompleted == false)
        for notebook in [phone, laptop] {
            #expect(await notebook.task(bank)?.scheduledDate?.text == "2026-07-01")
        }
    }

    @Test func threeUndoingsAreThreeChanges() async throws {
        let phone = try await begun("phone")
        var tasks: [Identifier] = []
        for title in ["one", "two", "three"] { tasks.append(try await phone.add(title)) }
        for task in tasks { try await phone.complete(task) }
        await phone.sync()
        let before = standIn.account.ledger.count
        for _ in tasks {
            let undone = try await phone.undo()
            #expect(undone?.kept.isEmpty == true)
        }
        await phone.sync()
        let made = standIn.account.ledger.dropFirst(before)
        #expect(made.map(\.operation.id) == Array(tasks.reversed()))
        #expect(made.allSatisfy { $0.changed && !$0.prior.isEmpty })
        #expect(await phone.view.tasks.values.allSatisfy { !$0.isCompleted })
    }

    @Test func undoingGoesBackThroughOneFieldUntilSomebodyElseChangedIt() async throws {
        let phone = try await begun("phone")
        let laptop = try await begun("laptop")
        let task = try await phone.add("a")
        try await phone.edit(task, [JSONMember("title", "b")])
        for notebook in [phone, laptop] { await notebook.sync() }
        try await laptop.edit(task, [JSONMember("title", "d")])
        for notebook in [laptop, phone] { await notebook.sync() }
        try await phone.edit(task, [JSONMember("title", "e")])
        try await phone.edit(task, [JSONMember("title", "f")])
        for title in ["e", "d"] {
            let undone = try await phone.undo()
            #expect(undone?.kept.isEmpty == true)
            #expect(await phone.task(task)?.title == title)
        }
        let third = try await phone.undo()
        #expect(third?.kept.map(\.field) == ["title"])
        #expect(await phone.task(task)?.title == "d")
    }

    @Test func aSeriesGoesOnAfterItsCompletionWasTakenBack() async throws {
        let phone = try await begun("phone")
        let task = try await phone.add("Run")
        let rule = JSONValue.object([JSONMember("rrule", "FREQ=DAILY")])
        try await phone.edit(task, [JSONMember("recurrence", rule), JSONMember("scheduledDate", "2026-06-01")])
        for isOnline in [false, true] {
            try await phone.complete(task)
            if isOnline { await phone.sync() }
            let undone = try await phone.undo()
            #expect(undone?.kept.isEmpty == true)
            #expect(await phone.view.liveTasks == 1)
            if isOnline { await phone.sync() }
        }
        try await phone.complete(task)
        #expect(await phone.view.liveTasks == 2)
        await phone.sync()
        #expect(standIn.account.slice.liveTasks == 2)
        #expect(await phone.view.liveTasks == 2)
    }

    /// A task with its subtasks is one deed, here and in the account's history.
    @Test func aDeedWithItsSubtasks() async throws {
        let phone = try await begun("phone")
        let laptop = try await begun("laptop")
        let whole = try await phone.add("Move house")
        let pack = try await phone.add("Pack") {
            $0.parent = whole
            $0.tags = ["home", "heavy"]
            $0.priority = 1
        }
        let books = try await phone.add("Books") { $0.parent = pack }
        #expect(await phone.sync().trouble == nil)
        #expect(await phone.snapshot.subtasks(of: whole).map(\.title) == ["Pack"])
        try await phone.complete(whole, withSubtasks: true)
        #expect(await phone.snapshot.allTasks.allSatisfy(\.isCompleted))
        _ = try await phone.undo()
        #expect(await phone.snapshot.allTasks.allSatisfy { !$0.isCompleted })
        try await phone.delete(whole, withSubtasks: true)
        for notebook in [phone, laptop] { #expect(await notebook.sync().trouble == nil) }
        #expect(await laptop.snapshot.allTasks.isEmpty)
        let undone = try #require(try await phone.undo())
        #expect(undone.kept == [] && undone.deed.operations.count == 3)
        #expect(await Set(phone.snapshot.allTasks.map(\.id)) == [whole, pack, books])
        for notebook in [phone, laptop] { #expect(await notebook.sync().trouble == nil) }
        #expect(await Set(laptop.snapshot.allTasks.map(\.id)) == [whole, pack, books])
        try await phone.delete(whole)
        #expect(await phone.task(pack)?.isDeleted == false)
        // Each puts on and takes off what they mean, and nothing else.
        try await laptop.edit(pack) { $0.tags = ["home", "soon"] }
        try await phone.edit(pack) { $0.tags.insert("light") }
        for notebook in [phone, laptop, phone] { await notebook.sync() }
        for notebook in [phone, laptop] {
            #expect(await notebook.task(pack)?.tags == ["home", "light", "soon"])
            #expect(await notebook.task(pack)?.priority == 1)
        }
    }

    /// What was undone stands again once the server has refused the undoing, also for who opens the book anew.
    @Test func anUndoingThatTheServerRefusesCanBeTriedAgainAfterARestart() async throws {
        var phone = try await begun("phone")
        let task = try await phone.add("one")
        try await phone.edit(task) { $0.title = "two" }
        await phone.sync()
        _ = try await phone.undo()
        standIn.set(intercept: { _, request in
            request.push.operations.isEmpty ? nil : StandIn.problem(422, "too_much", "That is too much")
        })
        #expect(await phone.sync().refused == 1)
        standIn.set(intercept: nil)
        #expect(await phone.task(task)?.title == "two")
        phone = try notebook("phone")
        #expect(try await phone.deeds().map(\.wasUndone) == [false, false])
        _ = try #require(try await phone.undo())
        #expect(await phone.task(task)?.title == "one")
    }
}
