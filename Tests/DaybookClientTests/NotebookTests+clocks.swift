import DaybookCore
import Testing

@testable import DaybookClient

/// An undo goes by clocks, and clocks change: a device that joins an account has another name in them, and the server
/// corrects those of a device whose clock is wrong.
extension NotebookTests {
    /// What may come between doing something without an account and taking it back.
    enum Beginning: CaseIterable {
        case joining, answer, restart, joiningAgain

        func happen(to notebook: Notebook, of tests: NotebookTests) async throws -> Notebook {
            if await !notebook.hasAccount { try await notebook.begin(on: server) }
            switch self {
            case .joining: return notebook
            case .answer: #expect(await notebook.sync().trouble == nil)
            case .restart:
                #expect(await notebook.sync().trouble == nil)
                return try tests.notebook("phone")
            case .joiningAgain:
                #expect(await notebook.sync().trouble == nil)
                // Let in again after its key was lost, as another device.
                try await notebook.postAndMoveIn(server, "/v1/accounts", [])
            }
            return notebook
        }
    }

    @Test(arguments: Beginning.allCases, [Int64(0), 90_000])
    func whatWasDoneBeforeThereWasAnAccountIsTakenBack(after beginning: Beginning, serverAhead: Int64) async throws {
        standIn.set(ahead: serverAhead)
        var phone = try notebook("phone")
        let list = try await phone.addList("Shop")
        let milk = try await phone.add("Milk") { $0.list = list }
        try await phone.edit(milk) { $0.title = "Oat milk" }
        try await phone.complete(milk)
        try await phone.changeSettings { $0.reviewTime = nil }
        try await phone.delete(milk)
        try await phone.delete(list: list)
        func takeBack() async throws {
            phone = try await beginning.happen(to: phone, of: self)
            let undone = try #require(try await phone.undo())
            #expect(undone.kept == [])
        }
        try await takeBack()
        #expect(await phone.view.lists[list]?.isDeleted == false)
        #expect(await phone.task(milk)?.isDeleted == true)
        try await takeBack()
        #expect(await phone.task(milk)?.isDeleted == false)
        #expect(await phone.task(milk)?.isCompleted == true)
        try await takeBack()
        #expect(await phone.settings.reviewTime == AccountSettings().reviewTime)
        try await takeBack()
        #expect(await phone.task(milk)?.isCompleted == false)
        try await takeBack()
        #expect(await phone.task(milk)?.title == "Milk")
        try await takeBack()
        #expect(await phone.task(milk)?.isDeleted == true)
        try await takeBack()
        #expect(await phone.view.lists[list]?.isDeleted == true)
        #expect(try await phone.undo() == nil)
        #expect(await phone.sync().trouble == nil)
        #expect(standIn.account.slice.liveTasks == 0)
        #expect(standIn.account.slice.settings.reviewTime == AccountSettings().reviewTime)
        #expect(await phone.view == phone.base)
    }

    @Test(arguments: Beginning.allCases, [Int64(0), 90_000])
    func anUndoingIsTakenBackByItsName(after beginning: Beginning, serverAhead: Int64) async throws {
        standIn.set(ahead: serverAhead)
        var phone = try notebook("phone")
        let whole = try await phone.add("Move house")
        let part = try await phone.add("Pack") { $0.parent = whole }
        try await phone.complete(whole, withSubtasks: true)
        phone = try await beginning.happen(to: phone, of: self)
        #expect(try #require(try await phone.undo()).kept == [])
        for task in [whole, part] { #expect(await phone.task(task)?.isCompleted == false) }
        phone = try await beginning.happen(to: phone, of: self)
        let undoing = try #require(try await phone.deeds(limit: 1).first)
        #expect(undoing.operations.count == 2)
        #expect(try #require(try await phone.undo(undoing.opId)).kept == [])
        #expect(try await phone.undo(undoing.opId) == nil, "it was taken back")
        for task in [whole, part] { #expect(await phone.task(task)?.isCompleted == true) }
        #expect(await phone.sync().trouble == nil)
        #expect(standIn.account.slice.tasks.values.allSatisfy { $0.isCompleted })
    }

    @Test func whatSomebodyElseChangedSinceStaysWhateverTheClocks() async throws {
        standIn.set(ahead: 90_000)
        let phone = try notebook("phone")
        let task = try await phone.add("Tea")
        try await phone.edit(task) { $0.title = "Coffee" }
        try await phone.begin(on: server)
        await phone.sync()
        let laptop = try await begun("laptop")
        await laptop.sync()
        try await laptop.edit(task) { $0.title = "Cocoa" }
        for notebook in [laptop, phone] { await notebook.sync() }
        #expect(try #require(try await phone.undo()).kept.map(\.field) == ["title"])
        #expect(await phone.task(task)?.title == "Cocoa")
    }
}
