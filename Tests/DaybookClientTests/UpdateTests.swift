import DaybookCore
import Foundation
import Testing

@testable import DaybookClient

/// What an app shows and changes, in its own words.
@Suite struct UpdateTests: Household {
    let folder = Folder()
    let standIn = StandIn()
    let time = TestTime()

    @Test func aViewComesWhenItDiffersAndOnlyThen() async throws {
        let phone = try await begun("phone")
        var inboxes = phone.updates { $0.inbox.map(\.title) }.makeAsyncIterator()
        #expect(await inboxes.next() == [])
        let tea = try await phone.add("tea")
        #expect(await inboxes.next() == ["tea"])
        // Neither a task with a date nor what the server says is another Inbox.
        try await phone.add("window") { $0.scheduledDate = CalendarDate("2020-01-01") }
        await phone.sync()
        try await phone.edit(tea) { $0.title = "coffee" }
        #expect(await inboxes.next() == ["coffee"])
    }

    @Test func whatAnotherDeviceDidComesToo() async throws {
        let phone = try await begun("phone")
        let laptop = try await begun("laptop")
        var titles = phone.updates { Set($0.allTasks.map(\.title)) }.makeAsyncIterator()
        #expect(await titles.next() == [])
        try await laptop.add("from the laptop")
        await laptop.sync()
        await phone.sync()
        #expect(await titles.next() == ["from the laptop"])
        try await phone.rename(list: phone.addList("A"), to: "B")
        try await phone.add("from the phone")
        #expect(await titles.next() == ["from the laptop", "from the phone"])
    }

    @Test func theStreamEndsWithTheNotebook() async throws {
        var phone: Notebook? = try await begun("phone")
        var statuses = try #require(phone).updates(\.status.pending).makeAsyncIterator()
        #expect(await statuses.next() == 0)
        phone = nil
        #expect(await statuses.next() == nil)
    }

    @Test func whatWasDoneHereIsToldTheLatestFirst() async throws {
        let phone = try await begun("phone")
        let tea = try await phone.add("tea")
        try await phone.complete(tea)
        let deeds = try await phone.deeds()
        #expect(deeds.map(\.isAddition) == [false, true])
        #expect(deeds.map { $0.operations.first?.id } == [tea, tea])
        #expect(deeds[1].operations.first?.fields.first == JSONMember("title", "tea"))
        #expect(deeds[0].operations.first?.fields.first == JSONMember("state", "completed"))
    }

    @Test func anEditSendsOnlyWhatIsOther() async throws {
        let phone = try await begun("phone")
        let due = time.source.now()
        let task = try await phone.add("coffee") {
            $0.dueAt = due
            $0.notes = "strong"
        }
        try await phone.edit(task) {
            $0.title = "Tea"
            $0.dueAt = nil
            $0.notes = "strong"
        }
        let sent = try #require(await phone.outbox.last)
        #expect(sent.fields == [JSONMember("title", "Tea"), JSONMember("dueAt", .null)])
        let before = await phone.outbox.count
        try await phone.edit(task) { $0.title = "Tea" }
        #expect(await phone.outbox.count == before, "nothing is other than before")
        await #expect(throws: ImpossibleChange.self) { try await phone.edit(.zero) { $0.title = "nothing" } }
    }

    /// Every field that a draft has reaches the task and comes back in its draft.
    @Test func aDraftIsTheTaskThatItMakes() async throws {
        let phone = try await begun("phone")
        let list = try await phone.addList("Home")
        let moment = await phone.moment
        var draft = TaskDraft("Water the plants")
        draft.notes = "all of them"
        draft.list = list
        draft.scheduledDate = moment.today
        draft.dueAt = moment.now
        draft.reminderAt = moment.now
        draft.region = .morning
        draft.bucket = .mustDo
        draft.category = "Home"
        draft.recurrence = .weekly(try #require(Weekdays([1, 3])))
        draft.sticky = true
        draft.autoCarry = true
        let id = try await phone.add(draft)
        #expect(TaskDraft(of: try #require(await phone.task(id))) == draft)
        try await phone.edit(id) { $0 = TaskDraft("Bare") }
        #expect(TaskDraft(of: try #require(await phone.task(id))) == TaskDraft("Bare"))
    }

    @Test func anAppThatConnectsAtEachStartHasOneAccount() async throws {
        let phone = try Notebook(folder: folder.at("phone"), transport: standIn, time: .system)
        try await phone.connect(to: server)
        let device = await phone.status.device
        await phone.pause()
        let again = try Notebook(folder: folder.at("phone"), transport: standIn, time: .system)
        try await again.connect(to: URL(string: "\(server.absoluteString)/")!)
        #expect(await again.status.device == device)
        await #expect(throws: EntryFailure.otherAccount) { try await again.connect(to: URL(string: "http://a.test")!) }
        await again.pause()
    }
}
