import Testing

@testable import DaybookCore

/// What comes with a new day: series that go by their schedule, and series whose occurrence a rollover took along.
@Suite struct DayTurnTests {
    var desk = Desk()
    let monday = CalendarDate("2026-06-01")!

    private func midnight(_ date: CalendarDate) -> Instant { LocalDay(zone: .utc).start(of: date) }

    /// Turns the day as a server would, twice, and answers what was made or moved.
    @discardableResult
    private mutating func turn(to date: CalendarDate) -> [SyncOperation] {
        desk.now = midnight(date).adding(seconds: 3600)
        let operations = desk.slice.dayTurn(to: date, boundary: midnight(date))
        desk.push(operations)
        let after = desk.slice
        desk.push(operations)
        #expect(desk.slice == after, "a repetition changed something")
        #expect(desk.slice.scheduledOccurrences(by: date, boundary: midnight(date)).isEmpty)
        return operations
    }

    private func series(_ rule: [JSONMember], _ more: [JSONMember] = []) -> [JSONMember] {
        .title("Run") + [JSONMember("recurrence", .object(rule))] + more
    }

    private let everyDay: [JSONMember] = [
        JSONMember("rrule", "FREQ=DAILY"), JSONMember("onSchedule", true),
    ]

    private var dates: [String] {
        desk.slice.tasks.values.filter { !$0.isDeleted }.compactMap(\.scheduledDate?.text).sorted()
    }

    // MARK: By schedule

    @Test mutating func theNextOccurrenceComesWithItsDayThoughThisOneIsOpen() {
        desk.do(Desk.task(1), series(everyDay, [JSONMember("scheduledDate", "2026-06-01")]), at: 1)
        turn(to: monday)
        #expect(dates == ["2026-06-01"])
        turn(to: monday.adding(days: 1))
        #expect(dates == ["2026-06-01", "2026-06-02"])
        turn(to: monday.adding(days: 2))
        #expect(dates == ["2026-06-01", "2026-06-02", "2026-06-03"])
        let made = desk.slice.tasks[.occurrence(of: Desk.task(1), on: monday.adding(days: 2))]
        #expect(made?.title == "Run" && made?.state == .notStarted && made?.parentRecurringId == Desk.task(1))
        #expect(made?.recurrence?.onSchedule == true)
    }

    @Test mutating func aSeriesWithoutScheduleWaitsForItsCompletion() {
        desk.do(
            Desk.task(1), series([JSONMember("rrule", "FREQ=DAILY")], [JSONMember("scheduledDate", "2026-06-01")]),
            at: 1)
        #expect(turn(to: monday.adding(days: 5)).isEmpty)
    }

    @Test mutating func daysThatNobodyTurnedAreNotMadeUpFor() {
        desk.do(Desk.task(1), series(everyDay, [JSONMember("scheduledDate", "2026-06-01")]), at: 1)
        turn(to: monday.adding(days: 9))
        #expect(dates == ["2026-06-01", "2026-06-10"])
        turn(to: monday.adding(days: 10))
        #expect(dates == ["2026-06-01", "2026-06-10", "2026-06-11"])
    }

    @Test mutating func whatWasCompletedHasMadeItsNextAlready() {
        desk.do(Desk.task(1), series(everyDay, [JSONMember("scheduledDate", "2026-06-01")]), at: 1)
        desk.do(Desk.task(1), .state("completed"), at: 2)
        #expect(dates == ["2026-06-01", "2026-06-02"])
        #expect(turn(to: monday.adding(days: 1)).isEmpty)
        turn(to: monday.adding(days: 2))
        #expect(dates == ["2026-06-01", "2026-06-02", "2026-06-03"])
        // Completing an old one makes none that is there, and none of the past.
        desk.do(
            .occurrence(of: Desk.task(1), on: monday.adding(days: 1)), .state("completed"), at: 500_000)
        #expect(dates == ["2026-06-01", "2026-06-02", "2026-06-03"])
    }

    @Test mutating func deletingTheLatestOccurrenceEndsTheSeries() {
        desk.do(Desk.task(1), series(everyDay, [JSONMember("scheduledDate", "2026-06-01")]), at: 1)
        turn(to: monday.adding(days: 1))
        desk.do(.occurrence(of: Desk.task(1), on: monday.adding(days: 1)), at: 500_000, kind: .delete)
        #expect(turn(to: monday.adding(days: 2)).isEmpty)
        #expect(dates == ["2026-06-01"])
    }

    @Test mutating func whatHasNoDateHasNoScheduleToGoBy() {
        desk.do(Desk.task(1), series(everyDay), at: 1)
        #expect(turn(to: monday.adding(days: 3)).isEmpty)
        desk.do(Desk.task(1), [JSONMember("scheduledDate", "2026-06-01")], at: 2)
        #expect(turn(to: monday.adding(days: 3)).count == 1)
    }

    @Test mutating func twoDevicesAndTheScheduleMakeOne() {
        desk.do(Desk.task(1), series(everyDay, [JSONMember("scheduledDate", "2026-06-01")]), at: 1)
        turn(to: monday.adding(days: 1))
        // Both completed it offline before the day turned.
        desk.do(Desk.task(1), .state("completed"), at: 5, by: Desk.a)
        desk.do(Desk.task(1), .state("completed"), at: 6, by: Desk.b)
        #expect(dates == ["2026-06-01", "2026-06-02"])
    }

    @Test mutating func aCountedSeriesEndsAlsoBySchedule() {
        let rule = [JSONMember("rrule", "FREQ=DAILY;COUNT=3"), JSONMember("onSchedule", true)]
        desk.do(Desk.task(1), series(rule, [JSONMember("scheduledDate", "2026-06-01")]), at: 1)
        for day in 1...5 { turn(to: monday.adding(days: day)) }
        #expect(dates == ["2026-06-01", "2026-06-02", "2026-06-03"])
        var late = Desk()
        late.do(Desk.task(1), series(rule, [JSONMember("scheduledDate", "2026-06-01")]), at: 1)
        let operations = late.slice.dayTurn(to: monday.adding(days: 20), boundary: midnight(monday.adding(days: 20)))
        #expect(operations.compactMap { $0.fields.first { $0.name == "scheduledDate" }?.value } == ["2026-06-03"])
    }

    @Test(arguments: [
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU",
        "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=MONTHLY;INTERVAL=5", "FREQ=DAILY;UNTIL=20280101", "FREQ=DAILY;COUNT=500", "FREQ=YEARLY;INTERVAL=100",
    ])
    func theLatestSuccessorIsWhereOneByOneLeads(_ text: String) throws {
        for start in ["2026-01-31", "2026-06-01", "2024-02-29"] {
            let start = try #require(CalendarDate(start))
            for reach in [0, 1, 2, 6, 7, 8, 9, 30, 71, 400, 801, 2000] {
                let last = start.adding(days: reach)
                let rule = Recurrence(.rule(text), onSchedule: true)
                var expected: (date: CalendarDate, recurrence: Recurrence)?
                while let next = try (expected?.recurrence ?? rule).successor(of: expected?.date ?? start),
                    next.date <= last
                { expected = next }
                let found = try rule.latestSuccessor(of: start, through: last)
                #expect(found?.date == expected?.date && found?.recurrence == expected?.recurrence, "\(text) \(reach)")
            }
        }
    }

    // MARK: Beside a rollover

    private mutating func rollOver() {
        desk.do(desk.slice.account, [JSONMember("rollover", "backlog")], at: 0, entity: .settings)
    }

    /// Neither do they come back by the inbox, since their list is missed while their story is told again.
    @Test mutating func occurrencesGoWithAListThatWasDeletedBeforeThem() {
        rollOver()
        desk.do(Desk.list(1), [JSONMember("name", "Sport")], at: 1, entity: .list)
        let inList = JSONMember("listId", .string(Desk.list(1).text))
        desk.do(Desk.task(1), series(everyDay, .place("morning", "misc") + [inList]), at: 2)
        for day in 1...4 { turn(to: monday.adding(days: day)) }
        desk.do(Desk.list(1), at: 3, by: Desk.b, kind: .delete, entity: .list)
        let occurrences = desk.slice.tasks.values.filter { $0.parentRecurringId == Desk.task(1) }
        #expect(occurrences.count == 4 && occurrences.allSatisfy(\.isDeleted))
        #expect(occurrences.allSatisfy { $0.listId == Desk.list(1) })
    }

    @Test mutating func aSeriesGoesOnFromWhereARolloverTookItsOccurrence() throws {
        rollOver()
        let days = [JSONMember("days", .array([1, 3, 5]))]
        desk.do(Desk.task(1), series(days, .place("morning", "mustDo")), at: 1)
        turn(to: monday.adding(days: 1))
        #expect(desk[1].region == .backlog && desk[1].scheduledDate == nil)
        #expect(
            desk[1].recurrence?.carriedFrom
                == Recurrence.PlaceBeforeRollover(date: monday, region: .morning, bucket: .mustDo))
        desk.do(Desk.task(1), .state("completed"), at: 200_000)
        let next = try #require(desk.slice.tasks[.occurrence(of: Desk.task(1), on: monday.adding(days: 2))])
        #expect(next.scheduledDate == monday.adding(days: 2) && next.region == .morning && next.bucket == .mustDo)
        #expect(next.recurrence?.carriedFrom == nil)
    }

    @Test mutating func anOccurrenceWhoseDateWasClearedIsNotItsOwnSuccessor() throws {
        let days = [JSONMember("days", .array([1, 3, 5]))]
        desk.do(Desk.task(1), series(days, [JSONMember("scheduledDate", "2026-06-01")]), at: 1)
        desk.do(Desk.task(1), .state("completed"), at: 2)
        let second = Identifier.occurrence(of: Desk.task(1), on: monday.adding(days: 2))
        desk.do(second, [JSONMember("scheduledDate", nil)], at: 3)
        desk.do(second, .state("completed"), at: 4)
        #expect(desk.slice.tasks[.occurrence(of: Desk.task(1), on: monday.adding(days: 4))] != nil)
    }

    @Test mutating func bothComeWithTheSameDay() {
        rollOver()
        desk.do(Desk.task(1), series(everyDay, .place("evening", "mustDo")), at: 1)
        turn(to: monday.adding(days: 1))
        #expect(desk[1].region == .backlog)
        let made = desk.slice.tasks[.occurrence(of: Desk.task(1), on: monday.adding(days: 1))]
        #expect(made?.region == .evening && made?.bucket == .mustDo)
        turn(to: monday.adding(days: 2))
        #expect(desk.slice.tasks.values.count { $0.region == .backlog } == 2)
        #expect(desk.slice.tasks.values.count { $0.region == .evening } == 1)
    }

    /// The rule had changed before the rollover, which then has noted where the task was in the new one.
    @Test mutating func whoChangesTheRuleOfflineWinsOverWhatARolloverNoted() {
        rollOver()
        desk.do(
            Desk.task(1), series([JSONMember("days", .array([1, 3, 5]))], .place("morning", "misc")), at: 1)
        let change = desk.operation(
            Desk.task(1), [JSONMember("recurrence", .object([JSONMember("days", .array([2]))]))], at: 3600)
        turn(to: monday.adding(days: 1))
        desk.push([change])
        #expect(desk[1].recurrence?.pattern == Recurrence.weekly(Weekdays([2])!).pattern)
        #expect(desk[1].recurrence?.carriedFrom?.region == .morning)
    }

    // MARK: After the tombstones' time

    @Test func aSeriesThatWasEndedIsNotTakenUpWhenItsTimeOfRestoringIsOver() {
        var server = ServerAccount(account: Identifier(high: 1, low: 1), epoch: .zero)
        let (first, tuesday) = (Desk.task(1), monday.adding(days: 1))
        let second = Identifier.occurrence(of: first, on: tuesday)
        func push(_ id: Identifier, _ kind: SyncOperation.Kind, _ fields: [JSONMember] = [], on date: CalendarDate) {
            let now = midnight(date).adding(seconds: 3600)
            let operation = SyncOperation(
                opId: Identifier(high: id.low, low: UInt64(now.milliseconds)), id: id,
                at: HybridTime(now, device: Desk.a), kind: kind, fields: fields)
            _ = server.push(Push(operations: [operation]), now: now)
        }
        func made(on date: CalendarDate) -> [SyncOperation] {
            server.slice.scheduledOccurrences(by: date, boundary: midnight(date))
        }
        push(first, .set, series(everyDay, [JSONMember("scheduledDate", "2026-06-01")]), on: monday)
        let due = made(on: tuesday)
        _ = server.push(Push(operations: due), now: midnight(tuesday))
        push(second, .delete, on: tuesday)
        #expect(made(on: monday.adding(days: 30)).isEmpty)
        server.purge(now: midnight(monday.adding(days: 40)))
        #expect(server.slice.tasks[second]?.isDeleted == true)
        #expect(made(on: monday.adding(days: 40)).isEmpty)
    }

    // MARK: On the wire

    @Test func whatARecurrenceKnowsGoesOverTheWireAndBack() throws {
        let place = Recurrence.PlaceBeforeRollover(date: monday, region: .evening, bucket: .complementary)
        for recurrence in [
            Recurrence.weekly(Weekdays([1, 7])!), Recurrence(.rule("FREQ=DAILY"), onSchedule: true),
            Recurrence(.weekly(Weekdays([3])!), onSchedule: true, carriedFrom: place),
            Recurrence(.rule("FREQ=DAILY"), carriedFrom: place),
        ] {
            var writer = JSONWriter()
            writer.recurrence(recurrence)
            var reader = JSONReader(writer.bytes)
            #expect(try reader.readRecurrence() == recurrence)
            #expect(try JSONValue(json: writer.bytes) == recurrence.json)
            #expect(try TaskItem.read(.recurrence, recurrence.json) == .recurrence(recurrence))
        }
        for wrong in [
            #"{"days":[1],"onSchedule":1}"#, #"{"days":[1],"carriedFrom":7}"#,
            #"{"days":[1],"carriedFrom":{"date":"2026-06-01"}}"#,
        ] {
            let value = try JSONValue(json: Array(wrong.utf8))
            #expect(throws: FieldError.self) { try TaskItem.read(.recurrence, value) }
        }
    }
}
