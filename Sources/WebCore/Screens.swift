import DaybookCore

/// The views that were looked at, each in its order and kept through changes: only rows that changed are put anew.
struct Screens {
    /// Goes up with every change.
    private(set) var version: Int64 = 1
    private var shelves: [View: Shelf] = [:]
    /// The views on the shelves, the one looked at last at the end.
    private var recent: [View] = []
    var counts: Counts?
    /// The date that they were made for.
    var countsDay: CalendarDate?

    private static let most = 6

    mutating func change(_ rows: RowSet, in slice: Slice) {
        version += 1
        counts?.change(rows)
        if rows.everything || rows.settings {
            shelves = [:]
            recent = []
            counts = nil
        } else {
            for view in recent { shelves[view]?.stale.formUnion(rows.tasks) }
        }
    }

    mutating func stands(
        of view: View, _ tasks: [Identifier: TaskItem], _ moment: Moment, _ rule: InboxRule, filter: TaskFilter?,
        until: Instant
    ) -> [Stand] {
        var shelf = shelves.removeValue(forKey: view) ?? Shelf(view)
        if let filter {
            shelf.find(filter, tasks, moment)
        } else {
            shelf.refresh(tasks, moment, rule, until: until)
        }
        recent.removeAll { $0 == view }
        recent.append(view)
        if recent.count > Self.most { shelves[recent.removeFirst()] = nil }
        shelves[view] = shelf
        return shelf.stands
    }
}

/// One view's rows in their order.
private struct Shelf {
    let view: View
    var stands: [Stand] = []
    /// Rows that changed since.
    var stale: Set<Identifier> = []
    /// The date that it was made for; nil before the first.
    private var today: CalendarDate?
    /// It stays as it is until then without a change.
    private var until = Instant.earliest
    /// What found its rows; nil where they are the view's own.
    private var filter: TaskFilter?

    init(_ view: View) { self.view = view }

    mutating func refresh(
        _ tasks: [Identifier: TaskItem], _ moment: Moment, _ rule: InboxRule, until: Instant
    ) {
        let isGood = today == moment.today && filter == nil && (view != .overdue || moment.now < self.until)
        if !isGood {
            stands = []
            for task in tasks.values where view.holds(task, moment, rule) {
                stands.append(Stand(task, in: view, moment))
            }
            stands = stands.ordered()
        } else if !stale.isEmpty {
            stands.removeAll { stale.contains($0.id) }
            for id in stale {
                guard let task = tasks[id], view.holds(task, moment, rule) else { continue }
                let stand = Stand(task, in: view, moment)
                stands.insert(stand, at: place(of: stand))
            }
        }
        stale = []
        today = moment.today
        filter = nil
        self.until = until
    }

    /// A filter finds its rows, in its own order. Read at another moment it may be another one; the same one is asked
    /// only about what changed.
    mutating func find(_ filter: TaskFilter, _ tasks: [Identifier: TaskItem], _ moment: Moment) {
        if filter != self.filter {
            stands = filter.tasks(among: tasks.values).map { Stand($0, in: view, moment) }
        } else if !stale.isEmpty {
            let asked = stands.map { $0.id }.filter { !stale.contains($0) } + stale
            stands = filter.tasks(among: asked.compactMap { tasks[$0] }).map { Stand($0, in: view, moment) }
        }
        stale = []
        self.filter = filter
    }

    private func place(of stand: Stand) -> Int {
        var low = 0
        var high = stands.count
        while low < high {
            let middle = (low + high) / 2
            if stands[middle] < stand { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// How many tasks each view and each list has, and when that changes by itself.
struct Counts {
    var inbox = 0
    var today = 0
    var completedToday = 0
    var upcoming = 0
    var past = 0
    var overdue = 0
    /// Open tasks by their list.
    var lists: [Identifier: Int] = [:]
    /// A day turns, or something becomes overdue.
    var until: Instant
    var isStale = false

    init(_ tasks: [Identifier: TaskItem], _ moment: Moment, _ rule: InboxRule) {
        until = moment.day.nextBoundary(after: moment.now)
        for task in tasks.values where !task.isDeleted {
            let side = moment.side(of: task)
            if task.isCompleted {
                if side == .today { completedToday += 1 }
                continue
            }
            if rule.holds(task) { inbox += 1 }
            switch side {
            case .before: past += 1
            case .today: today += 1
            case .after: upcoming += 1
            case nil: break
            }
            if let due = task.dueAt {
                // Overdue is strictly after the due instant.
                if due < moment.now { overdue += 1 } else { until = min(until, due.adding(milliseconds: 1)) }
            }
            if let list = task.listId { lists[list, default: 0] += 1 }
        }
    }

    mutating func change(_ rows: RowSet) {
        if !rows.tasks.isEmpty || !rows.lists.isEmpty || rows.everything { isStale = true }
    }
}
