import Foundation
import Seeds
import Testing

@testable import DaybookCore

/// An account of some tasks on a Friday, and which of them a filter finds.
@Suite struct FilterTests {
    private static let groceries = list("Groceries")
    private static let work = list("Work trip")

    private static func list(_ name: String) -> TaskList {
        var list = TaskList(
            id: Identifier(
                name == "Work trip" ? "0198a000-0000-7000-8000-000000000001" : "0198a000-0000-7000-8000-000000000002")!)
        list.name = name
        return list
    }

    private static func task(_ title: String, _ change: (inout TaskItem) -> Void = { _ in }) -> TaskItem {
        var random = RandomSeed.generator(title)
        var task = TaskItem(id: .random(using: &random))
        task.title = title
        task.createdAt = Instant("2026-11-18T12:00:00Z")!
        change(&task)
        return task
    }

    /// By one word each, so that a filter's tasks are told by a line.
    static let tasks: [TaskItem] = [
        task("milk") {
            $0.listId = groceries.id
            $0.scheduledDate = CalendarDate("2026-11-20")
            $0.sortOrder = OrderKey("B")!
        },
        task("report") {
            $0.dueAt = Instant("2026-11-20T08:00:00Z")
            $0.openState = .active
            $0.notes = "Ask for the März figures"
            $0.sortOrder = OrderKey("C")!
        },
        task("flight") {
            $0.listId = work.id
            $0.dueAt = Instant("2026-11-22T17:00:00Z")
            $0.scheduledDate = CalendarDate("2026-11-21")
            $0.sortOrder = OrderKey("D")!
        },
        task("plants") {
            $0.recurrence = .rule("FREQ=WEEKLY")
            $0.region = .morning
            $0.scheduledDate = CalendarDate("2026-11-23")
            $0.sortOrder = OrderKey("E")!
        },
        task("attic") {
            $0.region = .backlog
            $0.category = "House"
            $0.carryCount = 3
            $0.sortOrder = OrderKey("F")!
        },
        task("taxes") {
            let at = HybridTime(Instant("2026-11-19T20:00:00Z")!, device: .zero)
            $0.completion = .init(clock: at, at: at.instant)
            $0.dueAt = Instant("2026-11-19T08:00:00Z")
            $0.sortOrder = OrderKey("G")!
        },
    ]

    private static func found(_ text: String) throws -> String {
        let filter = try TaskFilter(text, at: plainMoment, lists: [groceries, work])
        return filter.tasks(among: tasks).map(\.title).joined(separator: " ")
    }

    /// As many tests as a filter may hold, of more lists than anybody has.
    @Test(.timeLimit(.minutes(1))) func namesOfManyLists() throws {
        var random = RandomSeed.generator()
        let lists = (0..<500).map { number in
            var list = TaskList(id: .random(using: &random))
            list.name = String(repeating: "İ", count: 1_000) + "\(number)"
            return list
        }
        let filter = try TaskFilter(
            "list:" + Array(repeating: "gROCERIES", count: TaskFilter.mostTests).joined(separator: ","),
            at: plainMoment,
            lists: lists + [Self.groceries])
        #expect(filter.tasks(among: Self.tasks).map(\.title) == ["milk"])
    }

    @Test func aScreenGetsTheFirstOnly() throws {
        let filter = try TaskFilter("sort:title", at: plainMoment, lists: [Self.groceries, Self.work])
        #expect(filter.tasks(among: Self.tasks, limit: 2).map(\.title) == ["attic", "flight"])
        #expect(filter.tasks(among: Self.tasks, limit: 0).isEmpty && filter.tasks(among: Self.tasks, limit: -1).isEmpty)
        #expect(filter.tasks(among: Self.tasks).count == Self.tasks.count)
    }

    @Test(arguments: [
        ("", "milk report flight plants attic taxes"),
        ("open", "milk report flight plants attic"), ("done", "taxes"), ("state:active", "report"),
        ("state:active,completed", "report taxes"), ("state!=completed", "milk report flight plants attic"),
        ("today", "milk"), ("tomorrow", "flight"), ("overdue", "report"), ("inbox today", ""), ("backlog", "attic"),
        ("list:groceries", "milk"), ("list:\"work trip\"", "flight"), ("list:inbox", "report plants attic taxes"),
        ("list:none and open", "report plants attic"), ("list:any", "milk flight"),
        ("list:groceries,\"Work trip\"", "milk flight"), ("list:0198a000-0000-7000-8000-000000000001", "flight"),
        ("date:today", "milk"), ("date<=tomorrow", "milk flight"), ("date > tomorrow", "plants"),
        ("date:today..+3d", "milk flight plants"), ("date:none", "report attic taxes"), ("date:week", "milk flight"),
        ("date:\"next week\"", "plants"), ("date >= 2026-11-21", "flight plants"), ("date:fri", ""),
        ("due:today", "report"), ("due < +3d", "report flight taxes"), ("due<=today and open", "report"),
        ("due:any not done", "report flight"), ("due < now", "report taxes"), ("due >= \"sun 6pm\"", "flight"),
        ("due:2026-11-19..2026-11-20", "report taxes"), ("due:yesterday", "taxes"),
        ("created:week", "milk report flight plants attic taxes"), ("created > -1d", ""),
        ("completed:yesterday", "taxes"), ("completed:none", "milk report flight plants attic"),
        ("region:morning", "plants"), ("region:none", "milk report flight taxes"), ("bucket:misc", "plants"),
        ("category:house", "attic"), ("carried >= 3", "attic"), ("carried:none", "milk report flight plants taxes"),
        ("repeats:yes", "plants"), ("repeating", "plants"), ("notes:any", "report"), ("sticky:no open today", "milk"),
        ("plan", "plants"), ("\"marz fig\"", "report"), ("notes:marz", "report"), ("title:marz", ""),
        ("text:\"ask figures\"", "report"), ("milk or flight", "milk flight"),
        ("milk | flight | attic", "milk flight attic"),
        ("not (milk or flight) open", "report plants attic"), ("!done & !milk", "report flight plants attic"),
        ("-milk -taxes -report", "flight plants attic"), ("open and list:any or done", "milk flight taxes"),
        ("open AND (due < +3d OR carried >= 3) AND NOT region:backlog", "report flight"),
        ("#waiting", ""), ("not #waiting today", "milk"), ("priority <= 2", ""), ("priority:none today", "milk"),
        ("parent:none today", "milk"), ("\"today\"", ""),
        ("open sort:due", "report flight milk plants attic"), ("open sort:-due", "flight report milk plants attic"),
        ("sort:title", "attic flight milk plants report taxes"),
        ("sort:-title open", "report plants milk flight attic"),
        ("open sort:-carried,title", "attic flight milk plants report"),
        ("sort:state,date", "report milk flight plants attic taxes"),
    ])
    func filters(text: String, titles: String) throws { #expect(try Self.found(text) == titles) }

    @Test(arguments: [
        ("due <", "filter_unexpected", 5), ("(open", "filter_unexpected", 5), ("open)", "filter_unexpected", 4),
        ("and open", "filter_unexpected", 0), ("open or", "filter_unexpected", 7), ("open and", "filter_unexpected", 8),
        ("prioritty < 2", "filter_unknown_field", 0), ("open colour:red", "filter_unknown_field", 5),
        ("due < someday", "filter_invalid_value", 6), ("state:late", "filter_invalid_value", 6),
        ("state < active", "filter_unexpected", 8), ("list:Shop", "filter_unknown_list", 5),
        ("priority:high", "filter_invalid_value", 9), ("title:\"open", "filter_unexpected", 11),
        ("(sort:due)", "filter_unexpected", 1), ("sort:due sort:title", "filter_unexpected", 9),
        ("sort:colour", "filter_invalid_value", 5), ("date:+3d..today", "filter_invalid_value", 5),
        ("date:\"fri 9am\"", "filter_invalid_value", 5), ("repeats:maybe", "filter_invalid_value", 8),
        ("#", "filter_unexpected", 1), ("not", "filter_unexpected", 3), ("...", "filter_invalid_value", 0),
        ("parent:milk", "filter_invalid_value", 7), ("März <", "filter_unknown_field", 0),
    ])
    func errorsPointAtTheCharacter(text: String, code: String, offset: Int) throws {
        let error = try #require(throws: FilterError.self) { try TaskFilter(text, at: plainMoment) }
        #expect(error.code.rawValue == code)
        #expect(error.offset == offset)
        #expect(!error.expected.isEmpty)
    }

    @Test func columnsAreCharacters() throws {
        let text = "März due < bald"
        let error = try #require(throws: FilterError.self) { try TaskFilter(text, at: plainMoment) }
        #expect(error.column(in: text) == 12)
    }

    @Test func aFilterHasBounds() {
        func code(_ text: String) -> FilterError.Code? {
            do { _ = try TaskFilter(text, at: plainMoment) } catch { return error.code }
            return nil
        }
        #expect(code(String(repeating: "a ", count: 1001)) == .tooLong)
        #expect(code(String(repeating: "a ", count: 101)) == .tooLong)
        #expect(code(String(repeating: "#a ", count: 100)) == nil)
        #expect(code(String(repeating: "a ", count: 10)) == nil)
        #expect(code(String(repeating: "a ", count: 11)) == .tooLong)
        #expect(code("(a or b or c or d) and (title:e or not notes:f or (g h i j k))") == .tooLong)
        #expect(code("state:" + Array(repeating: "open", count: 101).joined(separator: ",")) == .tooLong)
        #expect(code(String(repeating: "(", count: 40) + "a") == .tooLong)
        #expect(code(String(repeating: "not ", count: 200) + "a") == .tooLong)
        #expect(code(String(repeating: "(", count: 31) + "a" + String(repeating: ")", count: 31)) == nil)
    }

    @Test func germanDaysAreUnderstood() throws {
        let filter = try TaskFilter("date:morgen", at: plainMoment, language: .german)
        #expect(Self.tasks.filter(filter.matches).map(\.title) == ["flight"])
    }

    @Test(arguments: [
        ("due < now", true), ("overdue", true), ("due < +2h", true), ("due < today", false), ("due < 9am", false),
        ("open milk", false), ("created > -7d", false),
    ])
    func aFilterKnowsWhetherItFollowsTheClock(text: String, follows: Bool) throws {
        let filter = try TaskFilter(text, at: plainMoment)
        #expect(filter.followsClock(at: plainMoment, lists: [], language: .english) == follows)
    }

    @Test func deletedTasksAreInNoFilter() throws {
        var task = Self.tasks[0]
        task.deletion = HybridTime(Instant("2026-11-20T08:00:00Z")!, device: .zero)
        #expect(!(try TaskFilter("", at: plainMoment).matches(task)))
    }

    @Test(arguments: [
        ("open", true), ("milk", true), ("today or overdue", true), ("today", false), ("list:any", true),
        ("list:inbox", false), ("due < +3d", true), ("overdue", false), ("open region:morning", false),
        ("region:morning", true), ("not today", true),
        ("open due < +3d", false),
        ("open milk (date < +3d)", false), ("created > -1d", true),
    ])
    func aPlanSaysWhetherItReadsTheAccount(text: String, readsAccount: Bool) throws {
        #expect(FilterPlan(try TaskFilter(text, at: plainMoment)).readsAccount == readsAccount)
    }

    /// What a plan leaves out, no filter wants.
    @Test func aPlanLeavesOutNothing() throws {
        var random = SeededRandom(.current)
        let tests = [
            "open", "done", "today", "overdue", "inbox", "list:groceries", "list:any", "date<=tomorrow",
            "date > tomorrow",
            "due < +3d", "due:any", "region:morning", "backlog", "milk", "date:none", "due > yesterday",
        ]
        for _ in 0..<500 {
            let words = (0..<3).map { _ in tests.randomElement(using: &random)! }
            let text = words.joined(separator: [" ", " or ", " not ", " and "].randomElement(using: &random)!)
            let filter = try TaskFilter(text, at: plainMoment, lists: [Self.groceries, Self.work])
            let plan = FilterPlan(filter)
            for task in Self.tasks where filter.matches(task) {
                #expect(plan.holds(task), "\(RandomSeed.current) \(text)")
            }
        }
    }

    @Test func anyTextIsRefusedOrRead() {
        var random = SeededRandom(.current)
        let pieces = [
            "open", "due", "<", "<=", ":", "!=", "(", ")", "and", "or", "not", "!", "-", "#", "\"", ",", "sort", "+3d",
            "..",
            "today", "ü", "👩‍👩‍👧", "\u{0}", "\u{A0}", "none", "list", "|", "&", "priority", "2", "state", " ", " ", " ",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            do {
                let filter = try TaskFilter(text, at: plainMoment)
                _ = filter.matches(Self.tasks[0])
            } catch {
                #expect((0...text.utf8.count).contains(error.offset), "\(RandomSeed.current) \(text.debugDescription)")
                #expect(error.column(in: text) >= 1)
            }
        }
    }
}

extension FilterPlan {
    /// Whether a task is among those that are read.
    fileprivate func holds(_ task: TaskItem) -> Bool {
        if let lists, !lists.contains(task.listId) { return false }
        if let dates, !(task.scheduledDate.map(dates.contains) ?? false) { return false }
        if let due, !(task.dueAt.map(due.contains) ?? false) { return false }
        if let region, task.region != region { return false }
        return !isOpen || !task.isCompleted
    }
}
