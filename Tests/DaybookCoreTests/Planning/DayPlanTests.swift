import Testing

@testable import DaybookCore

/// The 1-3-5 rule online, the rollover, quick actions and recurring tasks in the ledger.
@Suite struct DayPlanTests {
    var desk = Desk()

    // MARK: 1-3-5

    @Test(arguments: [
        ("morning", "mustDo", 1, "Morning region full (1 Must-Do, 3 Complementary, 5 Misc)"),
        ("afternoon", "complementary", 3, "Afternoon region full (1 Must-Do, 3 Complementary, 5 Misc)"),
        ("evening", "misc", 5, "Evening region full (1 Must-Do, 3 Complementary, 5 Misc)"),
    ])
    mutating func anOnlineRequestPastTheLimit(_ region: String, _ bucket: String, _ limit: Int, _ sentence: String) {
        for number in 0..<limit {
            let operation = desk.operation(
                Desk.task(UInt64(number)), .title("t") + .place(region, bucket), at: Int64(number))
            #expect(desk.slice.refusal(of: operation) == nil)
            desk.push([operation])
        }
        let next = desk.operation(Desk.task(99), .title("t") + .place(region, bucket), at: 50)
        #expect(desk.slice.refusal(of: next)?.code == .regionFull && desk.slice.refusal(of: next)?.sentence == sentence)
        // A change of a task that is there takes no new place.
        #expect(desk.slice.refusal(of: desk.operation(Desk.task(0), .title("new"), at: 51)) == nil)
        #expect(desk.slice.refusal(of: desk.operation(Desk.task(0), .place(region, bucket), at: 51)) == nil)
        // A completed task frees its place, and reopening it takes one.
        desk.do(Desk.task(0), .state("completed"), at: 52)
        #expect(desk.slice.refusal(of: next) == nil)
        desk.push([next])
        let reopen = desk.operation(Desk.task(0), .state("active"), at: 60, reopens: desk[0].completion?.clock)
        #expect(desk.slice.refusal(of: reopen)?.sentence == sentence)
    }

    @Test mutating func aBucketChangePastTheLimit() {
        desk.do(Desk.task(1), .title("a") + .place("morning", "mustDo"), at: 1)
        desk.do(Desk.task(2), .title("b") + .place("morning", "misc"), at: 2)
        let change = desk.operation(Desk.task(2), [JSONMember("bucket", "mustDo")], at: 3)
        #expect(desk.slice.refusal(of: change)?.code == .regionFull)
        let account = desk.slice.account
        let limits = JSONValue.object([.init("mustDo", 2), .init("complementary", 3), .init("misc", 5)])
        desk.do(account, [JSONMember("regionLimits", limits)], at: 4, entity: .settings)
        #expect(desk.slice.refusal(of: change) == nil)
        desk.push([change])
        let third = desk.operation(Desk.task(3), .title("c") + .place("morning", "mustDo"), at: 5)
        #expect(
            desk.slice.refusal(of: third)?.sentence
                == "Morning region full (2 Must-Do, 3 Complementary, 5 Misc)")
    }

    @Test mutating func theBacklogHasNoLimitAndNoBuckets() {
        for number in 1...40 as ClosedRange<UInt64> {
            let operation = desk.operation(
                Desk.task(number), .title("t") + .place("backlog", "mustDo", nil), at: Int64(number))
            #expect(desk.slice.refusal(of: operation) == nil)
            desk.push([operation])
            #expect(desk[number].bucket == .none)
        }
        desk.do(Desk.task(50), .title("t") + [JSONMember("region", "morning")], at: 50)
        #expect(desk[50].bucket == .misc)
    }

    @Test mutating func complementaryUnlocksAfterMustDo() {
        desk.do(Desk.task(1), .title("a") + .place("morning", "mustDo"), at: 1)
        desk.do(Desk.task(2), .title("b") + .place("morning", "complementary"), at: 2)
        let start = desk.operation(Desk.task(2), .state("active"), at: 3)
        #expect(desk.slice.refusal(of: start) == nil)
        desk.do(desk.slice.account, [JSONMember("complementaryAfterMustDo", true)], at: 4, entity: .settings)
        #expect(desk.slice.refusal(of: start)?.code == .complementaryLocked)
        #expect(desk.slice.refusal(of: desk.operation(Desk.task(2), .title("c"), at: 5)) == nil)
        desk.do(Desk.task(1), .state("completed"), at: 6)
        #expect(desk.slice.refusal(of: start) == nil)
        // Offline, a completion counts all the same.
        desk.do(Desk.task(1), .state("active"), at: 7, reopens: desk[1].completion?.clock)
        #expect(desk.do(Desk.task(2), .state("completed"), at: 8) == .applied)
    }

    // MARK: Rollover

    let today = CalendarDate("2026-06-02")!
    let boundary = Instant("2026-06-02T00:00:00Z")!

    mutating func turnOn() {
        desk.do(desk.slice.account, [JSONMember("rollover", "backlog")], at: 0, entity: .settings)
    }

    @Test mutating func nothingMovesByItselfUnlessAskedFor() {
        desk.do(Desk.task(1), .title("a") + .place("morning", "mustDo"), at: 1)
        #expect(desk.slice.rollover(to: today, boundary: boundary).isEmpty)
    }

    @Test mutating func whatIsOpenGoesToTheBacklogOnce() {
        turnOn()
        let created = Desk.time(1).instant
        desk.do(Desk.task(1), .title("open") + .place("morning", "mustDo") + [JSONMember("notes", "n")], at: 1)
        desk.do(Desk.task(2), .title("done") + .place("evening", "misc") + .state("completed"), at: 2)
        desk.do(Desk.task(3), .title("sticky") + .place("morning", "misc") + [JSONMember("sticky", true)], at: 3)
        desk.do(Desk.task(4), .title("auto") + .place("evening", "mustDo") + [JSONMember("autoCarry", true)], at: 4)
        desk.do(Desk.task(5), .title("today") + .place("morning", "misc", "2026-06-02"), at: 5)
        desk.do(Desk.task(6), .title("no region") + [JSONMember("scheduledDate", "2026-06-01")], at: 6)
        desk.do(
            Desk.task(7),
            .title("auto, full") + .place("evening", "mustDo", "2026-05-30") + [JSONMember("autoCarry", true)], at: 7)
        desk.now = boundary.adding(seconds: 3600)
        let operations = desk.slice.rollover(to: today, boundary: boundary)
        #expect(Set(operations.map(\.id)) == [Desk.task(1), Desk.task(4), Desk.task(7)])
        desk.push(operations)
        #expect(desk[1].region == .backlog && desk[1].bucket == .none && desk[1].scheduledDate == nil)
        #expect(desk[1].carryCount == 1 && desk[1].notes == "n" && desk[1].createdAt == created)
        #expect(desk[1].enteredBacklogAt == boundary)
        #expect(desk[4].region == .evening && desk[4].scheduledDate == today && desk[4].bucket == .mustDo)
        #expect(desk[4].carryCount == 1)
        #expect(desk[7].region == .backlog && desk[7].scheduledDate == nil)
        #expect(desk[2].scheduledDate == CalendarDate("2026-06-01") && desk[3].region == .morning)
        let after = desk.slice
        // Another server, a moment later, concludes the same from what it had read before.
        #expect(desk.push(operations).merged?.entries == [] && desk.slice == after)
        #expect(desk.slice.rollover(to: today, boundary: boundary).isEmpty)
    }

    @Test mutating func aCatchUpDoesNotOverrideWhatHappenedAfterTheBoundary() {
        turnOn()
        desk.do(Desk.task(1), .title("a") + .place("morning", "mustDo"), at: 1)
        let operations = desk.slice.rollover(to: today, boundary: boundary)
        let later = HybridTime(boundary.adding(seconds: 600), device: Desk.a)
        desk.now = boundary.adding(seconds: 3600)
        desk.push([
            SyncOperation(
                opId: Identifier(high: 77, low: 1), id: Desk.task(1), at: later,
                fields: .place("evening", "misc", "2026-06-02"))
        ])
        desk.push(operations)
        #expect(desk[1].region == .evening && desk[1].scheduledDate == today && desk[1].bucket == .misc)
    }

    // MARK: Quick actions

    @Test func oneGesture() throws {
        var settings = AccountSettings()
        settings.timeZone = "Asia/Tokyo"
        let day = try #require(LocalDay(settings))
        let now = try #require(Instant("2026-06-01T20:00:00Z"))
        #expect(QuickAction.toToday.fields(on: day, at: now) == [JSONMember("scheduledDate", "2026-06-02")])
        #expect(QuickAction.toTomorrow.fields(on: day, at: now) == [JSONMember("scheduledDate", "2026-06-03")])
        #expect(QuickAction.toInbox.fields(on: day, at: now) == [JSONMember("scheduledDate", nil)])
        #expect(QuickAction.to(today).fields(on: day, at: now) == [JSONMember("scheduledDate", "2026-06-02")])
        #expect(
            QuickAction.toRegion(.evening, .none).fields(on: day, at: now) == .place("evening", "misc", "2026-06-02"))
        #expect(QuickAction.toRegion(.backlog, .mustDo).fields(on: day, at: now) == .place("backlog", "none", nil))
    }

    // MARK: Recurrence

    @Test mutating func completingAnOccurrenceMakesTheNextOnce() throws {
        desk.now = desk.now.adding(seconds: 1_000_000)
        desk.do(desk.slice.account, [JSONMember("timeZone", "Europe/Berlin")], at: 0, entity: .settings)
        let days = JSONValue.object([JSONMember("days", .array([1, 3, 5]))])
        let fields: [JSONMember] = [
            JSONMember("title", "Run"), JSONMember("scheduledDate", "2026-03-27"), JSONMember("recurrence", days),
            JSONMember("dueAt", "2026-03-27T08:00:00Z"), JSONMember("region", "morning"),
            JSONMember("bucket", "mustDo"),
            JSONMember("carryCount", 3),
        ]
        desk.do(Desk.task(1), fields, at: 1)
        let first = desk.operation(Desk.task(1), .state("completed"), at: 10, by: Desk.a)
        let second = desk.operation(Desk.task(1), .state("completed"), at: 99_999, by: Desk.b)
        desk.push([second])
        desk.push([first])
        let next = Identifier.occurrence(of: Desk.task(1), on: try #require(CalendarDate("2026-03-30")))
        #expect(Set(desk.slice.tasks.keys) == [Desk.task(1), next])
        let task = try #require(desk.slice.tasks[next])
        #expect(task.title == "Run" && task.scheduledDate == CalendarDate("2026-03-30") && task.state == .notStarted)
        #expect(task.parentRecurringId == Desk.task(1) && task.recurrence == desk[1].recurrence && task.carryCount == 0)
        // Daylight saving began on the 29th: the same wall-clock time is an hour earlier in UTC.
        #expect(task.dueAt == Instant("2026-03-30T07:00:00Z"))
        #expect(task.region == .morning && task.bucket == .mustDo)
        // What somebody made of it stays when the first one is completed once more.
        desk.do(next, .title("Run far"), at: 100_000)
        desk.do(Desk.task(1), .state("active"), at: 100_000, reopens: desk[1].completion?.clock)
        desk.do(Desk.task(1), .state("completed"), at: 100_001)
        #expect(desk.slice.tasks[next]?.title == "Run far" && desk.slice.tasks.count == 2)
        // The next of the next belongs to the same series.
        desk.do(next, .state("completed"), at: 200_000)
        let third = Identifier.occurrence(of: Desk.task(1), on: try #require(CalendarDate("2026-04-01")))
        #expect(desk.slice.tasks[third]?.parentRecurringId == Desk.task(1))
        // Reopened and completed again, it makes no other one.
        let clock = desk.slice.tasks[next]?.completion?.clock
        desk.do(next, .state("active"), at: 300_000, reopens: clock)
        desk.do(next, .state("completed"), at: 300_001)
        #expect(desk.slice.tasks.count == 3)
    }

    @Test mutating func aCountedSeriesEnds() {
        let rule = JSONValue.object([JSONMember("rrule", "FREQ=DAILY;COUNT=3")])
        desk.do(
            Desk.task(1),
            .title("pill") + [JSONMember("recurrence", rule), JSONMember("scheduledDate", "2026-06-01")], at: 1)
        var seconds: Int64 = 10
        while let open = desk.slice.tasks.values.first(where: { !$0.isCompleted }), seconds < 100 {
            desk.do(open.id, .state("completed"), at: seconds)
            seconds += 1
        }
        #expect(desk.slice.tasks.count == 3)
        #expect(
            Set(desk.slice.tasks.values.compactMap(\.scheduledDate?.text)) == [
                "2026-06-01", "2026-06-02", "2026-06-03",
            ])
    }
}
