import DaybookCore
import Testing

@testable import WebCore

@Suite struct CoreTests {
    private var page: Page
    init() throws { page = try .begun() }

    @Test mutating func whatIsTakenDownStandsInItsView() throws {
        _ = try page.add("Tea")
        _ = try page.add("Milk", "{\"kind\":\"inbox\"}")
        _ = try page.add("Bread", "{\"kind\":\"tomorrow\"}")
        #expect(try page.titles("today") == ["Tea"])
        // Until somebody has chosen, the Inbox holds what has no date.
        #expect(try page.titles("inbox") == ["Milk"])
        #expect(try page.titles("upcoming") == ["Bread"])
    }

    /// It is 09:00 in Berlin.
    @Test mutating func whatIsOnlyDueStandsOnItsDay() throws {
        let tea = try page.add("Tea", "{\"kind\":\"inbox\"}")
        _ = try page.edit(tea, "\"dueAt\":\"2026-11-24T20:00:00Z\"")
        let tax = try page.add("Tax", "{\"kind\":\"inbox\"}")
        _ = try page.edit(tax, "\"dueAt\":\"2026-11-25T23:30:00Z\"")
        #expect(try page.titles("today") == ["Tea"])
        let head = "{\"now\":\(page.now),\"view\":{\"kind\":\"upcoming\"},\"from\":0,\"count\":9}"
        let upcoming = try page.ask("look", head)
        #expect(upcoming.items("groups")?.map { $0.text("date") } == ["2026-11-26"])
        #expect(upcoming.items("rows")?.map { $0.text("date") } == ["2026-11-26"])
        #expect(try page.counts("today", "upcoming", "inbox", "past") == [1, 1, 2, 0])
        _ = try page.edit(tea, "\"state\":\"completed\"")
        #expect(try page.titles("today") == ["Tea"])
        #expect(try page.counts("today", "completedToday") == [0, 1])
        page.now += 86_400_000
        #expect(try page.titles("today") == [])
        #expect(try page.counts("completedToday", "past") == [0, 0])
    }

    @Test mutating func whatIsTakenDownAsDoneStandsBelowWhatIsNot() throws {
        _ = try page.do(
            "{\"act\":\"add\",\"titles\":[\"Tea\",\"Milk\"],\"completed\":[\"Bread\"],\"place\":{\"kind\":\"today\"}}")
        let head = "{\"now\":\(page.now),\"view\":{\"kind\":\"today\"},\"from\":0,\"count\":9}"
        let rows = try page.ask("look", head).items("rows") ?? []
        #expect(rows.map { $0.text("title") } == ["Tea", "Milk", "Bread"])
        #expect(rows.map { $0.text("state") } == ["notStarted", "notStarted", "completed"])
    }

    /// The page shows a task under its name before the core has it.
    @Test mutating func aTaskHasTheNameThatThePageHasMade() throws {
        let (tea, milk) = ("3b6c5f0e-7f6c-4a43-9a37-1f8f9a0f7c55", "4b6c5f0e-7f6c-4a43-9a37-1f8f9a0f7c55")
        let adding = """
            {"act":"add","titles":["Tea","Milk","Bread"],"ids":["\(tea)","\(milk)"],"place":{"kind":"today"}}
            """
        let ids = try page.do(adding).head.items("ids") ?? []
        #expect(ids.count == 3 && ids.prefix(2) == [.string(tea), .string(milk)])
        #expect(try page.titles("today") == ["Tea", "Milk", "Bread"])
        // Nobody becomes another by being written down again.
        let again = try page.ask("do", "{\"now\":\(page.now),\"gesture\":\(adding)}")
        #expect(again["refused"]?.text("code") == "unreadable")
        let unreadable = adding.replacing(tea, with: "no name")
        #expect(try page.ask("do", "{\"now\":\(page.now),\"gesture\":\(unreadable)}")["refused"] != nil)
        #expect(try page.titles("today") == ["Tea", "Milk", "Bread"])
    }

    @Test mutating func placesAreThoseOfTheAccount() throws {
        _ = try page.do(
            "{\"act\":\"settings\",\"fields\":{\"inboxRule\":\"unlisted\",\"timeZone\":\"Pacific/Kiritimati\"}}")
        let list = try page.do("{\"act\":\"addList\",\"name\":\"Home\"}")
        guard case .string(let home)? = list.head.items("ids")?.first else { throw NoTask() }
        // 09:00 in Berlin is 22:00 of that day there; four hours later it is the next.
        page.now += 4 * 3_600_000
        let id = try page.add("Tea")
        #expect(try page.titles("today") == ["Tea"])
        _ = try page.do("{\"act\":\"move\",\"ids\":[\"\(id)\"],\"place\":{\"kind\":\"list\",\"id\":\"\(home)\"}}")
        #expect(try page.titles("inbox") == [])
        _ = try page.do("{\"act\":\"move\",\"ids\":[\"\(id)\"],\"place\":{\"kind\":\"inbox\"}}")
        #expect(try page.titles("inbox") == ["Tea"])
        #expect(try page.titles("today") == ["Tea"])
    }

    @Test mutating func aListIsKeptFromAssistantsAndShownToThemAgain() throws {
        _ = try page.do("{\"act\":\"addList\",\"name\":\"Home\"}")
        let done = try page.do("{\"act\":\"addList\",\"name\":\"Diary\"}")
        guard case .string(let diary)? = done.head.items("ids")?.first else { throw NoTask() }
        #expect(try page.listsHidden() == [nil, nil])
        let hiding = try page.do("{\"act\":\"editList\",\"id\":\"\(diary)\",\"hiddenFromAgents\":true}")
        #expect(try page.listsHidden() == [nil, true])
        _ = try page.undo(try #require(hiding.head.text("deed")))
        #expect(try page.listsHidden() == [nil, nil])
        _ = try page.do("{\"act\":\"editList\",\"id\":\"\(diary)\",\"hiddenFromAgents\":true}")
        _ = try page.do("{\"act\":\"editList\",\"id\":\"\(diary)\",\"hiddenFromAgents\":false}")
        #expect(try page.listsHidden() == [nil, nil])
    }

    @Test mutating func whatTheDiskDidNotTakeWasNeverDone() throws {
        _ = try page.add("Tea")
        let done = try page.do("{\"act\":\"add\",\"titles\":[\"Milk\",\"Bread\"],\"place\":{\"kind\":\"today\"}}")
        #expect(try page.titles("today") == ["Tea", "Milk", "Bread"])
        let deed = try #require(done.head.text("deed"))
        try page.ask("withdraw", "{\"now\":\(page.now),\"deed\":\"\(deed)\"}")
        #expect(try page.titles("today") == ["Tea"])
    }

    @Test mutating func oneWrongRowOfAGestureLeavesTheOthersAsTheyWere() throws {
        let id = try page.add("Tea")
        let wrong = try page.do("{\"act\":\"delete\",\"ids\":[\"\(id)\",\"\(Page.book)\"]}")
        #expect(wrong.head["refused"]?.text("code") == "unknown_row")
        #expect(wrong.text.isEmpty)
        #expect(try page.titles("today") == ["Tea"])
        #expect(try page.ask("look", "{\"now\":\(page.now),\"view\":{\"kind\":\"deleted\"}}").count("total") == 0)
    }

    @Test mutating func aRowGoesBetweenTwoOthers() throws {
        let ids = try ["a", "b", "c"].map { try page.add($0) }
        _ = try page.do("{\"act\":\"arrange\",\"ids\":[\"\(ids[2])\"],\"above\":\"\(ids[0])\",\"below\":\"\(ids[1])\"}")
        #expect(try page.titles("today") == ["a", "c", "b"])
        _ = try page.do(
            "{\"act\":\"arrange\",\"ids\":[\"\(ids[1])\",\"\(ids[2])\"],\"above\":null,\"below\":\"\(ids[0])\"}")
        #expect(try page.titles("today") == ["b", "c", "a"])
        // What comes into a view stands behind what is there, whenever it was written down.
        let early = try page.add("early", "{\"kind\":\"inbox\"}")
        _ = try page.add("late")
        _ = try page.do("{\"act\":\"move\",\"ids\":[\"\(early)\"],\"place\":{\"kind\":\"today\"}}")
        #expect(try page.titles("today") == ["b", "c", "a", "late", "early"])
    }

    @Test mutating func theAppBeginsAgainWithWhatLiesOnTheDisk() throws {
        var journal: [[UInt8]] = []
        for title in ["a", "b", "c"] {
            let done = try page.do("{\"act\":\"add\",\"titles\":[\"\(title)\"],\"place\":{\"kind\":\"today\"}}")
            journal.append(done.text)
        }
        let paper = try page.told("fold", "{\"whole\":true}")
        let chunk = try page.told("chunkText", "{\"number\":0}").text
        try page.ask("folded", "{}")
        let last = try page.do(
            "{\"act\":\"add\",\"titles\":[\"d\"],\"place\":{\"kind\":\"today\"},\"fields\":{\"title\":\"e\"}}")

        var again = try Page("a page that begins again")
        try again.ask("chunk", "{}", chunk)
        try again.ask("paper", "{}", paper.text)
        #expect(try again.ask("replay", "{}", Array("[".utf8) + last.text + Array("]".utf8))["refused"] == nil)
        again.now = page.now
        try again.begin()
        #expect(try again.titles("today") == ["a", "b", "c", "d"])

        var journalAlone = try Page("a page with a journal alone")
        let all = Array("[".utf8) + (journal + [last.text]).joined(separator: [0x2C]) + Array("]".utf8)
        try journalAlone.ask("replay", "{}", all)
        journalAlone.now = page.now
        try journalAlone.begin()
        #expect(try journalAlone.titles("today") == ["a", "b", "c", "d"])
    }

    @Test mutating func whatIsOverdueIsSoWhenItsTimeHasCome() throws {
        let id = try page.add("Tea")
        _ = try page.do("{\"act\":\"edit\",\"ids\":[\"\(id)\"],\"fields\":{\"dueAt\":\"2026-11-24T09:00:00.000Z\"}}")
        #expect(try page.titles("overdue").isEmpty)
        let look = try page.ask("look", "{\"now\":\(page.now),\"view\":{\"kind\":\"overdue\"}}")
        let due = try #require(Instant("2026-11-24T09:00:00.000Z")).milliseconds
        #expect(look["until"] == .integer(due + 1))
        page.now = due + 1
        #expect(try page.titles("overdue") == ["Tea"])
    }
}

extension Page {
    /// Of each list whether it is kept from assistants, as the outline says it.
    fileprivate mutating func listsHidden() throws -> [JSONValue?]? {
        try ask("outline", "{\"now\":\(now)}").items("lists")?.map { $0[TaskList.hiddenFromAgents] }
    }
}
