import DaybookCore
import Testing

@testable import DaybookLedger
@testable import Reactor
@testable import TestAccounts

/// When an account's day turns: zones, day starts, and clocks that are not what they should be.
@Suite(.closing) struct BoundaryTests {
    private let days: DayHouse

    init() async throws { days = try await DayHouse.open() }

    /// An account that rolls over in a zone, and its first task on a date.
    private func begin(_ zone: String, _ dayStart: String = "00:00", on date: String? = nil, at now: Instant)
        async throws
    {
        try await days.settings(
            ["rollover": "backlog", "timeZone": .string(zone), "dayStart": .string(dayStart)], at: now)
        if let date { try await days.task(1, on: date, at: now) }
    }

    @Test func theDayStartIsNotMidnight() async throws {
        let evening = at("2026-06-01T20:00:00Z")
        try await begin("Europe/Berlin", "04:00", on: "2026-06-01", at: evening)
        #expect(try await days.dueAt() == at("2026-06-02T02:00:00Z"))
        #expect(try await days.turn(at: at("2026-06-02T01:59:59Z")) == 0)
        #expect(try await days.turn(at: at("2026-06-02T02:00:00Z")) == 1)
        #expect(try await days.task(1).enteredBacklogAt == at("2026-06-02T02:00:00Z"))
    }

    @Test func theHourOfTheBoundaryDoesNotExist() async throws {
        // Berlin, 29 March 2026: two o'clock is three o'clock.
        let before = at("2026-03-28T20:00:00Z")
        try await begin("Europe/Berlin", "02:30", on: "2026-03-28", at: before)
        #expect(try await days.dueAt() == at("2026-03-29T01:00:00Z"))
        #expect(try await days.turn(at: at("2026-03-29T00:59:59Z")) == 0)
        #expect(try await days.turn(at: at("2026-03-29T01:00:00Z")) == 1)
        #expect(try await days.task(1).region == .backlog)
        #expect(try await days.dueAt() == at("2026-03-30T00:30:00Z"))
    }

    @Test func theHourOfTheBoundaryComesTwice() async throws {
        // Berlin, 25 October 2026: half past two comes at 00:30Z and again at 01:30Z.
        let before = at("2026-10-24T20:00:00Z")
        try await begin("Europe/Berlin", "02:30", on: "2026-10-24", at: before)
        #expect(try await days.dueAt() == at("2026-10-25T00:30:00Z"))
        #expect(try await days.turn(at: at("2026-10-25T00:30:00Z")) == 1)
        try await days.task(2, on: "2026-10-24", at: at("2026-10-25T00:45:00Z"))
        #expect(try await days.turn(at: at("2026-10-25T01:30:00Z")) == 0, "the date has begun already")
        #expect(try await days.dueAt() == at("2026-10-26T01:30:00Z"))
        #expect(try await days.task(2).region == .morning)
    }

    @Test func nobodyLooksBeforeTheNextBoundary() async throws {
        let before = at("2026-10-24T20:00:00Z")
        #expect(try await days.turns.untilNext(now: before) == .seconds(60), "there is none")
        try await begin("Europe/Berlin", "02:30", at: before)
        let boundary = at("2026-10-25T00:30:00Z")
        let far = try #require(try await days.turns.untilNext(now: before))
        #expect(far >= .seconds(60) && far <= .seconds(62))
        let near = try #require(try await days.turns.untilNext(now: boundary.adding(milliseconds: -5_000)))
        #expect(near >= .seconds(5) && near <= .seconds(7))
        #expect(try await days.turns.untilNext(now: boundary) == nil)
        #expect(try await days.turns.untilNext(now: before.adding(milliseconds: -4 * Instant.dayLength)) == nil)
    }

    @Test(.timeLimit(.minutes(10))) func whatMayMoveTheNextBoundaryIsHeardAtOnce() async throws {
        let now = at("2026-10-24T20:00:00Z")
        let news = days.house.boundaries.news
        try await begin("Europe/Berlin", at: now)
        await news.wait()
        try await days.task(1, on: "2026-10-24", [daily], at: now)
        await news.wait()
        // A task without a series moves nothing: nobody is woken.
        try await days.task(2, on: "2026-10-24", at: now)
        let isRung = news.isRung.load(ordering: .relaxed)
        #expect(!isRung)
    }

    @Test func aDateThatAZoneNeverHad() async throws {
        // Samoa went from the 29th to the 31st of December 2011.
        let before = at("2011-12-30T09:00:00Z")
        try await begin("Pacific/Apia", on: "2011-12-29", at: before)
        try await days.task(2, on: "2011-12-30", at: before)
        #expect(try await days.dueAt() == at("2011-12-30T10:00:00Z"))
        #expect(try await days.turn(at: at("2011-12-30T10:00:00Z")) == 1)
        #expect(try await days.task(1).region == .backlog)
        #expect(try await days.task(2).region == .backlog)
        #expect(try await days.dueAt() == at("2011-12-31T10:00:00Z"))
    }

    @Test func aChangeOfZoneThatSkipsABoundaryTurnsTheDayAtOnce() async throws {
        let now = at("2026-06-01T20:00:00Z")
        try await begin("America/Los_Angeles", on: "2026-06-01", at: now)
        #expect(try await days.dueAt() == at("2026-06-02T07:00:00Z"))
        // In Tokyo it is the 2nd for five hours already.
        let landed = now.adding(seconds: 60)
        try await days.settings(["timeZone": "Asia/Tokyo"], at: landed)
        #expect(try await days.dueAt() == landed)
        #expect(try await days.turn(at: landed) == 1)
        #expect(try await days.task(1).region == .backlog)
        #expect(try await days.task(1).carryCount == 1)
        #expect(try await days.dueAt() == at("2026-06-02T15:00:00Z"))
    }

    @Test func aChangeOfZoneThatRepeatsABoundaryDoesNothingTwice() async throws {
        let before = at("2026-06-01T10:00:00Z")
        try await begin("Asia/Tokyo", on: "2026-06-01", at: before)
        let morning = at("2026-06-01T15:00:01Z")
        #expect(try await days.turn(at: morning) == 1)
        // Back to where it still is the 1st; its owner takes the task up again, and adds another.
        let landed = morning.adding(seconds: 3600)
        try await days.settings(["timeZone": "America/Los_Angeles"], at: landed)
        #expect(try await days.dueAt() == at("2026-06-02T07:00:00Z"))
        try await days.task(2, on: "2026-06-01", at: landed)
        #expect(try await days.turn(at: landed.adding(seconds: 60)) == 0)
        #expect(try await days.turn(at: at("2026-06-02T07:00:01Z")) == 1)
        #expect(try await days.task(1).carryCount == 1, "it was carried to this date already")
        #expect(try await days.task(2).region == .backlog)
        #expect(try await days.task(2).carryCount == 1)
    }

    @Test func aTurnThatIsDueIsNotPutOffByAChangeOfZone() async throws {
        let evening = at("2026-06-01T20:00:00Z")
        try await begin("Europe/Berlin", on: "2026-06-01", at: evening)
        // The servers were down over midnight; a device comes first when they are back.
        let back = at("2026-06-02T06:00:00Z")
        try await days.settings(["timeZone": "Europe/Lisbon"], at: back)
        #expect(try await days.turn(at: back) == 1)
        #expect(try await days.task(1).region == .backlog)
        #expect(try await days.dueAt() == at("2026-06-02T23:00:00Z"))
    }

    @Test func theServersClockStepsBack() async throws {
        let evening = at("2026-06-01T20:00:00Z")
        try await begin("UTC", on: "2026-06-01", at: evening)
        #expect(try await days.turn(at: at("2026-06-02T00:00:01Z")) == 1)
        let (_, ledger) = try await days.stored()
        // An hour back over the boundary, and on again.
        for text in ["2026-06-01T23:00:00Z", "2026-06-01T23:59:59Z", "2026-06-02T00:00:00Z", "2026-06-02T12:00:00Z"] {
            #expect(try await days.turn(at: at(text)) == 0)
        }
        // Another process has never seen the row that says it was done.
        try await days.database.write("UPDATE day_turn SET due_at = \(evening)")
        for text in ["2026-06-01T23:00:00Z", "2026-06-02T00:00:00Z"] { try await days.turn(at: at(text)) }
        #expect(try await days.stored().ledger == ledger)
    }

    @Test func aServersClockRanFarAhead() async throws {
        let evening = at("2026-06-01T20:00:00Z")
        try await begin("UTC", at: evening)
        try await days.database.write("UPDATE day_turn SET due_at = \(at("2031-01-01T00:00:00Z"))")
        #expect(try await days.turn(at: evening) == 1)
        #expect(try await days.dueAt() == at("2026-06-02T00:00:00Z"))
    }

    @Test func theRowIsThereWhileSomethingComesByItself() async throws {
        let evening = at("2026-06-01T20:00:00Z")
        let onDays = JSONValue.object([JSONMember("days", .array([1, 2, 3])), JSONMember("onSchedule", true)])
        try await days.task(1, on: "2026-06-01", [JSONMember("recurrence", onDays)], at: evening)
        #expect(try await days.dueAt() == at("2026-06-02T00:00:00Z"), "a series that goes by its schedule")
        try await days.settings(["rollover": "backlog"], at: evening)
        try await days.change(DayHouse.id(1), [JSONMember("recurrence", .null)], at: evening.adding(seconds: 1))
        try await days.turn(at: at("2026-06-02T00:00:01Z"))
        #expect(try await days.dueAt() == at("2026-06-03T00:00:00Z"))
        try await days.settings(["rollover": "off"], at: at("2026-06-02T10:00:00Z"))
        #expect(try await days.turn(at: at("2026-06-03T00:00:01Z")) == 1)
        #expect(try await days.dueAt() == nil)
        try await days.task(2, on: "2026-06-01", at: at("2026-06-03T10:00:00Z"))
        #expect(try await days.turn(at: at("2026-06-04T00:00:01Z")) == 0)
    }

    @Test func aSeriesGoesByItsSchedule() async throws {
        let evening = at("2026-06-01T20:00:00Z")
        try await days.settings(["timeZone": "Asia/Tokyo"], at: evening)
        try await days.task(1, on: "2026-06-02", [daily], at: evening)
        try await days.turn(at: at("2026-06-02T15:00:00Z"))
        try await days.turn(at: at("2026-06-06T15:00:00Z"))
        var (slice, _) = try await days.stored()
        let dates = slice.tasks.values.compactMap(\.scheduledDate?.text).sorted()
        #expect(dates == ["2026-06-02", "2026-06-03", "2026-06-07"])
        // Whoever completes the latest has the next; the day that comes makes no second one.
        let latest = Identifier.occurrence(of: DayHouse.id(1), on: try #require(CalendarDate("2026-06-07")))
        try await days.change(latest, [JSONMember("state", "completed")], at: at("2026-06-07T02:00:00Z"))
        try await days.turn(at: at("2026-06-07T15:00:00Z"))
        (slice, _) = try await days.stored()
        #expect(slice.tasks.count == 4)
        try await days.change(
            .occurrence(of: DayHouse.id(1), on: try #require(CalendarDate("2026-06-08"))), [],
            at: at("2026-06-08T02:00:00Z"), kind: .delete)
        try await days.turn(at: at("2026-06-08T15:00:00Z"))
        try await days.turn(at: at("2026-06-09T15:00:00Z"))
        (slice, _) = try await days.stored()
        let left = slice.tasks.values.map { "\($0.scheduledDate?.text ?? "-") \($0.isDeleted)" }.sorted()
        #expect(left.count == 4, "its owner has ended it: \(left)")
    }
}
