import DaybookCore
import Testing

@Suite struct TodoTxtTests {
    let file: ReadFile

    init() throws {
        file = try ReadFile(fixture: "todo.txt", as: .todoTxt)
        #expect(file.failure == nil)
    }

    @Test func signsBesideATextAreNoWordsOfIt() throws {
        let thanks = try file.task("Thank Mom for the meatballs")
        #expect(thanks.priority == 1 && thanks.tags == ["phone"] && thanks.list == nil && thanks.notes == nil)
        let pickup = try file.task("Schedule Goodwill pickup")
        #expect(pickup.priority == 2 && pickup.tags == ["phone"] && pickup.list == .named("GarageSale"))
        #expect(pickup.createdAt == "2026-11-01T11:00:00Z")
        #expect(pickup.scheduledDate == "2026-11-28" && pickup.dueAt == "2026-11-28T22:59:59Z")
        let pies = try file.task("Eskimo pies")
        #expect(pies.tags == ["GroceryStore"] && pies.priority == 0)
        #expect(pies.scheduledDate == "2026-11-27" && pies.dueAt == "2026-12-01T16:30:00Z")
        #expect(file.lists.map(\.title) == ["GarageSale", "neighborhood", "Home"])
    }

    /// Taken out, they would tear it.
    @Test func signsAmongTheWordsStayWords() throws {
        let signs = try file.task("Post signs around the neighborhood of the school")
        #expect(signs.list == .named("neighborhood"))
        #expect(signs.notes == "project: GarageSale")
        let read = try file.task("(a) Read http://example.org at 10:30 about RFC:2119 today")
        #expect(read.notes == "due: soon\nrec: never")
        #expect(read.dueAt == nil && read.recurrence == nil)
    }

    @Test func whatIsDoneHasItsDay() throws {
        let call = try file.task("Call the bank")
        #expect(call.state == .completed && call.priority == 3 && call.list == .named("Home"))
        #expect(call.completedAt == "2026-11-21T11:00:00Z" && call.createdAt == "2026-11-20T11:00:00Z")
        #expect(call.notes == "uuid: 7f3a")
        let old = try file.task("Old news")
        #expect(old.state == .completed && old.completedAt == nil)
    }

    @Test func whatRepeats() throws {
        let rent = try file.task("Pay the rent")
        #expect(rent.recurrence == .rule("FREQ=MONTHLY") && rent.scheduledDate == "2026-12-01")
        #expect(rent.priority == 9 && rent.notes == "priority: K")
        #expect(try file.task("Water the plants").recurrence == .rule("FREQ=DAILY;INTERVAL=3"))
        #expect(try file.task("Stand up").recurrence == Weekdays([1, 2, 3, 4, 5]).map(Recurrence.weekly))
    }

    @Test func signsAloneAreATitle() throws {
        let alone = try file.task("+Home @shop")
        #expect(alone.list == .named("Home") && alone.tags == ["shop"])
        let vote = try file.task("Vote +1")
        #expect(vote.list == .named("Home") && vote.notes == "project: Work")
    }

    @Test func theReportNamesWhatCouldNotBeKept() {
        #expect(file.report.tasks == 12 && file.report.refused == 1 && file.report.lists == 3)
        #expect(file.report.count(of: "due", .field("dueAt")) == 4)
        #expect(file.report.count(of: "project", .notes) == 2)
        #expect(file.report.count(of: "uuid", .notes) == 1)
        #expect(
            file.report.remarks.map { "\($0.line) \($0.code.rawValue) \($0.field ?? "")" } == [
                "6 fitted priority", "7 fitted rec", "8 fitted rec", "11 not_understood due", "11 not_understood rec",
                "14 refused text",
            ])
    }

    @Test(arguments: [1, 3, 64]) func itDoesNotMatterHowTheBytesArrive(size: Int) throws {
        let pieces = try ReadFile(fixture: "todo.txt", as: .todoTxt, cutting: size)
        #expect(pieces.drafts == file.drafts && pieces.report == file.report)
    }

    @Test func equalLinesAreTwoTasks() {
        let twice = ReadFile("Milk @shop\r\nMilk @shop\r\n", as: .todoTxt)
        #expect(twice.tasks.map(\.title) == ["Milk", "Milk"] && Set(twice.tasks.map(\.name)).count == 2)
    }
}
