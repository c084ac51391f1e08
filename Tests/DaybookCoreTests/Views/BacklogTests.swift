import Testing

@testable import DaybookCore

/// Today, Yesterday, This Week, Older by when the task entered the backlog, each with its count.
@Suite struct BacklogTests {
    static func groups(
        _ entered: String, _ moment: Moment, _ settings: AccountSettings = AccountSettings()
    ) -> [Int] {
        moment.backlog([TaskItem.named("a").placed(.backlog, since: entered)], settings).groups.map(\.count)
    }

    /// 2026-02-12 is a Thursday; the week began on Monday the 9th, or on Sunday the 8th.
    @Test(arguments: [
        ("2026-02-12T12:00:00Z", 1, [1, 0, 0, 0]), ("2026-02-12T00:00:00.001Z", 1, [1, 0, 0, 0]),
        // What came as the day turned came with the day that ended.
        ("2026-02-12T00:00:00Z", 1, [0, 1, 0, 0]),
        ("2026-02-11T23:59:59.999Z", 1, [0, 1, 0, 0]), ("2026-02-11T00:00:00.001Z", 1, [0, 1, 0, 0]),
        ("2026-02-11T00:00:00Z", 1, [0, 0, 1, 0]), ("2026-02-10T23:59:59.999Z", 1, [0, 0, 1, 0]),
        ("2026-02-09T00:00:00.001Z", 1, [0, 0, 1, 0]), ("2026-02-09T00:00:00Z", 1, [0, 0, 0, 1]),
        ("2026-02-08T23:59:59.999Z", 1, [0, 0, 0, 1]), ("2026-02-08T23:59:59.999Z", 7, [0, 0, 1, 0]),
        ("2026-02-07T23:59:59.999Z", 7, [0, 0, 0, 1]), ("2020-02-29T00:00:00Z", 1, [0, 0, 0, 1]),
        // A clock ahead of the server's: entered today.
        ("2026-02-13T00:00:00Z", 1, [1, 0, 0, 0]),
    ])
    func ages(_ entered: String, _ firstWeekday: Int, _ counts: [Int]) {
        #expect(Self.groups(entered, Fixture.moment("2026-02-12T18:00:00Z", week: firstWeekday)) == counts)
    }

    /// On the week's first day yesterday is in the week before, and still Yesterday.
    @Test func yesterdayWinsOverTheWeek() {
        let monday = Fixture.moment("2026-02-09T08:00:00Z")
        #expect(Self.groups("2026-02-08T10:00:00Z", monday) == [0, 1, 0, 0])
        #expect(Self.groups("2026-02-07T10:00:00Z", monday) == [0, 0, 0, 1])
    }

    @Test func agesFollowTheZone() {
        let entered = "2026-02-11T23:30:00Z"
        #expect(Self.groups(entered, Fixture.moment("2026-02-12T18:00:00Z", "Europe/Berlin")) == [1, 0, 0, 0])
        #expect(Self.groups(entered, Fixture.moment("2026-02-12T18:00:00Z", "America/New_York")) == [0, 1, 0, 0])
        // Samoa's day before the 31st was the 29th.
        let samoa = Fixture.moment("2011-12-30T20:00:00Z", "Pacific/Apia")
        #expect(Self.groups("2011-12-29T12:00:00Z", samoa) == [0, 1, 0, 0])
    }

    /// An account that goes to a zone of a later date takes that date up in the middle of it.
    @Test func agesFollowADayThatWasTakenUpLate() {
        var settings = AccountSettings()
        settings.timeZone = "Asia/Tokyo"
        settings.clocks[.timeZone] = Fixture.clock("2026-02-11T15:10:00Z")
        let moment = Fixture.moment("2026-02-11T23:00:00Z", "Asia/Tokyo")
        #expect(Self.groups("2026-02-11T15:10:00Z", moment, settings) == [0, 1, 0, 0])
        #expect(Self.groups("2026-02-11T15:10:00.001Z", moment, settings) == [1, 0, 0, 0])
        // A zone of the same date turns no day: what came in the morning is still today's.
        settings.clocks[.timeZone] = Fixture.clock("2026-02-11T20:00:00Z")
        #expect(Self.groups("2026-02-11T16:00:00Z", moment, settings) == [1, 0, 0, 0])
    }

    @Test func holdsOpenTasksOfTheBacklogInOrder() {
        let backlog = Fixture.moment("2026-02-12T18:00:00Z").backlog(
            [
                TaskItem.named("b", order: "B").placed(.backlog, since: "2026-02-12T01:00:00Z"),
                TaskItem.named("a", .active, order: "z").placed(.backlog, since: "2026-02-12T02:00:00Z"),
                TaskItem.named("c", order: "A").placed(.backlog, since: "2026-02-12T03:00:00Z"),
                TaskItem.named("done", .completed).placed(.backlog, since: "2026-02-12T03:00:00Z"),
                TaskItem.named("gone", deleted: true).placed(.backlog), TaskItem.named("morning").placed(.morning),
                TaskItem.named("inbox"), TaskItem.named("d").placed(.backlog, since: "2026-01-01T00:00:00Z"),
            ], AccountSettings())
        #expect(backlog.groups.map(\.age.rawValue) == ["today", "yesterday", "thisWeek", "older"])
        #expect(backlog.groups.map { Fixture.words($0.tasks) } == ["a c b", "", "", "d"])
        #expect(backlog.total == 4)
    }
}
