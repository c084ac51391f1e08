import Testing

@testable import DaybookCore

/// The same of series: what a completion makes, and what takes it back.
@Suite struct SeriesStoryTests: StorySuite {
    @Test func aRecurrenceThatIsOlderThanTheCompletion() throws {
        try expectOne(
            change(begun + [JSONMember("scheduledDate", "2026-06-01")], "01T08:00"),
            change(daily, "01T09:00", by: Desk.b), change(.state("completed"), "01T10:00", by: Desk.c),
            change([JSONMember("notes", "n")], "01T09:30", by: Desk.c),
            turns: [], comesTo: ["x - none 2026-06-01 0 completed - n", "x - none 2026-06-02 0 notStarted - n"])
    }

    @Test func whatTheNextOccurrenceTakesAlongIsWhatWasThereAtTheCompletion() throws {
        try expectOne(
            change(begun + daily + [JSONMember("scheduledDate", "2026-06-01")], "01T08:00"),
            change(.state("completed"), "01T10:00", by: Desk.c),
            change([JSONMember("notes", "later")], "01T11:00", by: Desk.b),
            turns: [], comesTo: ["x - none 2026-06-01 0 completed - later", "x - none 2026-06-02 0 notStarted - -"])
    }

    @Test func completedAndMovedBeforeItWasDeleted() throws {
        try expectOne(
            change(begun + daily + .place("evening", "misc", "2026-06-01"), "01T08:00"),
            change(.state("completed"), "01T10:00", by: Desk.c),
            change(.place("morning", "misc", "2026-06-01"), "01T11:00", by: Desk.c),
            change("01T12:00", by: Desk.b, kind: .delete),
            turns: [], comesTo: ["x evening misc 2026-06-02 0 notStarted - -"])
    }

    @Test func aReopeningTakesTheNextOccurrenceBack() throws {
        try expectOne(
            change(begun + daily + [JSONMember("scheduledDate", "2026-06-01")], "01T08:00"),
            change(.state("completed"), "01T10:00", by: Desk.c),
            change(.state("active"), "01T11:00", by: Desk.b, reopens: clock("01T10:00", Desk.c)),
            turns: [], comesTo: ["x - none 2026-06-01 0 active - -"])
    }

    @Test func reopenedAndCompletedAgain() throws {
        try expectOne(
            change(begun + daily + [JSONMember("scheduledDate", "2026-06-01")], "01T08:00"),
            change(.state("completed"), "01T10:00", by: Desk.c),
            change(.state("active"), "01T11:00", by: Desk.b, reopens: clock("01T10:00", Desk.c)),
            change([JSONMember("notes", "n")], "01T12:00", by: Desk.b),
            change(.state("completed"), "01T13:00", by: Desk.c),
            turns: [], comesTo: ["x - none 2026-06-01 0 completed - n", "x - none 2026-06-02 0 notStarted - n"])
    }

    @Test func completedAgainBehindTheBoundary() throws {
        try expectOne(
            change(begun + daily + .place("morning", "misc", "2026-05-30"), "01T08:00"),
            change(.state("completed"), "01T10:00", by: Desk.c),
            change(.state("active"), "01T11:00", by: Desk.b, reopens: clock("01T10:00", Desk.c)),
            change(.state("completed"), "02T09:00", by: Desk.c),
            latest: 3,
            comesTo: ["x backlog none - 1 completed 2026-05-30 -", "x morning misc 2026-05-31 0 notStarted - -"])
    }

    /// In the backlog it went by the day on which it was made, whose zone may be another now; by its place it goes from
    /// there, so what was made of it before that was known is too much.
    @Test func aPlaceOfASeriesInTheBacklogThatIsKnownLate() throws {
        let weekly = JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=WEEKLY;BYDAY=WE")]))
        try expectOne(
            change(begun + [weekly, JSONMember("region", "backlog")], "01T08:00"),
            change(.place("morning", "misc", "2026-05-26"), "01T09:00", by: Desk.b),
            change(.state("completed"), "02T09:00", by: Desk.c),
            latest: 2,
            comesTo: ["x backlog none - 1 completed 2026-05-26 -", "x morning misc 2026-05-27 0 notStarted - -"])
    }

    /// What a second completion made again is too much from then on, not from the reopening before it.
    @Test func aPlaceOfASeriesThatWasCompletedTwiceThatIsKnownLate() throws {
        let weekly = JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=WEEKLY;BYDAY=WE")]))
        try expectOne(
            change(begun + [weekly] + .place("morning", "misc", "2026-05-20"), "01T08:00"),
            change(.place("morning", "misc", "2026-05-27"), "01T09:00", by: Desk.b),
            change(.state("completed"), "01T10:00", by: Desk.c),
            change(.state("active"), "01T11:00", by: Desk.b, reopens: clock("01T10:00", Desk.c)),
            change(.state("completed"), "02T09:00", by: Desk.c),
            latest: 4,
            comesTo: ["x backlog none - 1 completed 2026-05-27 -", "x morning misc 2026-06-03 0 notStarted - -"])
    }

    /// A device whose clock was set counts up within one millisecond.
    @Test func reopenedInTheMomentOfItsCompletion() throws {
        try expectOne(
            change(begun + daily + .place("morning", "misc", "2026-05-30"), "01T08:00"),
            change(.state("completed"), "01T10:00", by: Desk.c),
            change(.state("active"), "01T10:00+1", by: Desk.c, reopens: clock("01T10:00", Desk.c)),
            change(.state("completed"), "02T09:00", by: Desk.c),
            latest: 3,
            comesTo: ["x backlog none - 1 completed 2026-05-30 -", "x morning misc 2026-05-31 0 notStarted - -"])
    }

    @Test func theNextOccurrenceIsRolledOverLikeAnyTask() throws {
        try expectOne(
            change(begun + daily + .place("morning", "misc", "2026-05-30"), "01T08:00"),
            change(.state("completed"), "01T10:00", by: Desk.c),
            change([JSONMember("bucket", "mustDo")], "01T09:00", by: Desk.b),
            comesTo: ["x morning mustDo 2026-05-30 0 completed - -", "x backlog none - 1 notStarted 2026-05-31 -"])
    }

    /// Who works on the next occurrence keeps it, though the one before is opened again.
    @Test func whatSomebodyWorkedOnIsKept() throws {
        var desk = try arrive(
            [
                change(begun + daily + [JSONMember("scheduledDate", "2026-06-01")], "01T08:00"),
                change(.state("completed"), "01T10:00", by: Desk.c),
            ], [], after: 0)
        let next = desk.slice.tasks.values.first { $0.id != one }!.id
        let open = SyncOperation(
            opId: Identifier(high: 6, low: 1), id: one, at: clock("01T12:00", Desk.b),
            fields: .state("active"), reopens: clock("01T10:00", Desk.c))
        // Made before the reopening, and known only after it.
        let work = SyncOperation(
            opId: Identifier(high: 6, low: 2), id: next, at: clock("01T11:00", Desk.c), fields: .state("completed"))
        desk.push([open])
        #expect(desk.slice.tasks[next]?.isDeleted == true)
        desk.push([work])
        #expect(desk.slice.tasks[next]?.isDeleted == false && desk.slice.tasks[next]?.isCompleted == true)
    }

    /// Who works on an occurrence that the day made keeps it, though the one before was deleted before that day, and
    /// though all that is known late and a turn of the day lies between.
    @Test func whatSomebodyWorkedOnBeforeItWasCarriedIsKept() throws {
        let onSchedule = JSONMember(
            "recurrence", .object([JSONMember("rrule", "FREQ=WEEKLY;BYDAY=MO,TU"), JSONMember("onSchedule", true)]))
        var desk = try arrive(
            [change(begun + [onSchedule] + .place("morning", "misc", "2026-06-01"), "01T08:00")], ["02"], after: 1)
        let next = desk.slice.tasks.values.first { $0.id != one }!.id
        desk.now = Instant("2026-06-03T12:00:00Z")!
        turn(&desk, ["03"])
        #expect(desk.slice.tasks[next]?.region == .backlog)
        var gone = desk.operation(one, at: 0, by: Desk.b, kind: .delete)
        gone.at = clock("01T09:00", Desk.b)
        desk.push([gone], confirmed: true)
        #expect(desk.slice.tasks[next]?.isDeleted == true)
        var work = desk.operation(next, .state("active"), at: 0, by: Desk.c)
        work.at = clock("02T09:00", Desk.c)
        desk.push([work])
        #expect(desk.slice.tasks[next]?.isDeleted == false && desk.slice.tasks[next]?.state == .active)
    }

    /// A series that was deleted days before that is known ends then, whatever the days have made of it since.
    @Test func aSeriesThatWasDeletedBeforeTheDaysWentOn() throws {
        let onSchedule = JSONMember(
            "recurrence", .object([JSONMember("rrule", "FREQ=DAILY"), JSONMember("onSchedule", true)]))
        func later() throws -> (Desk, [Identifier]) {
            var desk = try arrive(
                [change(begun + [onSchedule] + .place("morning", "misc"), "01T08:00")], ["02"], after: 1)
            desk.now = Instant("2026-06-04T12:00:00Z")!
            turn(&desk, ["03", "04"])
            let made = desk.slice.tasks.values.filter { $0.id != one }.sorted { $0.createdAt < $1.createdAt }
            #expect(made.count == 3)
            return (desk, made.map(\.id))
        }
        func gone(_ desk: inout Desk) {
            var gone = desk.operation(one, at: 0, by: Desk.b, kind: .delete)
            gone.at = clock("01T09:00", Desk.b)
            desk.push([gone], confirmed: true)
        }
        var (desk, made) = try later()
        gone(&desk)
        #expect(desk.slice.liveTasks == 0)
        // Who has worked on one of them keeps that, and the series with it.
        (desk, made) = try later()
        var work = desk.operation(made[1], .state("active"), at: 0, by: Desk.c)
        work.at = clock("03T09:00", Desk.c)
        desk.push([work])
        gone(&desk)
        #expect(desk.slice.liveTasks == 2 && desk.slice.tasks[made[0]]?.isDeleted == true)
    }

    /// A date that came twice, since the zone changed, is turned to once by each of two conclusions.
    @Test func aDateThatComesTwice() throws {
        var desk = Desk()
        desk.now = Instant("2026-06-02T12:30:00Z")!
        func set(_ zone: String, _ time: String, _ desk: inout Desk) {
            var operation = desk.operation(
                desk.slice.account,
                [JSONMember("timeZone", .string(zone)), JSONMember("rollover", "backlog")], at: 0, entity: .settings)
            operation.at = clock(time, Desk.a)
            desk.push([operation])
        }
        set("Pacific/Kiritimati", "01T00:00", &desk)
        for (minute, zone) in [("02T11:00", "UTC"), ("02T12:10", "Pacific/Kiritimati")] {
            var operation = desk.operation(
                one, begun + .place("morning", "misc") + [JSONMember("autoCarry", true)], at: 0)
            operation.at = clock("01T0\(minute.last == "0" ? 5 : 6):00", Desk.a)
            desk.push([operation])
            set(zone, minute, &desk)
        }
        var late = desk.operation(one, .place("evening", "misc"), at: 0, by: Desk.b)
        late.at = clock("01T07:00", Desk.b)
        desk.push([late])
        #expect(Set(desk.ledger.map(\.operation.opId)).count == desk.ledger.count)
    }
}
