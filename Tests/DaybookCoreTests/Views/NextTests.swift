import Testing

@testable import DaybookCore

/// What to do next, in which order.
@Suite struct NextTests {
    static let tasks: [TaskItem] = [
        .named("idea"), .named("tom", on: "2026-02-12"), .named("left", order: "A", on: "2026-02-10"),
        .named("any", order: "B", on: "2026-02-11"), .named("busy", .active, order: "z", on: "2026-02-11"),
        .named("did", .completed, on: "2026-02-11"), .named("dropped", on: "2026-02-11", deleted: true),
        .named("late", order: "z", due: "2026-02-11T08:00:00Z"), .named("later", due: "2026-02-11T09:00:00Z"),
        .named("soon", due: "2026-02-11T22:00:00Z"),
        .named("swim", order: "C", on: "2026-02-11").placed(.morning, .mustDo),
        .named("mail", order: "C", on: "2026-02-11").placed(.morning, .misc),
        .named("cook", order: "D", on: "2026-02-11").placed(.evening, .mustDo),
        .named("wait").placed(.backlog),
    ]

    @Test(arguments: [
        ("2026-02-11T10:00:00Z", "swim late later busy mail any cook soon left"),
        ("2026-02-11T12:00:00Z", "late later busy any mail swim cook soon left"),
        ("2026-02-11T18:00:00Z", "cook late later busy any mail swim soon left"),
        ("2026-02-11T22:30:00Z", "cook late later soon busy any mail swim left"),
    ])
    func theMostPressingComesFirst(now: String, words: String) {
        #expect(Fixture.words(Fixture.moment(now).next(Self.tasks)) == words)
    }

    @Test(arguments: [
        ("2026-02-11T03:59:00Z", Region.evening), ("2026-02-11T04:00:00Z", .morning),
        ("2026-02-11T11:59:00Z", .morning), ("2026-02-11T12:00:00Z", .afternoon),
        ("2026-02-11T17:59:00Z", .afternoon), ("2026-02-11T18:00:00Z", .evening),
    ])
    func thePartOfTheDayIsTheAccounts(now: String, region: Region) {
        #expect(Fixture.moment(now, dayStart: "04:00").region == region)
    }
}
