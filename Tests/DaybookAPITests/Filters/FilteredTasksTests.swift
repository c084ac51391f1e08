import DaybookCore
import HTTP
import Seeds
import Testing

@testable import DaybookAPI
@testable import TestAccounts

/// Filters that the server reads by an index, beside those of the core over the same tasks.
@Suite(.closing) struct FilteredTasksTests {
    private static let filters = [
        "", "open", "done", "today", "overdue", "date <= tomorrow", "date:none", "date:-2d..+3d", "due < now",
        "open due < +3d", "open due >= today", "due:week", "list:\"List 2\"", "list:\"List 1\",\"List 3\"",
        "list:inbox", "inbox open", "list:inbox,\"List 2\" not done", "region:morning", "open region:backlog",
        "open region:evening today", "milk", "milk open list:\"List 1\"", "category:health or repeating",
        "not today and (list:any or due:any)", "notes:any", "bucket:mustdo", "active",
    ]

    @Test func theServerFindsWhatTheCoreFinds() async throws {
        var random = SeededRandom(.current)
        let house = try await ViewHouse.open()
        var settings = AccountSettings()
        for (zone, now) in [
            ("UTC", "2026-02-11T12:00:00.000Z"), ("Europe/Berlin", "2026-10-25T00:59:59.999Z"),
            ("America/Havana", "2026-11-01T04:30:00.000Z"),
        ] {
            settings.timeZone = zone
            settings.revision += 2
            let moment = Moment(try #require(Instant(now)), in: try #require(LocalDay(settings)))
            let account = RandomAccount(&random, around: moment, count: 30 + random.below(90))
            try await house.fill(account.tasks, account.lists, settings)
            for text in Self.filters {
                let sort = random.pick(["", " sort:due", " sort:-date,title", " sort:state,-created"]) ?? ""
                let filter = try TaskFilter(text + sort, at: moment, lists: account.lists)
                let answer = try await house.find(text + sort, [("limit", "500")], at: moment.now)
                let expected = filter.tasks(among: account.tasks).map { JSONValue.string($0.id.text) }
                #expect(answer.status == 200)
                #expect(Self.ids(answer.json) == expected, "\(text)\(sort) at \(now), \(RandomSeed.current)")
                #expect(answer["readsAccount"] == .bool(FilterPlan(filter).readsAccount))
                #expect(answer["nextCursor"] == .null)
                try await expectPages(house, text + sort, expected, moment)
            }
        }
    }

    private func expectPages(
        _ house: ViewHouse, _ text: String, _ expected: [JSONValue], _ moment: Moment
    ) async throws {
        var (ids, cursor): ([JSONValue], String?) = ([], nil)
        for _ in 0..<100 {
            let more = [("limit", "7")] + (cursor.map { [("cursor", $0)] } ?? [])
            let page = try await house.find(text, more, at: moment.now)
            #expect(page.status == 200)
            ids += Self.ids(page.json)
            guard case .string(let next) = page["nextCursor"] else { break }
            cursor = next
        }
        #expect(ids == expected, "\(text) in pages, \(RandomSeed.current)")
    }

    private static func ids(_ json: JSONValue) -> [JSONValue] { (json["tasks"]?.items ?? []).compactMap { $0["id"] } }

    @Test func whatIsNotUnderstoodIsToldWithItsPlace() async throws {
        let house = try await ViewHouse.open()
        let now = try #require(Instant("2026-11-20T09:00:00Z"))
        for (filter, reason, offset) in [
            ("open due < someday", "filter_invalid_value", 11), ("colour:red", "filter_unknown_field", 0),
            ("(open", "filter_unexpected", 5), ("list:Nowhere", "filter_unknown_list", 5),
            (String(repeating: "a ", count: 1100), "filter_too_long", 2000),
        ] as [(String, String, Int64)] {
            let answer = try await house.find(filter, at: now)
            #expect(answer.status == 400)
            #expect(answer["code"] == "malformed_filter")
            #expect(answer["reason"] == .string(reason))
            #expect(answer["offset"] == .integer(offset))
            #expect(answer["expected"].text?.isEmpty == false)
        }
        #expect(try await house.find("open", [("state", "active")], at: now).status == 400)
        #expect(try await house.find("open", [("cursor", "x")], at: now).status == 400)
        #expect(try await house.find("open", [("sort", "colour")], at: now)["code"] == "malformed_filter")
        #expect(try await house.find("open", [("sort", "-due,title")], at: now).status == 200)
    }

    @Test func aTagHoldsUntilSomethingOrTheDayChanges() async throws {
        let house = try await ViewHouse.open()
        let now = try #require(Instant("2026-11-20T09:00:00Z"))
        try await house.write("milk", #"{"scheduledDate":"2026-11-20"}"#)
        let first = try await house.find("today", at: now)
        #expect(first.words == "milk")
        let later = now.adding(seconds: 3600)
        #expect(try await house.find("today", at: later, holding: first.tag).status == 304)
        let tomorrow = now.adding(seconds: 86_400)
        #expect(try await house.find("today", at: tomorrow, holding: first.tag).words == "")
        try await house.write("bread", #"{"scheduledDate":"2026-11-20"}"#)
        #expect(try await house.find("today", at: later, holding: first.tag).words == "bread milk")
        // What follows the clock is asked anew.
        let overdue = try await house.find("due < now", at: now)
        #expect(try await house.find("due < now", at: later, holding: overdue.tag).status == 200)
    }

    /// A request reads so many rows and no more; the next one goes on where it ended.
    @Test func aFilterThatFindsLittleAnswersWithACursor() async throws {
        let house = try await ViewHouse.open()
        let now = try #require(Instant("2026-11-20T09:00:00Z"))
        var random = SeededRandom(seed: 1)
        let tasks = (0..<FilteredView.mostRead + 20).map { index -> TaskItem in
            var task = TaskItem(id: .random(using: &random))
            let clock = HybridTime(now, device: .zero)
            task.title = index % 5_010 == 5_009 ? "needle" : "hay"
            task.clocks[.title] = clock
            task.createdAt = now
            task.sortOrder = OrderKey("V" + String(10_000 + index))!
            task.revision = 1
            return task
        }
        try await house.fill(tasks, [], AccountSettings())
        let first = try await house.find("needle", at: now)
        #expect(first.words == "")
        #expect(first["readsAccount"] == .bool(true))
        let cursor = try #require(first["nextCursor"].text)
        let second = try await house.find("needle", [("cursor", cursor)], at: now)
        #expect(second.words == "needle")
        #expect(second["nextCursor"] == .null)
        let sorted = try await house.find("needle sort:title", at: now)
        #expect(sorted.status == 422 && sorted["code"] == "filter_too_wide")
    }

    /// What no filter could name is not read, and of the rest no more than a page.
    @Test(.timeLimit(.minutes(5))) func namesOfListsAreReadByThePage() async throws {
        let house = try await ViewHouse.open()
        let now = try #require(Instant("2026-11-20T09:00:00Z"))
        func list(_ number: UInt64, _ name: String) -> TaskList {
            var list = TaskList(id: Identifier(high: 0x1157, low: number))
            let clock = HybridTime(now, device: .zero)
            list.name = name
            list.sortOrder = OrderKey("V\(10_000 + number)")!
            list.createdAt = now
            list.clocks[.title] = clock
            list.revision = 1
            return list
        }
        let unspeakable = (2...30 as ClosedRange<UInt64>).map { list($0, String(repeating: "ß", count: 30_000)) }
        let long = (31...400 as ClosedRange<UInt64>).map { list($0, String(repeating: "İ", count: 3_900) + "\($0)") }
        try await house.fill([], [list(1, "Groceries")] + unspeakable + long, AccountSettings())
        let read = try await FilteredTasks.lists(of: house.account, house.database).lists
        #expect(read.first?.name == "Groceries" && !read.contains { unspeakable.map(\.id).contains($0.id) })
        #expect(read.reduce(0) { $0 + $1.name.utf8.count } < PageBound.bytes + 4 * 8_000)
        let named = Array(repeating: "GROCERIES", count: 100).joined(separator: ",")
        #expect(try await house.find("list:\(named)", at: now).status == 200)
        #expect(try await house.find("list:\(unspeakable[0].id.text)", at: now).status == 200)
    }

    @Test func daysMayBeSaidInTheClientsLanguage() async throws {
        let view = try FilteredView(
            Request("GET", "/v1/tasks?filter=date:morgen", fields: ["accept-language": "de-CH"]))
        let moment = Moment(.now(), in: LocalDay(zone: .utc))
        let account = Identifier(high: 1, low: 1)
        _ = try view.statement(
            ViewContext(account: account, moment: moment, settings: AccountSettings(), language: .german))
    }
}
