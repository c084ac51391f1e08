import DaybookCore
import Testing

@testable import DaybookAPI

/// V-3.9: the boundary of the day, written from calendars and the tz database's own notes.
@Suite(.closing) struct MidnightTests {
    /// What it shows, the zone, the day start, the day that ends, the day that begins, and the instant between them.
    static let midnights: [(String, String, String, String, String, String)] = [
        ("an ordinary midnight", "UTC", "00:00", "2026-02-11", "2026-02-12", "2026-02-12T00:00:00.000Z"),
        ("east of Greenwich", "Europe/Berlin", "00:00", "2026-02-11", "2026-02-12", "2026-02-11T23:00:00.000Z"),
        ("west of Greenwich", "America/New_York", "00:00", "2026-02-11", "2026-02-12", "2026-02-12T05:00:00.000Z"),
        ("half an hour off", "Asia/Kolkata", "00:00", "2026-02-11", "2026-02-12", "2026-02-11T18:30:00.000Z"),
        ("a month's end", "America/New_York", "00:00", "2026-02-28", "2026-03-01", "2026-03-01T05:00:00.000Z"),
        ("a leap day begins", "UTC", "00:00", "2028-02-28", "2028-02-29", "2028-02-29T00:00:00.000Z"),
        ("a leap day ends", "UTC", "00:00", "2028-02-29", "2028-03-01", "2028-03-01T00:00:00.000Z"),
        ("the first new year", "Pacific/Kiritimati", "00:00", "2025-12-31", "2026-01-01", "2025-12-31T10:00:00.000Z"),
        ("the last new year", "Pacific/Pago_Pago", "00:00", "2025-12-31", "2026-01-01", "2026-01-01T11:00:00.000Z"),
        ("a night owl's day", "America/New_York", "04:00", "2026-02-11", "2026-02-12", "2026-02-12T09:00:00.000Z"),
        ("a day that starts late", "UTC", "23:30", "2026-02-10", "2026-02-11", "2026-02-11T23:30:00.000Z"),
        ("a day of 23 hours begins", "Europe/Berlin", "00:00", "2026-03-28", "2026-03-29", "2026-03-28T23:00:00.000Z"),
        ("a day of 23 hours ends", "Europe/Berlin", "00:00", "2026-03-29", "2026-03-30", "2026-03-29T22:00:00.000Z"),
        ("a day of 25 hours begins", "Europe/Berlin", "00:00", "2026-10-24", "2026-10-25", "2026-10-24T22:00:00.000Z"),
        ("a day of 25 hours ends", "Europe/Berlin", "00:00", "2026-10-25", "2026-10-26", "2026-10-25T23:00:00.000Z"),
        (
            "a day start that the clock jumps over", "Europe/Berlin", "02:30", "2026-03-28", "2026-03-29",
            "2026-03-29T01:00:00.000Z"
        ),
        (
            "a day start that comes twice", "Europe/Berlin", "02:30", "2026-10-24", "2026-10-25",
            "2026-10-25T00:30:00.000Z"
        ),
        (
            "a midnight that the clock jumps over", "America/Sao_Paulo", "00:00", "2018-11-03", "2018-11-04",
            "2018-11-04T03:00:00.000Z"
        ),
        (
            "a midnight that comes twice", "America/Havana", "00:00", "2026-10-31", "2026-11-01",
            "2026-11-01T04:00:00.000Z"
        ),
        (
            "a date that never was", "Pacific/Apia", "00:00", "2011-12-29", "2011-12-31", "2011-12-30T10:00:00.000Z"
        ),
    ]

    @Test func everyMidnight() async throws {
        let house = try await ViewHouse.open()
        for (name, zone, dayStart, ending, beginning, instant) in Self.midnights {
            var settings = AccountSettings()
            settings.timeZone = zone
            settings.dayStart = try #require(TimeOfDay(dayStart))
            settings.revision = (try await house.revision()) + 1
            try await house.fill(try Self.tasks(ending, beginning), [], settings)
            let midnight = try #require(Instant(instant))
            let before = try await house.ask("today", at: midnight.adding(milliseconds: -1))
            #expect(before["date"] == .string(ending) && before.words == "old done", "\(name)")
            #expect(before["sentence"] == "1 completed today", "\(name)")
            let upcoming = try await house.ask("upcoming", at: midnight.adding(milliseconds: -1))
            #expect(upcoming["groups"].items.first?["title"] == "Tomorrow", "\(name)")
            #expect(upcoming["groups"].items.first?["date"] == .string(beginning), "\(name)")
            // What was completed stays until the day ends; what was not waits in the past.
            let after = try await house.ask("today", at: midnight, holding: before.tag)
            #expect(after.status == 200 && after["date"] == .string(beginning) && after.words == "new", "\(name)")
            #expect(after["completedToday"] == 0, "\(name)")
            #expect(try await house.ask("past", at: midnight).words == "old", "\(name)")
            #expect(try await house.ask("past", at: midnight.adding(milliseconds: -1)).words == "", "\(name)")
            // The widget knew of it.
            let widget = try await house.ask("widget", at: midnight.adding(milliseconds: -3_600_000))
            let entries = widget["entries"].items
            #expect(entries.map { $0["at"] }.contains(.string(instant)), "\(name)")
            #expect(entries.first?["rows"]?.items.first?["title"] == "old", "\(name)")
        }
    }

    /// An hour after midnight the clock in Havana shows 00:30 again; the date that has begun goes on.
    @Test func aDateThatHasBegunIsNotTakenBack() async throws {
        let house = try await ViewHouse.open()
        try await house.write("", #"{"timeZone":"America/Havana"}"#, entity: .settings)
        for time in ["2026-11-01T04:30:00.000Z", "2026-11-01T05:30:00.000Z"] {
            let today = try await house.ask("today", at: try #require(Instant(time)))
            #expect(today["date"] == "2026-11-01")
        }
    }

    /// A flight from Berlin to New York on the evening of the 11th, and back.
    @Test func anAccountThatTravels() async throws {
        let house = try await ViewHouse.open()
        let now = "2026-02-11T23:30:00.000Z"
        try await house.write("", #"{"timeZone":"Europe/Berlin"}"#, entity: .settings)
        try await house.write("eleventh", #"{"scheduledDate":"2026-02-11"}"#)
        try await house.write("twelfth", #"{"scheduledDate":"2026-02-12"}"#)
        try await house.write("waits", #"{"region":"backlog"}"#, at: "2026-02-11T22:30:00.000Z")
        func group() async throws -> JSONValue? {
            try await house.ask("backlog", at: try #require(Instant(now)))["groups"].items
                .first { $0["count"] == 1 }?["title"]
        }
        #expect(try await house.words("today", at: now) == "twelfth")
        #expect(try await house.words("past", at: now) == "eleventh")
        #expect(try await group() == "Yesterday")
        try await house.write(
            "", #"{"timeZone":"America/New_York"}"#, at: "2026-02-11T23:00:00.000Z", entity: .settings)
        #expect(try await house.words("today", at: now) == "eleventh")
        #expect(try await house.words("past", at: now) == "")
        #expect(try await group() == "Today")
        try await house.write("", #"{"timeZone":"Europe/Berlin"}"#, at: "2026-02-11T23:10:00.000Z", entity: .settings)
        #expect(try await house.words("today", at: now) == "twelfth")
    }

    private static func tasks(_ ending: String, _ beginning: String) throws -> [TaskItem] {
        let clock = HybridTime(try #require(Instant("2010-01-01T00:00:00.000Z")), device: Identifier(high: 0xD, low: 1))
        func task(_ title: String, _ date: String, isDone: Bool = false) -> TaskItem {
            var task = TaskItem(id: ViewHouse.id(title))
            task.title = title
            task.scheduledDate = CalendarDate(date)
            task.clocks[.title] = clock
            if isDone { task.completion = TaskItem.Completion(clock: clock, at: clock.instant) }
            task.revision = 1
            return task
        }
        return [task("old", ending), task("done", ending, isDone: true), task("new", beginning)]
    }
}
