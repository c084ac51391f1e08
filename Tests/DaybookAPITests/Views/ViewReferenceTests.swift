import DaybookCore
import Seeds
import Testing

@testable import DaybookAPI
@testable import TestAccounts

/// The views that SQL makes beside those that the core makes of the same tasks.
@Suite(.closing) struct ViewReferenceTests {
    /// Zone, day start, first weekday, now: days of 23 and 25 hours, midnights that do not exist or come twice, a date
    /// that never was, month and year ends, boundaries to the millisecond.
    static let glances: [(String, String, Int, String)] = [
        ("UTC", "00:00", 1, "2026-02-11T12:00:00.000Z"), ("UTC", "00:00", 7, "2026-02-28T23:59:59.999Z"),
        ("UTC", "00:00", 1, "2026-03-01T00:00:00.000Z"), ("UTC", "04:00", 1, "2028-02-29T03:59:59.999Z"),
        ("Europe/Berlin", "00:00", 1, "2026-03-28T23:30:00.000Z"),
        ("Europe/Berlin", "02:30", 1, "2026-03-29T01:00:00.000Z"),
        ("Europe/Berlin", "00:00", 1, "2026-10-25T00:59:59.999Z"),
        ("Europe/Berlin", "02:30", 1, "2026-10-25T01:30:00.000Z"),
        ("America/New_York", "23:30", 7, "2025-12-31T23:45:00.000Z"),
        ("America/New_York", "00:00", 7, "2026-01-01T05:00:00.000Z"),
        ("America/Havana", "00:00", 7, "2026-11-01T04:30:00.000Z"),
        ("America/Havana", "00:00", 7, "2026-11-01T05:30:00.000Z"),
        ("America/Sao_Paulo", "00:00", 7, "2018-11-04T03:00:00.000Z"),
        ("Africa/Cairo", "00:00", 6, "2026-04-23T22:00:00.000Z"),
        ("Pacific/Apia", "00:00", 1, "2011-12-30T09:59:59.999Z"),
        ("Pacific/Apia", "00:00", 1, "2011-12-30T10:00:00.000Z"),
        ("Pacific/Kiritimati", "06:00", 1, "2025-12-31T16:00:00.000Z"),
        ("Asia/Kolkata", "00:00", 1, "2026-08-31T18:29:59.999Z"),
    ]

    @Test func everyViewIsWhatTheCoreMakesOfTheSameTasks() async throws {
        var random = SeededRandom(.current)
        let house = try await ViewHouse.open()
        var settings = AccountSettings()
        for (zone, dayStart, firstWeekday, now) in Self.glances {
            settings.timeZone = zone
            // Some of what is in the backlog came as the account took the zone up.
            let moved = try #require(Instant(now)).adding(seconds: -4099 * Int64(random.below(12)))
            settings.clocks[.timeZone] = HybridTime(moved, device: Identifier(high: 0xD, low: 1))
            settings.dayStart = try #require(TimeOfDay(dayStart))
            settings.firstWeekday = firstWeekday
            settings.regionLimits = RegionLimits(mustDo: 1, complementary: random.below(5), misc: 5)
            settings.revision += 1
            let moment = Moment(try #require(Instant(now)), in: try #require(LocalDay(settings)))
            let account = RandomAccount(&random, around: moment, count: 30 + random.below(90))
            try await house.fill(account.tasks, account.lists, settings)
            settings.revision += 1
            for (view, expected) in Self.expected(account, moment, settings) {
                let answer = try await house.ask(view, at: moment.now)
                #expect(answer.status == 200)
                for (name, value) in expected {
                    #expect(answer[name] == value, "\(view) \(name) at \(now) in \(zone), \(RandomSeed.current)")
                }
            }
            try await expectPages(house, account, moment)
        }
    }

    /// The members of every view's document, by what is asked for.
    private static func expected(
        _ account: RandomAccount, _ moment: Moment, _ settings: AccountSettings
    ) -> [(String, [(String, JSONValue)])] {
        let tasks = account.tasks
        let list = account.lists[1]
        let completed = moment.completedToday(tasks)
        func flat(_ tasks: [TaskItem]) -> (String, JSONValue) { ("tasks", value { $0.tasks(tasks) }) }
        func widget(_ size: Widget.Size, _ lists: Set<Identifier?>? = nil) -> [(String, JSONValue)] {
            members { moment.widget(tasks, size, lists: lists, linkScheme: settings.linkScheme).write(to: &$0) }
        }
        let range = moment.today.adding(days: -1)...moment.today
        return [
            ("inbox", [flat(moment.inbox(tasks, .unscheduled))]),
            ("inbox?rule=unlisted", [flat(moment.inbox(tasks, .unlisted))]),
            (
                "today",
                [
                    flat(moment.today(tasks)), ("completedToday", .integer(Int64(completed))),
                    ("sentence", .string("\(completed) completed today")), ("date", .string(moment.today.text)),
                ]
            ),
            ("upcoming", [("groups", value { $0.array(moment.upcoming(tasks)) { $1.write(to: &$0) } })]),
            ("past", [flat(moment.past(tasks))]), ("overdue", [flat(moment.overdue(tasks))]),
            ("lists/\(list.id)", [flat(moment.list(list.id, tasks)), ("list", value { list.write(to: &$0) })]),
            ("backlog", members { moment.backlog(tasks, settings).write(to: &$0) }),
            ("board", members { moment.board(tasks, limits: settings.regionLimits).write(to: &$0) }),
        ]
            + Region.ofTheDay.compactMap { region in
                moment.regionScreen(region, tasks, limits: settings.regionLimits).map { screen in
                    ("regions/\(region.name)", members { screen.write(to: &$0) })
                }
            } + [
                ("widget", widget(.small)), ("widget?size=medium", widget(.medium)),
                (
                    "widget?size=medium&list=inbox&list=\(list.id)", widget(.medium, [nil, list.id])
                ),
                ("completed", [("groups", value { $0.array(moment.completed(tasks)) { $1.write(to: &$0) } })]),
                (
                    "completed?from=\(range.lowerBound)&to=\(range.upperBound)",
                    [("groups", value { $0.array(moment.completed(tasks, on: range)) { $1.write(to: &$0) } })]
                ),
            ]
    }

    /// Pages one after the other are the whole.
    private func expectPages(_ house: ViewHouse, _ account: RandomAccount, _ moment: Moment) async throws {
        let views = ["inbox", "today", "upcoming", "past", "lists/\(account.lists[1].id)", "backlog", "completed"]
        for view in views {
            let whole = try await house.ask(view, at: moment.now)
            var (ids, cursor): ([JSONValue], JSONValue) = ([], .string(""))
            var pages = 0
            while case .string(let text) = cursor, pages < 100 {
                let more = text.isEmpty ? "" : "&cursor=\(text)"
                let page = try await house.ask("\(view)?limit=7\(more)", at: moment.now)
                #expect(page.status == 200)
                let found = Self.ids(page.json)
                #expect(found.count <= 7)
                #expect(page["completedToday"] == whole["completedToday"] && page["total"] == whole["total"])
                ids += found
                cursor = page["nextCursor"]
                pages += 1
            }
            #expect(ids == Self.ids(whole.json), "\(view) at \(moment.now), \(RandomSeed.current)")
            #expect(pages == max(1, (ids.count + 6) / 7))
        }
    }

    private static func ids(_ json: JSONValue) -> [JSONValue] {
        let groups = json["groups"]?.items ?? [json]
        return groups.flatMap { ($0["tasks"]?.items ?? []).compactMap { $0["id"] } }
    }

    private static func value(_ write: (inout JSONWriter) -> Void) -> JSONValue {
        var writer = JSONWriter()
        write(&writer)
        return (try? JSONValue(json: writer.bytes)) ?? .null
    }

    private static func members(_ write: (inout JSONWriter) -> Void) -> [(String, JSONValue)] {
        value(write).members.map { ($0.name, $0.value) }
    }
}
