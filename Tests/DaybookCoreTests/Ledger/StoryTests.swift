import Testing

@testable import DaybookCore

/// Whatever order the changes of a task arrive in, before or after turns of the day, it comes to the same.
@Suite struct StoryTests {
    private let one = Desk.task(1)
    private let noon = Instant("2026-06-02T12:00:00Z")!

    /// What arrives at one time, or a turn of the day.
    private enum Step {
        case change([JSONMember], SyncOperation.Kind, String, Identifier, HybridTime?)
        case turn(String)
    }

    private func change(
        _ fields: [JSONMember] = [], _ time: String, by device: Identifier = Desk.a, kind: SyncOperation.Kind = .set,
        reopens: HybridTime? = nil
    ) -> Step { .change(fields, kind, time, device, reopens) }

    /// `01T08:00`, or `01T08:00+1` for what comes next within the same millisecond.
    private func clock(_ time: String, _ device: Identifier) -> HybridTime {
        let parts = time.split(separator: "+")
        return HybridTime(
            Instant("2026-06-\(parts[0]):00Z")!, counter: parts.count > 1 ? UInt16(parts[1])! : 0, device: device)
    }

    /// The account after changes came in an order; the turns of the day always come in theirs, one by one behind as
    /// many of the changes as `before` says.
    private func arrive(_ changes: [Step], _ turns: [String], after before: Int) throws -> Desk {
        var desk = Desk()
        desk.slice.settings.rollover = .backlog
        desk.now = noon
        for (index, step) in changes.enumerated() {
            if index == before { turn(&desk, turns) }
            guard case .change(let fields, let kind, let time, let device, let reopens) = step else { continue }
            let operation = SyncOperation(
                opId: Identifier(high: 5, low: UInt64(index << 60) ^ UInt64(clock(time, device).milliseconds)), id: one,
                at: clock(time, device), kind: kind, fields: fields, reopens: reopens)
            desk.push([operation], confirmed: true)
        }
        if before >= changes.count { turn(&desk, turns) }
        #expect(Set(desk.ledger.map(\.operation.opId)).count == desk.ledger.count)
        return desk
    }

    private func turn(_ desk: inout Desk, _ turns: [String]) {
        for turn in turns {
            let date = CalendarDate("2026-06-\(turn)")!
            desk.push(desk.slice.dayTurn(to: date, boundary: Instant("2026-06-\(turn)T00:00:00Z")!), confirmed: true)
        }
    }

    private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
        guard elements.count > 1 else { return [elements] }
        return elements.indices.flatMap { index -> [[Element]] in
            var rest = elements
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    /// What an account shows of its tasks.
    private func shown(_ desk: Desk) -> [String] {
        desk.slice.tasks.values.filter { !$0.isDeleted }.sorted { $0.id < $1.id }.map { task in
            let carried = task.recurrence?.carriedFrom?.date.text ?? "-"
            return "\(task.title) \(task.region?.name ?? "-") \(task.bucket.name) \(task.scheduledDate?.text ?? "-")"
                + " \(task.carryCount) \(task.state.name) \(carried) \(task.notes ?? "-")"
        }
    }

    /// Every order of arrival, with the turns behind any number of them, comes to what the order of the clocks comes
    /// to.
    /// - Parameter latest: how many changes may come before the turns; a change from after them comes after them.
    private func expectOne(
        _ changes: Step..., turns: [String] = ["02"], latest: Int = .max, comesTo expected: [String]
    ) throws {
        for order in permutations(changes) {
            for before in 0...min(latest, changes.count) {
                let came = shown(try arrive(order, turns, after: before))
                #expect(came == expected, "\(order) \(before)")
            }
        }
    }

    private let begun = [JSONMember("title", "x")]
    private let daily = [JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=DAILY")]))]

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

    private func change(_ time: String, by device: Identifier, kind: SyncOperation.Kind) -> Step {
        change([], time, by: device, kind: kind)
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

    // MARK: Series

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
