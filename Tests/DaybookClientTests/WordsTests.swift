import DaybookCore
import Testing

@testable import DaybookClient

/// Lines of plain words and filters, on a device.
@Suite struct WordsTests {
    let folder = Folder()
    let time = TestTime()
    let phone: Notebook

    init() throws {
        phone = try Notebook(folder: folder.at("phone"), transport: StandIn(), time: time.source)
    }

    @Test func aLineBecomesATask() async throws {
        let list = try await phone.addList("Family")
        let (id, words) = try await phone.capture("Call mum tomorrow 9am +family #phone !30m")
        let task = try #require(await phone.task(id))
        let moment = await phone.moment
        #expect(task.title == "Call mum" && task.tags == ["phone"])
        #expect(task.scheduledDate == moment.tomorrow)
        #expect(task.listId == list)
        #expect(task.dueAt.map { task.reminderAt == $0.adding(seconds: -1800) } == true)
        #expect(words.spans.map(\.text) == ["tomorrow 9am", "+family", "#phone", "!30m"])
    }

    @Test func aListThatIsNotThereStaysInTheTitle() async throws {
        let (draft, words) = await phone.read("Milk tomorrow +Nowhere")
        #expect(draft.title == "Milk +Nowhere" && words.list == nil && draft.scheduledDate != nil)
    }

    @Test func whatIsCapturedGoesWhereTheAccountWantsIt() async throws {
        try await phone.changeSettings { $0.quickAdd = .today }
        let today = await phone.moment.today
        let (milk, _) = try await phone.capture("Milk")
        let (bread, _) = try await phone.capture("Bread +1y")
        #expect(await phone.task(milk)?.scheduledDate == today)
        #expect(await phone.task(bread)?.scheduledDate?.year == today.year + 1)
    }

    @Test func aFilterFindsTasksOfTheReplica() async throws {
        let list = try await phone.addList("Family")
        try await phone.add("milk")
        try await phone.add("tea") { $0.list = list }
        let bread = try await phone.add("bread") { $0.scheduledDate = CalendarDate("2020-01-01") }
        try await phone.complete(bread)
        let snapshot = await phone.snapshot
        #expect(try snapshot.tasks(matching: "open sort:-title").map(\.title) == ["tea", "milk"])
        #expect(try snapshot.tasks(matching: "list:family").map(\.title) == ["tea"])
        #expect(try snapshot.tasks(matching: "done date:any").map(\.title) == ["bread"])
        #expect(throws: FilterError.self) { try snapshot.tasks(matching: "open and") }
    }

    @Test func aSavedFilterIsAListThatShowsWhatItFinds() async throws {
        try await phone.add("milk")
        let tea = try await phone.add("tea")
        let saved = try await phone.addList("Tea", filter: "tea open")
        #expect(await phone.snapshot.tasks(in: saved).map(\.title) == ["tea"])
        try await phone.complete(tea)
        #expect(await phone.snapshot.tasks(in: saved).isEmpty)
        try await phone.setFilter(of: saved, to: "done or list:Nowhere")
        #expect(await phone.snapshot.filterTrouble(of: saved)?.code == .unknownList)
        try await phone.setFilter(of: saved, to: "done")
        #expect(await phone.snapshot.tasks(in: saved).map(\.title) == ["tea"])
        await #expect(throws: FilterError.self) { try await phone.addList("Never", filter: "due < someday") }
        #expect(await phone.snapshot.lists.count == 1)
    }
}
