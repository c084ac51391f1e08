/// The home screen's glance at the day: what is due today, now and as it will change.
public struct Widget: Hashable, Sendable {
    public enum Size: String, Hashable, Sendable, CaseIterable {
        case small, medium
        /// How many tasks fit.
        public var rows: Int { self == .small ? 3 : 8 }
    }

    public struct Row: Hashable, Sendable {
        public let id: Identifier
        public let title: String
        public let dueAt: Instant?
        public let isOverdue: Bool
        public let link: String
    }

    /// The picture from an instant until the next entry.
    public struct Entry: Hashable, Sendable {
        public let at: Instant
        public let rows: [Row]
        /// How many tasks are due today in all, those without a row included.
        public let total: Int
    }

    /// At least the next 24 hours and the next day's beginning; the first entry is now, and each entry differs from the
    /// one before it.
    public let entries: [Entry]
}

extension Moment {
    /// - Parameter lists: only tasks of these lists (nil among them is the Inbox); nil shows all.
    public func widget(
        _ tasks: some Sequence<TaskItem>, _ size: Widget.Size, lists: Set<Identifier?>? = nil,
        linkScheme: String = "todoapp"
    ) -> Widget {
        let until = max(now.adding(milliseconds: Instant.dayLength), day.nextBoundary(after: now))
        // Only tasks that come due or are scheduled by then can be in any picture.
        let last = day.date(of: until)
        let candidates = ViewOrder.sorted(tasks) { task in
            guard !task.isCompleted, lists.map({ $0.contains(task.listId) }) ?? true else { return false }
            let scheduled = task.scheduledDate.map { (today...last).contains($0) } ?? false
            return scheduled || task.dueAt.map { (today...last).contains(day.date(of: $0)) } ?? false
        }
        var entries: [Widget.Entry] = []
        for instant in changes(of: candidates, until: until) {
            let entry = Moment(instant, in: day).entry(candidates, size, linkScheme)
            if entry.rows != entries.last?.rows || entry.total != entries.last?.total { entries.append(entry) }
        }
        return Widget(entries: entries)
    }

    /// The instants at which a picture may change, ascending: now, days beginning, tasks becoming overdue.
    private func changes(of tasks: [TaskItem], until: Instant) -> [Instant] {
        var instants: Set<Instant> = [now]
        var boundary = day.nextBoundary(after: now)
        while boundary <= until, boundary < .latest {
            instants.insert(boundary)
            boundary = day.nextBoundary(after: boundary)
        }
        for due in tasks.compactMap(\.dueAt) {
            // Overdue is strictly after the due instant.
            let change = due.adding(milliseconds: 1)
            if change > now, change <= until { instants.insert(change) }
        }
        return instants.sorted()
    }

    private func entry(_ tasks: [TaskItem], _ size: Widget.Size, _ linkScheme: String) -> Widget.Entry {
        let due = tasks.filter { $0.scheduledDate == today || $0.dueAt.map { day.date(of: $0) == today } ?? false }
        let rows = due.prefix(size.rows).map { task in
            Widget.Row(
                id: task.id, title: task.title, dueAt: task.dueAt, isOverdue: isOverdue(task),
                link: DeepLink.task(task.id, scheme: linkScheme))
        }
        return Widget.Entry(at: now, rows: rows, total: due.count)
    }
}
