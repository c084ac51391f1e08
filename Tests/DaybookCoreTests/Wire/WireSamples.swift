import Seeds

@testable import DaybookCore

/// Random rows with everything that a row can hold.
enum WireSample {
    static func id(_ random: inout SeededRandom) -> Identifier { .random(using: &random) }

    static func instant(_ random: inout SeededRandom) -> Instant {
        [
            .earliest, .latest, Instant(milliseconds: 0), Instant(milliseconds: -1),
            Instant(milliseconds: .random(in: 1_600_000_000_000...1_900_000_000_000, using: &random)),
        ].randomElement(using: &random)!
    }

    static func date(_ random: inout SeededRandom) -> CalendarDate {
        [
            .earliest, .latest, CalendarDate("2028-02-29")!,
            CalendarDate(dayNumber: .random(in: 0...40_000, using: &random))!,
        ]
        .randomElement(using: &random)!
    }

    static func clock(_ random: inout SeededRandom) -> HybridTime {
        HybridTime(
            Instant(milliseconds: .random(in: 1_600_000_000_000...1_900_000_000_000, using: &random)),
            counter: [0, 1, 255, .max].randomElement(using: &random)!, device: id(&random))
    }

    static func maybe<Value>(_ random: inout SeededRandom, _ make: (inout SeededRandom) -> Value) -> Value? {
        Bool.random(using: &random) ? make(&random) : nil
    }

    static func clocks<Field: FieldName>(_ random: inout SeededRandom) -> FieldClocks<Field> {
        var clocks = FieldClocks<Field>()
        let distinct = (0..<Int.random(in: 1...4, using: &random)).map { _ in clock(&random) }
        for field in Field.allCases where Bool.random(using: &random) {
            clocks[field] = distinct.randomElement(using: &random)!
        }
        return clocks
    }

    static func unknown(_ random: inout SeededRandom, like clocks: [HybridTime]) -> UnknownFields {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return UnknownFields() }
        let shared = clock(&random)
        return UnknownFields(
            (0..<Int.random(in: 1...4, using: &random)).map { index in
                UnknownFields.Entry(
                    name: "future\(index)", value: .random(depth: 3, using: &random),
                    clock: ([shared, clock(&random)] + clocks).randomElement(using: &random)!)
            })
    }

    static func recurrence(_ random: inout SeededRandom) -> Recurrence {
        Bool.random(using: &random)
            ? .weekly(Weekdays((1...7).filter { _ in Bool.random(using: &random) })!)
            : .rule("FREQ=MONTHLY;BYDAY=-1FR")
    }

    static func task(_ random: inout SeededRandom) -> TaskItem {
        var task = TaskItem(id: id(&random))
        task.title = .random(using: &random)
        task.notes = maybe(&random) { .random(using: &$0) }
        task.openState = [.notStarted, .active].randomElement(using: &random)!
        task.completion = maybe(&random) { .init(clock: clock(&$0), at: instant(&$0)) }
        task.reopenedThrough = maybe(&random, clock)
        task.createdAt = instant(&random)
        task.scheduledDate = maybe(&random, date)
        task.dueAt = maybe(&random, instant)
        task.reminderAt = maybe(&random, instant)
        task.listId = maybe(&random, id)
        task.sortOrder = OrderKey(["V", "A1", "zzzz9"].randomElement(using: &random)!)!
        task.region = maybe(&random) { Region.allCases.randomElement(using: &$0)! }
        task.chosenBucket = Bucket.allCases.randomElement(using: &random)!
        task.carryCount = [0, 1, 4000].randomElement(using: &random)!
        task.sticky = .random(using: &random)
        task.autoCarry = .random(using: &random)
        task.category = maybe(&random) { .random(using: &$0) }
        for tag in ["a", "b", "ü"] where Bool.random(using: &random) {
            if Bool.random(using: &random) { task.tagSet.add(tag, at: clock(&random)) }
            if Bool.random(using: &random) { task.tagSet.remove(tag, through: clock(&random)) }
        }
        task.priority = .random(in: TaskItem.priorities, using: &random)
        task.recurrence = maybe(&random, recurrence)
        task.parentRecurringId = maybe(&random, id)
        task.parentId = maybe(&random, id)
        task.deletion = maybe(&random, clock)
        task.clocks = clocks(&random)
        task.enterBacklog(at: instant(&random))
        task.unknown = unknown(&random, like: task.clocks.entries.map(\.clock))
        task.revision = .random(in: 0...Int64.max, using: &random)
        return task
    }

    static func list(_ random: inout SeededRandom) -> TaskList {
        var list = TaskList(id: id(&random))
        list.name = .random(using: &random)
        list.colorHex = maybe(&random) { _ in "#A1B2C3" }
        list.filter = maybe(&random) { .random(using: &$0) }
        list.createdAt = instant(&random)
        list.deletion = maybe(&random, clock)
        list.clocks = clocks(&random)
        list.unknown = unknown(&random, like: list.clocks.entries.map(\.clock))
        list.revision = .random(in: 0...Int64.max, using: &random)
        return list
    }

    static func settings(_ random: inout SeededRandom) -> AccountSettings {
        var settings = AccountSettings()
        settings.timeZone = ["UTC", "Australia/Lord_Howe"].randomElement(using: &random)!
        settings.firstWeekday = .random(in: 1...7, using: &random)
        settings.dayStart = TimeOfDay(
            hour: .random(in: 0...23, using: &random), minute: .random(in: 0...59, using: &random))!
        settings.rollover = [.off, .backlog].randomElement(using: &random)!
        settings.regionLimits = RegionLimits(mustDo: 2, complementary: 0, misc: .random(in: 0...100, using: &random))
        settings.complementaryAfterMustDo = .random(using: &random)
        settings.reviewTime = maybe(&random) { _ in TimeOfDay(hour: 18, minute: 30)! }
        settings.quickAdd = [.inbox, .today].randomElement(using: &random)!
        settings.linkScheme = "mine"
        settings.morningTime = maybe(&random) { _ in TimeOfDay(hour: 7, minute: 5)! }
        settings.weeklyReview = .random(using: &random)
        settings.regionNudges = .random(using: &random)
        settings.overdueAlerts = .random(using: &random)
        settings.quietFrom = maybe(&random) { _ in TimeOfDay(hour: 22, minute: 0)! }
        settings.quietUntil = maybe(&random) { _ in TimeOfDay(hour: 6, minute: 59)! }
        settings.privateReminders = .random(using: &random)
        settings.clocks = clocks(&random)
        settings.unknown = unknown(&random, like: settings.clocks.entries.map(\.clock))
        settings.revision = .random(in: 0...Int64.max, using: &random)
        return settings
    }

    static func operation(_ random: inout SeededRandom, device: Identifier) -> SyncOperation {
        var at = clock(&random)
        at.device = device
        return SyncOperation(
            opId: id(&random), entity: SyncOperation.Entity.allCases.randomElement(using: &random)!, id: id(&random),
            at: at,
            kind: SyncOperation.Kind.allCases.randomElement(using: &random)!,
            fields: (0..<Int.random(in: 0...4, using: &random)).map {
                JSONMember("field\($0)", .random(depth: 2, using: &random))
            },
            reopens: maybe(&random, clock),
            base: maybe(&random) { SyncCursor(epoch: id(&$0), revision: .random(in: 0...Int64.max, using: &$0)) })
    }

    static func outcome(_ random: inout SeededRandom) -> Outcome {
        func conflicts() -> [Conflict] {
            (0..<Int.random(in: 1...3, using: &random)).map { index in
                Conflict(
                    field: "f\(index)", mine: .random(depth: 2, using: &random),
                    theirs: .random(depth: 1, using: &random),
                    reason: Conflict.Reason.allCases.randomElement(using: &random)!, by: maybe(&random, clock))
            }
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .applied
        case 4: return .waiting
        case 5: return .quota(Bool.random(using: &random) ? .tasks : .bytes)
        case 1: return .merged(conflicts())
        case 2: return .superseded(conflicts())
        default:
            let errors = FieldError.Code.allCases.map {
                FieldError(field: "title", code: $0, sentence: .random(using: &random))
            }
            return .rejected(
                Rejection(
                    Rejection.Code.allCases.randomElement(using: &random)!, .random(using: &random), fields: errors))
        }
    }
}
