import Seeds
import Testing

@testable import DaybookCore

/// Requirements 3: inbox, today, upcoming, past, overdue and lists, row by row.
@Suite struct DateViewTests {
    static let list = Fixture.id(900)

    static let tasks: [TaskItem] = [
        .named("idea"), .named("note", .active, order: "b"), .named("old", .completed), .named("gone", deleted: true),
        .named("now", on: "2026-02-11"), .named("busy", .active, order: "z", on: "2026-02-11"),
        .named("first", order: "A", on: "2026-02-11"), .named("did", .completed, order: "A", on: "2026-02-11"),
        .named("done", .completed, order: "B", on: "2026-02-11"), .named("dropped", on: "2026-02-11", deleted: true),
        .named("tom", on: "2026-02-12"), .named("ready", .completed, on: "2026-02-12"),
        .named("go", .active, on: "2026-02-12"),
        .named("week", on: "2026-02-18"), .named("leap", on: "2028-02-29"), .named("late", on: "2026-02-10"),
        .named("older", .active, order: "z", on: "2025-02-11"), .named("past", .completed, on: "2026-02-10"),
        .named("milk", order: "K", list: 900), .named("bread", order: "C", list: 900),
        .named("eggs", .completed, list: 900),
        .named("other", list: 901), .named("rent", order: "W", on: "2026-02-11", list: 901),
    ]

    static let noon = Fixture.moment("2026-02-11T12:00:00Z")

    /// V-FR: Inbox is scheduledDate null. V-4.6: active, not started, completed; inside each by order key, then id.
    @Test func inboxOfTheThreeViewApp() {
        #expect(Fixture.words(Self.noon.inbox(Self.tasks, .unscheduled)) == "note bread milk idea other old eggs")
    }

    /// L-FR15: Inbox is listId null.
    @Test func inboxOfTheListApp() {
        #expect(
            Fixture.words(Self.noon.inbox(Self.tasks, .unlisted))
                == "go note busy older first now tom idea late leap week did done old past ready")
    }

    /// V-4.6, V-4.7: today, the completed last; they stay until the day ends.
    @Test(arguments: [
        ("2026-02-11T00:00:00Z", "busy first now rent did done", 2),
        ("2026-02-11T23:59:59.999Z", "busy first now rent did done", 2),
        ("2026-02-12T00:00:00Z", "go tom ready", 1), ("2026-02-10T23:59:59.999Z", "late past", 1),
        ("2026-02-13T00:00:00Z", "", 0),
    ])
    func today(_ now: String, _ words: String, _ completed: Int) {
        let moment = Fixture.moment(now)
        #expect(Fixture.words(moment.today(Self.tasks)) == words)
        #expect(moment.completedToday(Self.tasks) == completed)
    }

    static let due: [TaskItem] = [
        .named("call", order: "A", due: "2026-02-11T14:00:00Z"),
        .named("early", order: "C", due: "2026-02-11T09:00:00Z"),
        .named("plan", order: "B", on: "2026-02-11", due: "2026-02-13T09:00:00Z"),
        .named("pay", order: "B", due: "2026-02-12T00:00:00Z"), .named("tom", order: "A", on: "2026-02-12"),
        .named("rent", .active, due: "2026-02-12T23:59:59.999Z"), .named("tax", due: "2026-02-20T08:00:00Z"),
        .named("put off", on: "2026-02-14", due: "2026-02-11T10:00:00Z"),
        .named("gone", due: "2026-02-11T14:00:00Z", deleted: true),
        TaskItem.named("rang", due: "2026-02-11T15:00:00Z").completed(at: "2026-02-11T08:00:00Z"),
        TaskItem.named("ahead", due: "2026-02-11T15:00:00Z").completed(at: "2026-02-10T23:59:59Z"),
        TaskItem.named("paid", due: "2026-02-12T15:00:00Z").completed(at: "2026-02-11T08:00:00Z"),
    ]

    /// Without a date a task stands on the day on which it is due, until the day on which it is completed is over.
    @Test func whatIsOnlyDueStandsOnItsDay() {
        #expect(Fixture.words(Self.noon.today(Self.due)) == "call plan early rang")
        #expect(Self.noon.completedToday(Self.due) == 1)
        let groups = Self.noon.upcoming(Self.due)
        #expect(groups.map(\.date.text) == ["2026-02-12", "2026-02-14", "2026-02-20"])
        #expect(groups.map { Fixture.words($0.tasks) } == ["rent tom pay paid", "put off", "tax"])
        #expect(Fixture.words(Fixture.moment("2026-02-12T12:00:00Z").today(Self.due)) == "rent tom pay")
        // Past is what somebody has planned; what was only due is overdue.
        #expect(Fixture.words(Fixture.moment("2026-02-12T12:00:00Z").past(Self.due)) == "plan")
        // An hour belongs to the account's day.
        let berlin = Fixture.moment("2026-02-11T12:00:00Z", "Europe/Berlin", dayStart: "04:00")
        #expect(Fixture.words(berlin.today(Self.due)) == "call pay plan early rang")
        #expect(Fixture.words(Self.noon.next(Self.due)) == "early put off call plan")
    }

    /// V-3.9: the same instant in another zone, or with another day start, shows another today.
    @Test(arguments: [
        ("2026-02-11T23:30:00Z", "Europe/Berlin", "00:00", "go tom ready"),
        ("2026-02-12T04:59:59Z", "America/New_York", "00:00", "busy first now rent did done"),
        ("2026-02-12T05:00:00Z", "America/New_York", "00:00", "go tom ready"),
        ("2026-02-12T03:59:00Z", "UTC", "04:00", "busy first now rent did done"),
        ("2026-02-12T04:00:00Z", "UTC", "04:00", "go tom ready"),
    ])
    func todayElsewhere(_ now: String, _ zone: String, _ dayStart: String, _ words: String) {
        #expect(Fixture.words(Fixture.moment(now, zone, dayStart: dayStart).today(Self.tasks)) == words)
    }

    /// Requirements 3, Upcoming: after today, by date, first group "Tomorrow".
    @Test func upcoming() {
        let groups = Self.noon.upcoming(Self.tasks)
        #expect(groups.map(\.title) == ["Tomorrow", "2026-02-18", "2028-02-29"])
        #expect(groups.map(\.date.text) == ["2026-02-12", "2026-02-18", "2028-02-29"])
        #expect(groups.map { Fixture.words($0.tasks) } == ["go tom ready", "week", "leap"])
        let later = Fixture.moment("2026-02-12T12:00:00Z").upcoming(Self.tasks)
        #expect(later.map(\.title) == ["2026-02-18", "2028-02-29"])
    }

    /// Where a zone skips a date, tomorrow is the next one that exists.
    @Test func upcomingInSamoa() {
        let tasks = [TaskItem.named("a", on: "2011-12-31"), .named("b", on: "2012-01-01")]
        let groups = Fixture.moment("2011-12-30T09:00:00Z", "Pacific/Apia").upcoming(tasks)
        #expect(groups.map(\.title) == ["Tomorrow", "2012-01-01"])
    }

    /// V-3.8: before today and not completed.
    @Test func past() {
        #expect(Fixture.words(Self.noon.past(Self.tasks)) == "older late")
        #expect(
            Fixture.words(Fixture.moment("2026-02-12T00:00:00Z").past(Self.tasks)) == "busy older first now late rent")
    }

    /// L-FR9: overdue = dueAt < now and not completed.
    @Test(arguments: [
        ("2026-02-11T11:59:59.999Z", ""), ("2026-02-11T12:00:00Z", ""), ("2026-02-11T12:00:00.001Z", "pay"),
        ("2026-02-12T00:00:00Z", "call pay"),
    ])
    func overdue(_ now: String, _ words: String) {
        let tasks: [TaskItem] = [
            .named("pay", due: "2026-02-11T12:00:00Z"), .named("paid", .completed, due: "2026-02-11T12:00:00Z"),
            .named("call", .active, due: "2026-02-11T18:00:00Z"),
            .named("void", due: "2026-02-11T12:00:00Z", deleted: true), .named("free"),
        ]
        #expect(Fixture.words(Fixture.moment(now).overdue(tasks)) == words)
    }

    /// L-FR15: by list.
    @Test func byList() {
        #expect(Fixture.words(Self.noon.list(Self.list, Self.tasks)) == "bread milk eggs")
        #expect(Fixture.words(Self.noon.list(Fixture.id(901), Self.tasks)) == "other rent")
        #expect(Self.noon.list(Fixture.id(902), Self.tasks).isEmpty)
        #expect(Self.noon.list(nil, Self.tasks) == Self.noon.inbox(Self.tasks, .unlisted))
    }

    /// V-4.6: whatever order the rows come in, a view has one order.
    @Test func orderIsTotal() {
        var random = SeededRandom(.current)
        let expected = Self.noon.today(Self.tasks)
        for _ in 0..<50 { #expect(Self.noon.today(Self.tasks.shuffled(using: &random)) == expected) }
        let twins = [
            TaskItem.named("b", on: "2026-02-11"), .named("a", on: "2026-02-11"), .named("c", on: "2026-02-11"),
        ]
        #expect(Fixture.words(Self.noon.today(twins)) == "a b c")
    }
}
