import DaybookCore
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts

/// Requirements 3, row by row: what is put in through the ledger, and what each view then shows.
@Suite(.closing) struct ViewTableTests {
    private let house: ViewHouse

    init() async throws { house = try await ViewHouse.open() }

    private static let noon = "2026-02-11T12:00:00.000Z"

    /// Titles and fields. `order` in the user's order is the digit of sortOrder.
    private static let tasks: [(String, String)] = [
        ("idea", #"{"sortOrder":"b"}"#),
        ("first", #"{"sortOrder":"a"}"#),
        ("thought", #"{"sortOrder":"z","state":"active"}"#),
        ("had", #"{"sortOrder":"a","state":"completed"}"#),
        ("now", #"{"sortOrder":"b","scheduledDate":"2026-02-11"}"#),
        ("early", #"{"sortOrder":"a","scheduledDate":"2026-02-11"}"#),
        ("busy", #"{"sortOrder":"z","scheduledDate":"2026-02-11","state":"active"}"#),
        ("did", #"{"sortOrder":"a","scheduledDate":"2026-02-11","state":"completed"}"#),
        ("soon", #"{"sortOrder":"a","scheduledDate":"2026-02-12"}"#),
        ("ready", #"{"sortOrder":"a","scheduledDate":"2026-02-12","state":"completed"}"#),
        ("week", #"{"sortOrder":"a","scheduledDate":"2026-02-18"}"#),
        ("late", #"{"sortOrder":"b","scheduledDate":"2026-02-10"}"#),
        ("older", #"{"sortOrder":"c","scheduledDate":"2025-02-11","state":"active"}"#),
        ("passed", #"{"sortOrder":"a","scheduledDate":"2026-02-10","state":"completed"}"#),
        ("milk", #"{"sortOrder":"b","listId":"LIST"}"#),
        ("bread", #"{"sortOrder":"a","listId":"LIST","state":"completed"}"#),
        ("pay", #"{"sortOrder":"c","listId":"LIST","dueAt":"2026-02-11T11:59:59.999Z"}"#),
        ("call", #"{"sortOrder":"d","listId":"LIST","dueAt":"2026-02-11T12:00:00Z"}"#),
        ("send", #"{"sortOrder":"f","listId":"LIST","dueAt":"2026-02-18T20:00:00Z"}"#),
        ("paid", #"{"sortOrder":"e","listId":"LIST","dueAt":"2026-02-01T12:00:00Z","state":"completed"}"#),
    ]

    /// V-4.6: active, not started, completed; inside each by sortOrder.
    @Test func datesAndLists() async throws {
        let list = ViewHouse.id("Shopping").text
        try await house.write("Shopping", entity: .list)
        for (title, fields) in Self.tasks {
            try await house.write(title, fields.replacing("LIST", with: list))
        }
        let expected = [
            // Inbox: scheduledDate null (V) / listId null (L).
            ("inbox", "thought first idea milk pay call send bread had paid"),
            ("inbox?rule=unlisted", "older busy thought early first soon week idea late now did had passed ready"),
            // Today: scheduledDate = today; completed tasks stay visible until the day ends.
            ("today", "busy early now pay call did"),
            // Past: scheduledDate < today and not completed (V-3.8).
            ("past", "older late"),
            // Overdue (L-FR9): dueAt < now and not completed.
            ("overdue", "pay"),
            // By list (L-FR15).
            ("lists/\(list)", "milk pay call send bread paid"),
        ]
        for (view, words) in expected {
            #expect(try await house.words(view, at: Self.noon) == words, "\(view)")
        }
        #expect(try await house.words("overdue", at: "2026-02-11T12:00:00.001Z") == "pay call")
        let upcoming = try await house.ask("upcoming", at: try #require(Instant(Self.noon)))
        let groups = upcoming["groups"].items
        #expect(groups.map { $0["title"] } == ["Tomorrow", "2026-02-18"])
        #expect(groups.map { ViewHouse.Answer.words($0["tasks"]) } == ["soon ready", "week send"])
    }

    /// One default everywhere, also of accounts that were made with another; who has chosen keeps the choice.
    @Test func theInboxHoldsWhatHasNoDateUntilSomebodyChooses() async throws {
        var settings = AccountSettings()
        settings.inboxRule = .unlisted
        try await house.fill([], [], settings)
        let now = try #require(Instant(Self.noon))
        #expect(try await house.ask("inbox", at: now)["rule"] == "unscheduled")
        try await house.write("", #"{"inboxRule":"unlisted"}"#, entity: .settings)
        #expect(try await house.ask("inbox", at: now)["rule"] == "unlisted")
    }

    /// V-4.7: scheduledDate = today and state = completed.
    @Test func completedToday() async throws {
        let now = try #require(Instant(Self.noon))
        for (title, sentence) in [("", "0 completed today"), ("a", "1 completed today"), ("b", "2 completed today")] {
            if !title.isEmpty {
                try await house.write(title, #"{"scheduledDate":"2026-02-11","state":"completed"}"#)
            }
            #expect(try await house.ask("today", at: now)["sentence"] == .string(sentence))
        }
        // Completed today and scheduled for another day: not one of today's.
        try await house.write("c", #"{"scheduledDate":"2026-02-12","state":"completed"}"#, at: Self.noon)
        #expect(try await house.ask("today", at: now)["completedToday"] == 2)
        // Without a date it is one of those of the day on which it was due.
        try await house.write("e", #"{"dueAt":"2026-02-11T20:00:00Z","state":"completed"}"#, at: Self.noon)
        try await house.write("f", #"{"dueAt":"2026-02-11T20:00:00Z","state":"completed"}"#)
        #expect(try await house.ask("today", at: now)["sentence"] == "3 completed today")
        // Also of a page that shows none of them.
        try await house.write("d", #"{"scheduledDate":"2026-02-11"}"#)
        let page = try await house.ask("today?limit=1", at: now)
        #expect(page.words == "d" && page["completedToday"] == 3)
    }

    /// R-1.3.1: by when the task entered the backlog, each with its count. 2026-02-12 is a Thursday.
    @Test func backlog() async throws {
        for (title, entered) in [
            ("today", "2026-02-12T00:00:00.001Z"), ("eve", "2026-02-12T00:00:00.000Z"),
            ("tuesday", "2026-02-10T12:00:00.000Z"), ("monday", "2026-02-09T00:00:00.001Z"),
            ("sunday", "2026-02-09T00:00:00.000Z"), ("long", "2025-05-01T12:00:00.000Z"),
            ("done", "2026-02-12T00:00:00.000Z"),
        ] { try await house.write(title, #"{"region":"backlog","sortOrder":"a"}"#, at: entered) }
        try await house.write("done", #"{"state":"completed"}"#, at: "2026-02-12T10:00:00.000Z")
        let now = try #require(Instant("2026-02-12T18:00:00.000Z"))
        let answer = try await house.ask("backlog", at: now)
        #expect(answer["total"] == 6)
        let groups = answer["groups"].items
        #expect(groups.map { $0["title"] } == ["Today", "Yesterday", "This Week", "Older"])
        #expect(groups.map { $0["age"] } == ["today", "yesterday", "thisWeek", "older"])
        #expect(groups.map { $0["count"] } == [1, 1, 2, 2])
        #expect(
            groups.map { ViewHouse.Answer.words($0["tasks"]) } == ["today", "eve", "monday tuesday", "long sunday"])
        // Where the week begins on Sunday.
        try await house.write("", #"{"firstWeekday":7}"#, entity: .settings)
        #expect(try await house.ask("backlog", at: now)["groups"].items.map { $0["count"] } == [1, 1, 3, 1])
        // Counts are of everything, whatever the page.
        let page = try await house.ask("backlog?limit=1", at: now)
        #expect(page["groups"].items.map { $0["count"] } == [1, 1, 3, 1] && page["total"] == 6)
        #expect(page["groups"].items.flatMap { $0["tasks"]?.items ?? [] }.count == 1)
    }

    /// R-1.4.x, 1.5.x: the must-do's title or a placeholder, complementary 2/3, misc 4/5, percent, Backlog's total,
    /// overall.
    @Test func board() async throws {
        func place(_ title: String, _ region: String, _ bucket: String, _ more: String = "") async throws {
            try await house.write(
                title, #"{"region":"\#(region)","bucket":"\#(bucket)","scheduledDate":"2026-02-11"\#(more)}"#)
        }
        try await place("ship", "morning", "mustDo")
        for title in ["c1", "c2"] { try await place(title, "morning", "complementary") }
        try await place("c3", "morning", "complementary", #","state":"completed""#)
        for title in ["m1", "m2", "m3", "m4"] { try await place(title, "morning", "misc") }
        try await place("run", "evening", "mustDo", #","state":"completed""#)
        for title in ["b1", "b2"] { try await house.write(title, #"{"region":"backlog"}"#) }
        try await house.write("other", #"{"region":"morning","bucket":"misc","scheduledDate":"2026-02-12"}"#)
        // Sticky: stays in its region until done (R, phase 2).
        try await house.write(
            "stays", #"{"region":"afternoon","bucket":"misc","scheduledDate":"2026-02-09","sticky":true}"#)
        try await house.write("gone", #"{"region":"afternoon","bucket":"misc","scheduledDate":"2026-02-09"}"#)
        let board = try await house.ask("board", at: try #require(Instant(Self.noon)))
        let regions = board["regions"].items
        #expect(regions.map { $0["region"] } == ["morning", "afternoon", "evening"])
        #expect(regions.map { $0["mustDoTitle"] } == ["ship", "No must-do yet", "run"])
        #expect(regions.map { $0["complementary"]?["text"] } == ["2/3", "0/3", "0/3"])
        #expect(regions.map { $0["misc"]?["text"] } == ["4/5", "1/5", "0/5"])
        #expect(regions.map { $0["progress"]?["text"] } == ["1/8", "0/1", "1/1"])
        #expect(regions.map { $0["progress"]?["percent"] } == [13, 0, 100])
        #expect(board["backlog"] == 2)
        #expect(board["overall"]["text"] == "2/10" && board["overall"]["percent"] == 20)
    }

    /// L-FR21..25, L-FR38, L-FR39, NFR23.
    @Test func widget() async throws {
        try await house.write("Shopping", entity: .list)
        let list = ViewHouse.id("Shopping").text
        for (title, fields) in [
            ("a", #"{"dueAt":"2026-02-11T14:00:00Z","sortOrder":"a"}"#),
            ("b", #"{"scheduledDate":"2026-02-11","sortOrder":"b"}"#),
            ("c", #"{"dueAt":"2026-02-11T09:00:00Z","sortOrder":"c","listId":"LIST"}"#),
            ("d", #"{"scheduledDate":"2026-02-11","sortOrder":"d","listId":"LIST"}"#),
            ("e", #"{"dueAt":"2026-02-12T08:00:00Z","sortOrder":"e"}"#),
            ("f", #"{"dueAt":"2026-02-11T15:00:00Z","sortOrder":"f","state":"completed"}"#),
            ("h", #"{"scheduledDate":"2026-02-11","sortOrder":"h","listId":"LIST","state":"completed"}"#),
            ("g", #"{"dueAt":"2026-02-20T15:00:00Z","sortOrder":"g"}"#),
        ] { try await house.write(title, fields.replacing("LIST", with: list)) }
        func pictures(_ query: String) async throws -> [String] {
            let answer = try await house.ask("widget\(query)", at: try #require(Instant(Self.noon)))
            return answer["entries"].items.map { entry in
                let rows = (entry["rows"]?.items ?? []).map { row in
                    (row["title"]?.text ?? "") + (row["isOverdue"] == true ? "!" : "")
                }
                return "\(entry["at"]?.text ?? "") \(rows.joined(separator: " "))"
            }
        }
        #expect(
            try await pictures("") == [
                "2026-02-11T12:00:00.000Z a b c!", "2026-02-11T14:00:00.001Z a! b c!", "2026-02-12T00:00:00.000Z e",
                "2026-02-12T08:00:00.001Z e!",
            ])
        #expect(try await pictures("?size=medium").first == "2026-02-11T12:00:00.000Z a b c! d h")
        #expect(try await pictures("?list=\(list)").first == "2026-02-11T12:00:00.000Z c! d h")
        #expect(try await pictures("?list=inbox").first == "2026-02-11T12:00:00.000Z a b")
        #expect(try await pictures("?list=inbox&list=\(list)&size=medium").first?.hasSuffix(" a b c! d h") == true)
        let row = try await house.ask("widget", at: try #require(Instant(Self.noon)))["entries"].items.first?[
            "rows"]?
            .items.first
        #expect(row?["link"] == .string("todoapp://open-task?id=\(ViewHouse.id("a"))"))
        try await house.write("", #"{"linkScheme":"mine"}"#, entity: .settings)
        let own = try await house.ask("widget", at: try #require(Instant(Self.noon)))["entries"].items.first
        #expect(own?["rows"]?.items.first?["link"] == .string("mine://open-task?id=\(ViewHouse.id("a"))"))
    }

    /// R-1.2.2: completed tasks by date, in the account's zone.
    @Test func completedByDate() async throws {
        try await house.write("", #"{"timeZone":"Europe/Berlin"}"#, entity: .settings)
        for (title, at) in [
            ("morning", "2026-02-11T08:00:00.000Z"), ("night", "2026-02-10T23:30:00.000Z"),
            ("evening", "2026-02-10T22:30:00.000Z"), ("january", "2026-01-31T22:59:59.999Z"),
        ] { try await house.write(title, #"{"state":"completed"}"#, at: at) }
        try await house.write("open")
        func groups(_ query: String = "") async throws -> [String] {
            let answer = try await house.ask("completed\(query)", at: try #require(Instant(Self.noon)))
            return answer["groups"].items.map { group in
                "\(group["title"]?.text ?? ""): \(ViewHouse.Answer.words(group["tasks"]))"
            }
        }
        #expect(try await groups() == ["Today: morning night", "Yesterday: evening", "2026-01-31: january"])
        #expect(try await groups("?from=2026-02-11") == ["Today: morning night"])
        #expect(try await groups("?to=2026-02-10") == ["Yesterday: evening", "2026-01-31: january"])
        #expect(try await groups("?from=2026-02-01&to=2026-02-10") == ["Yesterday: evening"])
        #expect(try await groups("?limit=1") == ["Today: morning"])
    }
}
