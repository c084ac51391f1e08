import DaybookCore

/// How many of something are open, and how many there are.
package struct Tally {
    package var open = 0
    package var all = 0

    package var done: Int { all - open }
}

/// How many tasks each view, list and tag has, and when that changes by itself. What a task adds is remembered, so that
/// a change costs what it touches and not the account.
package struct Counts {
    package enum Kind: Int, CaseIterable {
        case inbox, today, completedToday, upcoming, past, overdue, backlog
        /// In the three regions of today.
        case board
    }

    private var numbers = [Int](repeating: 0, count: Kind.allCases.count)
    package private(set) var lists: [Identifier: Tally] = [:]
    /// By the task that they are part of.
    package private(set) var subtasks: [Identifier: Tally] = [:]
    private var tags: [String: Tally] = [:]
    private var categories: [String: Tally] = [:]
    /// A day turns, or something becomes overdue.
    package private(set) var until: Instant
    /// Tasks that changed since.
    var stale: Set<Identifier> = []
    private var parts: [Identifier: Part] = [:]
    private let today: CalendarDate
    private let rule: InboxRule

    init(_ tasks: [Identifier: TaskItem], _ moment: Moment, _ settings: AccountSettings) {
        today = moment.today
        rule = settings.inboxRule
        until = moment.day.nextBoundary(after: moment.now)
        parts.reserveCapacity(tasks.count)
        for task in tasks.values where !task.isDeleted { add(task, moment) }
    }

    package subscript(kind: Kind) -> Int { numbers[kind.rawValue] }

    func holds(at moment: Moment) -> Bool { today == moment.today && moment.now < until }

    mutating func refresh(_ tasks: [Identifier: TaskItem], _ moment: Moment) {
        for id in stale {
            if let part = parts.removeValue(forKey: id) { count(part, -1) }
            if let task = tasks[id], !task.isDeleted { add(task, moment) }
        }
        stale = []
    }

    private mutating func add(_ task: TaskItem, _ moment: Moment) {
        let part = Part(task, moment, rule)
        // Overdue is strictly after the due instant.
        if part.isOpen, let due = task.dueAt, due >= moment.now { until = min(until, due.adding(milliseconds: 1)) }
        parts[task.id] = part
        count(part, 1)
    }

    private mutating func count(_ part: Part, _ sign: Int) {
        for place in numbers.indices where part.kinds & 1 << UInt8(place) != 0 { numbers[place] += sign }
        func change<Name>(_ tallies: inout [Name: Tally], _ name: Name) {
            var tally = tallies[name] ?? Tally()
            tally.all += sign
            if part.isOpen { tally.open += sign }
            tallies[name] = tally.all == 0 ? nil : tally
        }
        if let list = part.list { change(&lists, list) }
        if let parent = part.parent { change(&subtasks, parent) }
        if let category = part.category { change(&categories, category) }
        for tag in part.tags { change(&tags, tag) }
    }

    // MARK: Names

    /// So many names are told.
    private static let mostNames = 100

    package var commonTags: [(name: String, open: Int)] { Self.common(tags) }
    package var commonCategories: [(name: String, open: Int)] { Self.common(categories) }

    /// Those with the most open tasks first.
    private static func common(_ tallies: [String: Tally]) -> [(name: String, open: Int)] {
        tallies.ordered { left, right in
            if left.value.open != right.value.open { return left.value.open > right.value.open }
            if left.value.all != right.value.all { return left.value.all > right.value.all }
            return left.key < right.key
        }.prefix(mostNames).map { ($0.key, $0.value.open) }
    }
}

/// What one task adds.
private struct Part {
    /// A bit each.
    var kinds: UInt8 = 0
    let isOpen: Bool
    let list: Identifier?
    let parent: Identifier?
    let tags: [String]
    let category: String?

    init(_ task: TaskItem, _ moment: Moment, _ rule: InboxRule) {
        isOpen = !task.isCompleted
        (list, parent, tags, category) = (task.listId, task.parentId, task.tags, task.category)
        let side = moment.side(of: task)
        guard isOpen else {
            if side == .today { take(.completedToday) }
            return
        }
        if rule.holds(task) { take(.inbox) }
        switch side {
        case .before: take(.past)
        case .today: take(.today)
        case .after: take(.upcoming)
        case nil: break
        }
        if moment.isOverdue(task) { take(.overdue) }
        if task.region == .backlog { take(.backlog) }
        if moment.isOnBoard(task) { take(.board) }
    }

    private mutating func take(_ kind: Counts.Kind) { kinds |= 1 << UInt8(kind.rawValue) }
}
