import DaybookCore
import Testing

@testable import DaybookClient

/// Doing again what was taken back: an undoing is a deed, and to redo is to take it back.
extension NotebookTests {
    @Test(arguments: Beginning.allCases, [Int64(0), 90_000])
    func redoGoesForwardStepByStep(after beginning: Beginning, serverAhead: Int64) async throws {
        standIn.set(ahead: serverAhead)
        var phone = try notebook("phone")
        #expect(try await phone.redo() == nil)
        let task = try await phone.add("one")
        for title in ["two", "three"] { try await phone.edit(task) { $0.title = title } }
        phone = try await beginning.happen(to: phone, of: self)
        for title in ["two", "one"] {
            #expect(try #require(try await phone.undo()).kept == [])
            #expect(await phone.task(task)?.title == title)
        }
        _ = try await phone.undo()
        #expect(await phone.titles.isEmpty)
        phone = try await beginning.happen(to: phone, of: self)
        for title in ["one", "two"] {
            #expect(try #require(try await phone.redo()).kept == [])
            #expect(await phone.titles == [title])
        }
        phone = try await beginning.happen(to: phone, of: self)
        // Back and forth as often as somebody likes.
        for _ in 0..<2 {
            #expect(try #require(try await phone.redo()).kept == [])
            #expect(await phone.titles == ["three"])
            #expect(try await phone.redo() == nil)
            #expect(try #require(try await phone.undo()).kept == [])
            #expect(await phone.titles == ["two"])
        }
        #expect(await phone.sync().trouble == nil)
        #expect(standIn.account.slice.tasks[task]?.title == "two")
    }

    @Test func whatIsDoneAgainIsWhatWasDone() async throws {
        let phone = try notebook("phone")
        let task = try await phone.add("Tea")
        let undone = try #require(try await phone.undo())
        let redone = try #require(try await phone.redo())
        #expect(redone.deed.opId == undone.deed.opId && redone.deed.isAddition)
        #expect(await phone.task(task)?.isDeleted == false)
        #expect(try await phone.deeds().map(\.wasUndone) == [true, true, false])
        // Taken back once more, it is the same deed.
        #expect(try #require(try await phone.undo()).deed.opId == undone.deed.opId)
        #expect(await phone.titles.isEmpty)
    }

    @Test func whoDoesSomethingElseHasNothingToDoAgain() async throws {
        let phone = try notebook("phone")
        let task = try await phone.add("one")
        try await phone.edit(task) { $0.title = "two" }
        _ = try await phone.undo()
        try await phone.add("else")
        #expect(try await phone.redo() == nil)
        _ = try await phone.undo()
        #expect(await phone.titles == ["one"])
        _ = try #require(try await phone.redo())
        #expect(await phone.titles == ["one", "else"])
        #expect(try await phone.redo() == nil)
    }

    @Test func whatSomebodyElseChangedSinceIsNotDoneAgain() async throws {
        let phone = try await begun("phone")
        let laptop = try await begun("laptop")
        let task = try await phone.add("one")
        try await phone.edit(task) { $0.title = "two" }
        _ = try await phone.undo()
        for notebook in [phone, laptop] { await notebook.sync() }
        try await laptop.edit(task) { $0.title = "theirs" }
        for notebook in [laptop, phone] { await notebook.sync() }
        #expect(try #require(try await phone.redo()).kept.map(\.field) == ["title"])
        #expect(await phone.titles == ["theirs"])
    }

    @Test func aDeedOfManyIsDoneAgainWhole() async throws {
        let phone = try notebook("phone")
        let whole = try await phone.add("Move house")
        let part = try await phone.add("Pack") { $0.parent = whole }
        let list = try await phone.addList("Shop")
        let milk = try await phone.add("Milk") { $0.list = list }
        try await phone.complete(whole, withSubtasks: true)
        try await phone.delete(list: list)
        for _ in 0..<2 { _ = try #require(try await phone.undo()) }
        for _ in 0..<2 { _ = try #require(try await phone.redo()) }
        for task in [whole, part] { #expect(await phone.task(task)?.isCompleted == true) }
        #expect(await phone.task(milk)?.isDeleted == true)
        #expect(await phone.view.lists[list]?.isDeleted == true)
    }
}
