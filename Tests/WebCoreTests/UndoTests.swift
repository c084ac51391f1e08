import Testing

@testable import DaybookCore
@testable import WebCore

/// What can be taken back can still be taken back when the core begins again, and whatever the server has said since.
@Suite struct UndoTests {
    @Test(arguments: Change.allCases) func aDeedIsUndoneAfter(_ change: Change) throws {
        var (page, account) = try begun()
        let id = try page.add("Tea")
        let deed = try page.edit(id, "\"title\":\"Coffee\"")
        try page.suffer(change, &account)
        let undoing = try page.undo(deed)
        #expect(try page.titles("today") == ["Tea"])
        try page.suffer(change, &account)
        let redoing = try page.undo(undoing)
        #expect(try page.titles("today") == ["Coffee"])
        // A deed is taken back once; what did it again is the one to take back now.
        #expect(try page.ask("undo", "{\"now\":\(page.now + 1),\"deed\":\"\(deed)\"}")["refused"] != nil)
        try page.suffer(change, &account)
        try page.undo(redoing)
        #expect(try page.titles("today") == ["Tea"])
    }

    @Test(arguments: Change.allCases) func whatWasMadeGoesAndComesBackAfter(_ change: Change) throws {
        var (page, account) = try begun()
        let done = try page.do("{\"act\":\"add\",\"titles\":[\"Tea\"],\"place\":{\"kind\":\"today\"}}")
        let deed = try #require(done.head.text("deed"))
        try page.suffer(change, &account)
        let undoing = try page.undo(deed)
        #expect(try page.titles("today") == [])
        try page.suffer(change, &account)
        let redoing = try page.undo(undoing)
        #expect(try page.titles("today") == ["Tea"])
        try page.suffer(change, &account)
        try page.undo(redoing)
        #expect(try page.titles("today") == [])
    }

    @Test(arguments: Change.allCases) func aListComesBackWithItsTasksAfter(_ change: Change) throws {
        var (page, account) = try begun()
        let list = try #require(page.do("{\"act\":\"addList\",\"name\":\"Shop\"}").head.items("ids")?.first)
        guard case .string(let list) = list else { throw NoTask() }
        let view = "{\"kind\":\"list\",\"id\":\"\(list)\"}"
        _ = try page.add("Tea", view)
        try page.suffer(change, &account)
        let done = try page.do("{\"act\":\"deleteList\",\"id\":\"\(list)\"}")
        #expect(try page.titles(in: view) == [])
        try page.suffer(change, &account)
        let undoing = try page.undo(try #require(done.head.text("deed")))
        #expect(try page.titles(in: view) == ["Tea"])
        try page.suffer(change, &account)
        try page.undo(undoing)
        #expect(try page.titles(in: view) == [])
    }

    @Test(arguments: Change.allCases) func aListThatTakesTasksInIsOneDeedAlsoAfter(_ change: Change) throws {
        var (page, account) = try begun()
        let id = try page.add("Tea")
        let made = try page.do("{\"act\":\"addList\",\"name\":\"Shop\",\"tasks\":[\"\(id)\"]}").head
        guard case .string(let list)? = made.items("ids")?.first else { throw NoTask() }
        let view = "{\"kind\":\"list\",\"id\":\"\(list)\"}"
        #expect(try page.titles(in: view) == ["Tea"])
        try page.suffer(change, &account)
        let undoing = try page.undo(try #require(made.text("deed")))
        #expect(try page.titles(in: view) == [])
        #expect(try page.titles("today") == ["Tea"])
        #expect(try page.ask("outline", "{\"now\":\(page.now)}").items("lists")?.isEmpty == true)
        try page.suffer(change, &account)
        try page.undo(undoing)
        #expect(try page.titles(in: view) == ["Tea"])
    }

    /// What was taken back and done again since is as good as untouched.
    @Test(arguments: Change.allCases) func deedsOfOneFieldAreDoneAgainAfter(_ change: Change) throws {
        var (page, account) = try begun()
        let id = try page.add("one")
        let deeds = [try page.edit(id, "\"title\":\"two\""), try page.edit(id, "\"title\":\"three\"")]
        let last = try page.undo(deeds[1])
        #expect(try page.titles("today") == ["two"])
        let first = try page.undo(deeds[0])
        #expect(try page.titles("today") == ["one"])
        try page.suffer(change, &account)
        try page.undo(first)
        #expect(try page.titles("today") == ["two"])
        try page.suffer(change, &account)
        try page.undo(last)
        #expect(try page.titles("today") == ["three"])
    }

    @Test func whatSomebodyElseChangedStaysAlsoWhereTheDeedWaits() throws {
        var page = try Page.begun()
        let id = try page.add("Tea")
        let deed = try page.edit(id, "\"title\":\"Coffee\"")
        _ = try page.edit(id, "\"title\":\"Cocoa\"")
        try page.join(book: Page.account, device: page.anotherDevice)
        let undone = try page.ask("undo", "{\"now\":\(page.now + 1),\"deed\":\"\(deed)\"}")
        #expect(undone.items("kept")?.first?.text("field") == "title")
        #expect(try page.titles("today") == ["Cocoa"])
    }

    /// By a drag, which moves, and by the field of the date, which edits.
    @Test(arguments: Change.allCases) func theTimesOfAMovedTaskComeBackWithItAfter(_ change: Change) throws {
        var (page, account) = try begun()
        let id = try page.add("Tea")
        _ = try page.edit(id, "\"dueAt\":\"2026-11-24T10:00:00.000Z\",\"reminderAt\":\"2026-11-24T09:00:00.000Z\"")
        try page.suffer(change, &account)
        func times() throws -> [String?] {
            let row = try page.ask(
                "look", "{\"now\":\(page.now),\"view\":{\"kind\":\"upcoming\"},\"from\":0,\"count\":9}"
            )
            .items("rows")?.first
            return [row?.text("scheduledDate"), row?.text("dueAt"), row?.text("reminderAt")]
        }
        let place = "\"place\":{\"kind\":\"date\",\"date\":\"2026-11-26\"}"
        let moving = try page.do("{\"act\":\"move\",\"ids\":[\"\(id)\"],\(place)}").head
        let moved = ["2026-11-26", "2026-11-26T10:00:00.000Z", "2026-11-26T09:00:00.000Z"]
        #expect(try times() == moved)
        try page.suffer(change, &account)
        try page.undo(try #require(moving.text("deed")))
        #expect(try page.titles("today") == ["Tea"] && page.titles("upcoming") == [])
        _ = try page.edit(id, "\"scheduledDate\":\"2026-11-26\"")
        #expect(try times() == moved, "they were those of the old day again")
    }

    /// Its next occurrence comes back with its series, from where the completed one is by then, and not also by itself.
    @Test(arguments: Change.allCases) func ofAMovedSeriesThereIsOneNextAfter(_ change: Change) throws {
        var (page, account) = try begun()
        let id = try page.add("Tea")
        _ = try page.edit(id, "\"recurrence\":{\"rrule\":\"FREQ=DAILY\"}")
        let completing = try page.edit(id, "\"state\":\"completed\"")
        _ = try page.edit(id, "\"scheduledDate\":\"2026-11-28\"")
        let undoing = try page.undo(completing)
        #expect(try page.titles("upcoming") == ["Tea"], "the one that is open again")
        try page.suffer(change, &account)
        try page.undo(undoing)
        let view = "{\"now\":\(page.now),\"view\":{\"kind\":\"upcoming\"},\"from\":0,\"count\":9}"
        let open = try page.ask("look", view).items("rows")?.filter { $0.text("state") != "completed" }
        #expect(open?.map { $0.text("scheduledDate") } == ["2026-11-29"])
    }

    @Test func aTaskThatSomebodyNamesLikeAnErasedOneIsTheirs() throws {
        var (page, account) = try begun()
        try page.suffer(.answer, &account)
        let ids = [try page.add("•••"), try page.add("Zebra")]
        let deeds = try ids.map {
            try #require(try page.do("{\"act\":\"delete\",\"ids\":[\"\($0)\"]}").head.text("deed"))
        }
        try page.suffer(.answer, &account)
        // What a server leaves of the other one.
        let erased = try #require(Identifier(ids[1]))
        account.slice.revision += 1
        account.slice.tasks[erased]?.title = TaskItem.erasedTitle
        account.slice.tasks[erased]?.revision = account.slice.revision
        try page.suffer(.answerAndFolding, &account)
        #expect(try page.titles("deleted") == ["•••"])
        let undone = try page.ask("undo", "{\"now\":\(page.now),\"deed\":\"\(deeds[1])\"}")
        #expect(undone["deed"]?.isNull == true, "nothing is known of it any more")
        try page.undo(deeds[0])
        #expect(try page.titles("today") == ["•••"])
    }

    private func begun() throws -> (page: Page, account: ServerAccount) {
        (try .begun(), ServerAccount(account: try #require(Identifier(Page.account)), epoch: .zero))
    }
}

/// What may come between a deed and its undoing.
enum Change: CaseIterable {
    /// The core begins again with what lies on the disk: journal, or chunks and paper.
    case replaying, folding
    /// The device is let into an account, or in again under another name.
    case joining
    /// The server answers: its clock goes otherwise than this device's.
    case answer
    case answerAndReplaying, answerAndFolding
    /// First the one, then the other: the operations that wait meanwhile have the server's clock.
    case answerAndJoining
}

extension Page {
    mutating func edit(_ id: String, _ fields: String) throws -> String {
        let done = try self.do("{\"act\":\"edit\",\"ids\":[\"\(id)\"],\"fields\":{\(fields)}}")
        return try #require(done.head.text("deed"))
    }

    /// Takes a deed back whole; answers the deed that this is.
    @discardableResult
    mutating func undo(_ deed: String) throws -> String {
        now += 1000
        let done = try told("undo", "{\"now\":\(now),\"deed\":\"\(deed)\"}")
        keep(done.text)
        #expect(done.head["kept"] == nil)
        return try #require(done.head.text("deed"))
    }

    mutating func suffer(_ change: Change, _ account: inout ServerAccount) throws {
        now += 1000
        switch change {
        case .replaying: try beginAgain()
        case .folding:
            try fold()
            try beginAgain()
        case .joining: try join(book: Page.account, device: anotherDevice)
        case .answer:
            if disk.book != Page.account { try join(book: Page.account, device: disk.device) }
            try exchange(with: &account, ahead: 90_000)
        case .answerAndReplaying:
            try suffer(.answer, &account)
            try beginAgain()
        case .answerAndFolding:
            try suffer(.answer, &account)
            try suffer(.folding, &account)
        case .answerAndJoining:
            try suffer(.answer, &account)
            try suffer(.joining, &account)
        }
    }

    fileprivate var anotherDevice: String { Identifier.random(using: &chance.random).text }
}
