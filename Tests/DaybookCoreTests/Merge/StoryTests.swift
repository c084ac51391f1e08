import Testing

@testable import DaybookCore

/// Whatever order the changes of a task arrive in, before or after turns of the day, it comes to the same.
@Suite struct StoryTests: StorySuite {
    @Test func placesOfSeveralDevices() throws {
        try expectOne(
            change(begun, "02T08:00"), change([JSONMember("region", "morning")], "02T08:10", by: Desk.b),
            change([JSONMember("scheduledDate", "2026-06-09")], "02T08:20", by: Desk.c),
            change([JSONMember("region", "backlog")], "02T08:30", by: Desk.b),
            turns: [], comesTo: ["x backlog none - 0 notStarted - -"])
        try expectOne(
            change(begun, "02T08:00"), change([JSONMember("region", "backlog")], "02T08:10", by: Desk.b),
            change([JSONMember("scheduledDate", "2026-06-09")], "02T08:20", by: Desk.c),
            change([JSONMember("region", "evening")], "02T08:30", by: Desk.b),
            turns: [], comesTo: ["x evening misc 2026-06-09 0 notStarted - -"])
    }

    @Test func aDateClearedBeforeTheBoundary() throws {
        try expectOne(
            change(begun + .place("morning", "mustDo"), "01T08:00"),
            change([JSONMember("scheduledDate", .null)], "01T20:00", by: Desk.b),
            comesTo: ["x - none - 0 notStarted - -"])
    }

    @Test func autoCarryBeforeTheBoundary() throws {
        try expectOne(
            change(begun + .place("morning", "mustDo"), "01T08:00"),
            change([JSONMember("autoCarry", true)], "01T20:00", by: Desk.b),
            comesTo: ["x morning mustDo 2026-06-02 1 notStarted - -"])
        try expectOne(
            change(begun + .place("morning", "mustDo") + [JSONMember("autoCarry", true)], "01T08:00"),
            change([JSONMember("region", "backlog")], "01T20:00", by: Desk.b),
            comesTo: ["x backlog none - 0 notStarted - -"])
    }

    @Test func carriedFromDayToDay() throws {
        try expectOne(
            change(begun + .place("morning", "mustDo", "2026-05-30") + [JSONMember("autoCarry", true)], "01T08:00"),
            change([JSONMember("notes", "n")], "01T20:00", by: Desk.b),
            comesTo: ["x morning mustDo 2026-06-02 1 notStarted - n"])
    }

    @Test func deletedAndTakenBackBeforeTheBoundary() throws {
        try expectOne(
            change(begun + .place("morning", "mustDo"), "01T08:00"),
            change("01T20:00", by: Desk.b, kind: .delete), change("01T21:00", by: Desk.b, kind: .restore),
            comesTo: ["x backlog none - 1 notStarted - -"])
    }

    @Test func aRuleThatChangedBeforeTheBoundary() throws {
        try expectOne(
            change(begun + daily + .place("morning", "mustDo"), "01T08:00"),
            change([JSONMember("recurrence", .null)], "01T20:00", by: Desk.b),
            comesTo: ["x backlog none - 1 notStarted - -"])
    }

    @Test func placedAgainBehindTheBoundary() throws {
        try expectOne(
            change(begun + .place("morning", "mustDo"), "01T08:00"),
            change([JSONMember("region", "evening")], "02T09:00", by: Desk.b),
            change([JSONMember("bucket", "complementary")], "01T20:00", by: Desk.c),
            comesTo: ["x evening misc 2026-06-02 1 notStarted - -"])
    }

    /// A turn that comes late takes what was free to go at the boundary, not what has become so since.
    @Test func freeToGoSinceTheBoundary() throws {
        try expectOne(
            change(begun + .place("morning", "mustDo") + [JSONMember("sticky", true)], "01T08:00"),
            change([JSONMember("sticky", false)], "02T09:00", by: Desk.b),
            comesTo: ["x morning mustDo 2026-06-01 0 notStarted - -"])
    }

    // MARK: Histories that are not whole

    /// A renaming says no more of a task than its title: what it was before stands, and is not told anew without it.
    @Test func aHistoryThatHasLostItsBeginningIsNotTold() {
        var desk = Desk()
        desk.do(one, .title("Renew the passport") + daily + .place("morning", "mustDo", "2026-06-11"), at: 1)
        desk.do(one, .title("Renew the passport in time"), at: 2)
        desk.ledger.removeFirst()
        desk.do(one, .state("completed"), at: 3)
        desk.do(one, .state("notStarted"), at: 4, reopens: desk[1].completion?.clock)
        #expect(desk[1].title == "Renew the passport in time" && desk[1].state == .notStarted)
        #expect(desk[1].region == .morning && desk[1].bucket == .mustDo && desk[1].recurrence != nil)
        #expect(desk[1].scheduledDate == CalendarDate("2026-06-11"))
    }

    /// What became of a task before it was dropped for good is nothing that one made later under its identity inherits.
    @Test func aRowThatIsMadeAgainHasAStoryOfItsOwn() {
        var desk = Desk()
        desk.do(one, .title("x") + daily + .place("morning", "mustDo", "2026-06-11"), at: 1)
        desk.do(one, .state("completed"), at: 2)
        desk.do(one, at: 3, kind: .delete)
        desk.slice.tasks[one] = nil
        desk.do(one, .title("y"), at: 20)
        desk.do(one, [JSONMember("notes", "n")], at: 40)
        desk.do(one, [JSONMember("region", "evening")], at: 30, by: Desk.b)
        #expect(desk[1].title == "y" && desk[1].notes == "n" && desk[1].region == .evening)
        #expect(!desk[1].isCompleted && desk[1].recurrence == nil)
    }
}
