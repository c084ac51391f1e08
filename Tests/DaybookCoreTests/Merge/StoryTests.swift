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
}
