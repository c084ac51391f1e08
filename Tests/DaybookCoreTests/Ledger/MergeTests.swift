import Testing

@testable import DaybookCore

@Suite struct MergeTests {
    var desk = Desk()
    let one = Desk.task(1)

    @Test mutating func aTitleAloneMakesATask() {
        #expect(desk.do(one, .title("  Buy milk \n"), at: 5) == .applied)
        let task = desk[1]
        #expect(task.title == "Buy milk")
        #expect(task.state == .notStarted && task.notes == nil && task.listId == nil && task.region == nil)
        #expect(task.createdAt == Desk.time(5).instant && task.updatedAt == task.createdAt)
        #expect(task.sortOrder == .created(at: Desk.time(5)))
        #expect(desk.slice.liveTasks == 1 && task.revision == 1)
    }

    @Test mutating func lastWriterWinsByField() {
        desk.do(one, .title("first"), at: 1)
        desk.do(one, [JSONMember("title", "late"), JSONMember("notes", "n")], at: 20, by: Desk.b)
        let outcome = desk.do(one, [JSONMember("title", "early"), JSONMember("category", "c")], at: 10, by: Desk.a)
        #expect(
            outcome
                == .merged([
                    Conflict(field: "title", mine: "early", theirs: "late", reason: .newer, by: Desk.time(20, Desk.b))
                ]))
        #expect(desk[1].title == "late" && desk[1].category == "c" && desk[1].notes == "n")
        #expect(desk[1].updatedAt == Desk.time(20).instant)
        #expect(desk.do(one, .title("older still"), at: 2).name == "superseded")
        // Nothing is lost where both say the same.
        #expect(desk.do(one, .title("late"), at: 3) == .applied)
    }

    @Test mutating func equalTimesAreDecidedByTheDevice() {
        desk.do(one, .title("first"), at: 1)
        desk.do(one, .title("of B"), at: 9, by: Desk.b)
        #expect(desk.do(one, .title("of A"), at: 9, by: Desk.a).name == "superseded")
        #expect(desk.do(one, .title("of C"), at: 9, by: Desk.c) == .applied)
        #expect(desk[1].title == "of C")
    }

    @Test mutating func aClientWithoutCounterKeepsItsOrder() {
        let create = desk.operation(one, .title("first"), at: 1)
        let edit = desk.operation(one, .title("second"), at: 1)
        let delete = desk.operation(one, at: 1, kind: .delete)
        desk.push([create, edit])
        #expect(desk[1].title == "second")
        desk.push([delete])
        #expect(!desk[1].isDeleted)
        let again = desk.operation(Desk.task(2), .title("x"), at: 1)
        let gone = desk.operation(Desk.task(2), at: 1, kind: .delete)
        desk.push([again, gone])
        #expect(desk[2].isDeleted)
    }

    // MARK: Completion

    @Test mutating func completionBeatsWhateverHasNotSeenIt() {
        desk.do(one, .title("x"), at: 1)
        #expect(desk.do(one, .state("completed"), at: 5, by: Desk.a) == .applied)
        let outcome = desk.do(one, .state("active"), at: 50, by: Desk.b)
        #expect(
            outcome
                == .superseded([
                    Conflict(
                        field: "state", mine: "active", theirs: "completed", reason: .completed, by: Desk.time(5))
                ]))
        #expect(desk[1].state == .completed && desk[1].completedAt == Desk.time(5).instant)
    }

    @Test mutating func reopeningNamesTheCompletionItSaw() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .state("completed"), at: 5, by: Desk.a)
        desk.do(one, .state("completed"), at: 7, by: Desk.b)
        #expect(
            desk.do(one, .state("notStarted"), at: 9, by: Desk.c, reopens: Desk.time(5)).name == "superseded")
        #expect(desk[1].isCompleted)
        #expect(desk.do(one, .state("active"), at: 10, by: Desk.c, reopens: Desk.time(7, Desk.b)) == .applied)
        #expect(desk[1].state == .active && desk[1].completedAt == nil)
        // A completion that arrives late and is older than the one taken back does not come back.
        #expect(desk.do(one, .state("completed"), at: 6, by: Desk.a).conflicts.map(\.reason) == [.reopened])
        #expect(desk[1].state == .active)
        #expect(desk.do(one, .state("completed"), at: 8, by: Desk.a) == .applied)
        #expect(desk[1].completedAt == Desk.time(8).instant)
    }

    @Test mutating func nobodyReopensTheFuture() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .state("active"), at: 2, by: Desk.b, reopens: Desk.time(9_000))
        #expect(desk.do(one, .state("completed"), at: 3) == .applied)
        #expect(desk[1].isCompleted)
    }

    @Test mutating func aCompletionMayNameItsTime() {
        let at = Desk.time(3).instant
        desk.do(
            one,
            [JSONMember("title", "x"), JSONMember("state", "completed"), JSONMember("completedAt", .string(at.text))],
            at: 9)
        #expect(desk[1].completedAt == at)
        let refused = desk.do(one, [JSONMember("completedAt", .string(at.text))], at: 10)
        guard case .rejected(let rejection) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(rejection.fields.map(\.field) == ["completedAt"])
    }

    // MARK: Deletion

    @Test mutating func theLaterOfEditAndDeletionCounts() {
        desk.do(one, .title("x"), at: 1)
        #expect(desk.do(one, at: 10, by: Desk.a, kind: .delete) == .applied)
        #expect(desk[1].isDeleted && desk[1].deletedAt == Desk.time(10).instant && desk.slice.liveTasks == 0)
        let early = desk.do(one, .title("early"), at: 5, by: Desk.b)
        #expect(early.name == "superseded" && early.conflicts.map(\.reason) == [.deleted])
        #expect(desk[1].isDeleted)
        #expect(desk.do(one, .title("late"), at: 15, by: Desk.b) == .applied)
        #expect(!desk[1].isDeleted && desk[1].title == "late" && desk.slice.liveTasks == 1)
        let lost = desk.do(one, at: 12, by: Desk.a, kind: .delete)
        #expect(lost.name == "superseded" && lost.conflicts.map(\.reason) == [.edited])
    }

    @Test mutating func restoringBringsBackWhatLayBeneath() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, at: 10, kind: .delete)
        desk.do(one, .title("beneath"), at: 5, by: Desk.b)
        #expect(desk.do(one, at: 9, by: Desk.b, kind: .restore).name == "superseded")
        #expect(desk.do(one, at: 11, by: Desk.b, kind: .restore) == .applied)
        #expect(!desk[1].isDeleted && desk[1].title == "beneath")
        #expect(desk.do(Desk.task(9), at: 12, kind: .restore) == .rejected(.unknownRow))
    }

    @Test mutating func deletingWhatIsNotThereIsDone() {
        #expect(desk.do(one, at: 1, kind: .delete) == .applied)
        #expect(desk.slice.tasks.isEmpty)
        #expect(desk.do(one, [JSONMember("notes", "n")], at: 2) == .rejected(.unknownRow))
    }

    // MARK: Lists

    @Test mutating func aDeletedListTakesOlderTasksAlong() {
        let list = Desk.list(1)
        desk.do(list, [JSONMember("name", "Home"), JSONMember("colorHex", "#ff8800")], at: 1, entity: .list)
        #expect(desk.slice.lists[list]?.colorHex == "#FF8800")
        desk.do(one, .title("older") + .list(list), at: 2)
        desk.do(Desk.task(2), .title("newer") + .list(list), at: 30, by: Desk.b)
        desk.do(list, at: 10, kind: .delete, entity: .list)
        #expect(desk[1].isDeleted && desk[1].deletion == Desk.time(10))
        #expect(!desk[2].isDeleted && desk[2].listId == nil)
        #expect(desk.ledger.filter { $0.cause != nil }.count == 2)
        // Whoever adds to it now, knowing or not, finds the task in the Inbox and is told.
        let outcome = desk.do(Desk.task(3), .title("newcomer") + .list(list), at: 5, by: Desk.c)
        #expect(outcome.conflicts.map(\.reason) == [.listGone])
        #expect(desk[3].listId == nil && !desk[3].isDeleted)
        // A list that comes back brings along what went with it.
        desk.do(list, [JSONMember("name", "Home again")], at: 20, by: Desk.b, entity: .list)
        #expect(desk.slice.lists[list]?.isDeleted == false)
        #expect(!desk[1].isDeleted && desk[1].listId == list)
        #expect(desk.slice.liveTasks == 3)
    }

    @Test mutating func anUnknownListIsTheInbox() {
        let outcome = desk.do(one, .title("x") + .list(Desk.list(7)), at: 1)
        #expect(outcome.conflicts.map(\.field) == ["listId"])
        #expect(desk[1].listId == nil)
    }

    // MARK: Regions

    @Test mutating func theLaterPlacedGoesDown() {
        for number in 1...12 as ClosedRange<UInt64> {
            desk.do(Desk.task(number), .title("\(number)") + .place("morning", "mustDo"), at: Int64(number))
        }
        let buckets = (1...12 as ClosedRange<UInt64>).map { desk[$0].bucket }
        #expect(
            buckets == [.mustDo] + Array(repeating: .complementary, count: 3) + Array(repeating: .misc, count: 5)
                + Array(repeating: .none, count: 3))
        #expect(desk[10].region == .backlog && desk[9].region == .morning)
        #expect(desk[10].enteredBacklogAt == Desk.time(10).instant)
    }

    @Test mutating func whoWasThereFirstStaysWhateverTheOrderOfArrival() {
        desk.do(Desk.task(1), .title("late") + .place("evening", "mustDo"), at: 9, by: Desk.a)
        let outcome = desk.do(Desk.task(2), .title("early") + .place("evening", "mustDo"), at: 3, by: Desk.b)
        #expect(outcome == .applied)
        #expect(desk[2].bucket == .mustDo && desk[1].bucket == .complementary)
        let told = desk.do(Desk.task(3), .title("third") + .place("evening", "mustDo"), at: 10, by: Desk.b)
        #expect(
            told
                == .merged([
                    Conflict(field: "bucket", mine: "mustDo", theirs: "complementary", reason: .regionFull)
                ]))
    }

    @Test mutating func completedTasksFreeTheirPlaceAndReopenedOnesComeLast() {
        desk.do(Desk.task(1), .title("a") + .place("morning", "mustDo"), at: 1)
        desk.do(Desk.task(1), .state("completed"), at: 2)
        #expect(desk.do(Desk.task(2), .title("b") + .place("morning", "mustDo"), at: 3) == .applied)
        desk.do(Desk.task(1), .state("active"), at: 4, reopens: Desk.time(2))
        #expect(desk[2].bucket == .mustDo && desk[1].bucket == .complementary)
        // Other days and regions count for themselves.
        desk.do(Desk.task(3), .title("c") + .place("morning", "mustDo", "2026-06-02"), at: 5)
        desk.do(Desk.task(4), .title("d") + .place("afternoon", "mustDo"), at: 6)
        #expect(desk[3].bucket == .mustDo && desk[4].bucket == .mustDo)
    }

    // MARK: The door

    @Test mutating func aRepeatedOperationGetsItsFirstAnswer() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .title("late"), at: 20)
        let operation = desk.operation(one, .title("early"), at: 10)
        guard case .merged(let first) = desk.push([operation, operation]),
            case .merged(let second) = desk.push([operation])
        else {
            Issue.record("not merged")
            return
        }
        #expect(first.outcomes[0] == first.outcomes[1] && first.entries.count == 1)
        #expect(second.outcomes == [first.outcomes[0]] && second.entries.isEmpty && second.tasks.isEmpty)
    }

    @Test mutating func manyDeletionsWantAWord() {
        for number in 1...100 as ClosedRange<UInt64> { desk.do(Desk.task(number), .title("t"), at: Int64(number)) }
        let half = (1...50 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), at: 200, kind: .delete) }
        let more = (1...51 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), at: 200, kind: .delete) }
        let before = desk.slice
        #expect(desk.push(more) == .massDeleteRefused(deletions: 51, of: 100))
        #expect(desk.slice == before)
        var other = desk
        other.push(half)
        #expect(other.slice.liveTasks == 50)
        desk.push(more, confirmed: true)
        #expect(desk.slice.liveTasks == 49)
    }

    @Test mutating func manyDeletionsOfALargeAccountNeedNoWord() {
        for number in 1...103 as ClosedRange<UInt64> { desk.do(Desk.task(number), .title("t"), at: Int64(number)) }
        let some = (1...51 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), at: 200, kind: .delete) }
        desk.push(some)
        #expect(desk.slice.liveTasks == 52)
    }

    @Test mutating func aDeletedListCountsItsTasks() {
        let list = Desk.list(1)
        desk.do(list, [JSONMember("name", "all")], at: 1, entity: .list)
        for number in 1...60 as ClosedRange<UInt64> {
            desk.do(Desk.task(number), .title("t") + .list(list), at: Int64(number) + 1)
        }
        let deletion = desk.operation(list, at: 200, kind: .delete, entity: .list)
        #expect(desk.push([deletion]) == .massDeleteRefused(deletions: 60, of: 60))
        // What is made and deleted within one push was nobody's.
        let made = (100...160 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), .title("t"), at: 300) }
        let gone = (100...160 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), at: 301, kind: .delete) }
        guard case .merged = desk.push(made + gone) else {
            Issue.record("refused")
            return
        }
    }

    @Test mutating func aWrongClockIsSetRight() {
        desk.do(one, .title("x"), at: 1)
        let wrong = desk.now.adding(seconds: 86_400)
        var operation = desk.operation(one, .title("tomorrow"), at: 0)
        operation.at = HybridTime(wrong.adding(seconds: -10), device: Desk.a)
        guard case .merged(let merged) = desk.push([operation], sentAt: wrong) else { return }
        #expect(merged.shift == -86_400_000 && merged.outcomes == [.applied])
        #expect(desk[1].updatedAt == desk.now.adding(seconds: -10))
    }

    @Test mutating func reopeningWorksOnAWrongClock() {
        desk.do(one, .title("x"), at: 1)
        let slow = desk.now.adding(seconds: -86_400)
        var complete = desk.operation(one, .state("completed"), at: 0)
        complete.at = HybridTime(slow.adding(seconds: -20), device: Desk.a)
        var reopen = desk.operation(one, .state("notStarted"), at: 0, reopens: complete.at)
        reopen.at = HybridTime(slow.adding(seconds: -10), device: Desk.a)
        desk.push([complete], sentAt: slow)
        #expect(desk[1].isCompleted)
        desk.push([reopen], sentAt: slow)
        #expect(!desk[1].isCompleted)
    }

    // MARK: Fields

    @Test mutating func whatANewerPeerWroteIsKept() {
        let value = JSONValue.object([JSONMember("deep", .array([1, .decimal("1.50"), nil]))])
        desk.do(one, .title("x") + [JSONMember("mood", value)], at: 5)
        #expect(desk[1].unknown["mood"]?.value == value)
        #expect(desk.do(one, [JSONMember("mood", "old")], at: 4, by: Desk.b).name == "superseded")
        desk.do(one, [JSONMember("mood", "new")], at: 6, by: Desk.b)
        #expect(desk[1].unknown["mood"]?.value == "new")
        #expect(desk[1].updatedAt == Desk.time(6).instant)
        // Whole rows may be sent back: what follows from other fields is passed over.
        #expect(desk.do(one, [JSONMember("updatedAt", "x"), JSONMember("revision", 9)], at: 7) == .applied)
        #expect(desk[1].unknown.entries.count == 1)
    }

    @Test mutating func createdAtIsSetOnce() {
        let old = Instant(milliseconds: 1_000_000)
        desk.do(one, .title("x") + [JSONMember("createdAt", .string(old.text))], at: 5)
        #expect(desk[1].createdAt == old)
        let outcome = desk.do(one, [JSONMember("createdAt", "2026-01-01T00:00:00Z")], at: 9)
        #expect(outcome.conflicts.map(\.reason) == [.immutable])
        #expect(desk[1].createdAt == old)
    }

    @Test(
        arguments: [
            ("title", "   ", FieldError.Code.empty), ("title", nil, .required), ("title", 5, .wrongType),
            ("state", "done", .unknownValue), ("scheduledDate", "2026-02-30", .malformed), ("dueAt", 7, .wrongType),
            ("dueAt", "tomorrow", .malformed), ("listId", "x", .malformed), ("sortOrder", "ä", .malformed),
            ("region", "night", .unknownValue), ("bucket", 1, .wrongType), ("carryCount", -1, .outOfRange),
            ("carryCount", "1", .wrongType), ("sticky", nil, .wrongType), ("recurrence", "weekly", .wrongType),
            ("recurrence", .object([JSONMember("days", .array([0]))]), .outOfRange),
            ("recurrence", .object([JSONMember("rrule", "FREQ=HOURLY")]), .malformed),
            ("deletedAt", nil, .immutable), ("createdAt", nil, .wrongType),
        ] as [(String, JSONValue, FieldError.Code)])
    mutating func whatCannotBeIsRefusedByField(_ field: String, _ value: JSONValue, _ code: FieldError.Code) {
        desk.do(one, .title("x"), at: 1)
        let before = desk.slice.tasks
        let outcome = desk.do(one, [JSONMember("notes", "n"), JSONMember(field, value)], at: 2)
        guard case .rejected(let rejection) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(rejection.code == .invalidFields && rejection.fields.map(\.code) == [code])
        #expect(rejection.fields.map(\.field) == [field] && rejection.sentence.contains(field))
        #expect(desk.slice.tasks == before)
    }

    @Test mutating func titlesOfAnyLengthAndScript() {
        let family = String(repeating: "👨‍👩‍👧‍👦", count: 10_000)
        #expect(desk.do(one, .title(family), at: 1) == .applied)
        #expect(desk[1].title.count == 10_000)
        #expect(desk.do(one, .title("\u{3000}日本 "), at: 2) == .applied)
        #expect(desk[1].title == "日本")
        desk.do(one, .title("nul\u{0}l"), at: 3)
        #expect(desk[1].title == "null")
        #expect(desk.ledger.last?.operation.fields == .title("null"))
        #expect(desk.do(one, .title(String(repeating: "x", count: 262_145)), at: 4).name == "rejected")
    }

    @Test mutating func settings() {
        let account = desk.slice.account
        let good: [JSONMember] = [
            JSONMember("timeZone", "Australia/Lord_Howe"), JSONMember("dayStart", "04:00"),
            JSONMember("reviewTime", nil), JSONMember("rollover", "backlog"), JSONMember("firstWeekday", 7),
            JSONMember("regionLimits", .object([.init("mustDo", 2), .init("complementary", 1), .init("misc", 0)])),
            JSONMember("complementaryAfterMustDo", true), JSONMember("quickAdd", "today"),
            JSONMember("linkScheme", "my-app"),
        ]
        #expect(desk.do(account, good, at: 1, entity: .settings) == .applied)
        let settings = desk.slice.settings
        #expect(settings.timeZone == "Australia/Lord_Howe" && settings.dayStart == TimeOfDay(hour: 4, minute: 0))
        #expect(settings.reviewTime == nil && settings.rollover == .backlog && settings.firstWeekday == 7)
        #expect(settings.regionLimits == RegionLimits(mustDo: 2, complementary: 1, misc: 0))
        #expect(settings.complementaryAfterMustDo && settings.quickAdd == .today && settings.linkScheme == "my-app")
        for (field, value) in [
            ("timeZone", "Mars/Base"), ("dayStart", "24:00"), ("firstWeekday", 0), ("rollover", "maybe"),
            ("regionLimits", 5), ("linkScheme", "9x"), ("quickAdd", "later"),
        ] as [(String, JSONValue)] {
            #expect(
                desk.do(account, [JSONMember(field, value)], at: 2, entity: .settings).name == "rejected", "\(field)")
        }
        #expect(desk.do(account, at: 3, kind: .delete, entity: .settings) == .rejected(.invalidOperation))
    }
}
