/// The home screen's glance at the day: what is due today, now and as it will change.
public struct Widget: Hashable, Sendable {
    /// How much room there is.
    public enum Size: String, Hashable, Sendable, CaseIterable {
        /// The two sizes that the apps offer.
        case small, medium
        /// How many tasks fit.
        public var rows: Int { self == .small ? 3 : 8 }
    }

    /// One task in a widget.
    public struct Row: Hashable, Sendable {
        /// The task's identifier.
        public let id: Identifier
        /// The task's title.
        public let title: String
        /// What was completed today stays with its mark until the day ends.
        public let state: TaskState
        /// When the task is due.
        public let dueAt: Instant?
        /// Whether it was due before the entry's instant, and is not done.
        public let isOverdue: Bool
        /// What a tap opens.
        public let link: String
    }

    /// The picture from an instant until the next entry.
    public struct Entry: Hashable, Sendable {
        /// From when on it shows this.
        public let at: Instant
        /// As many as the size has room for.
        public let rows: [Row]
        /// How many tasks are due today in all, those without a row included.
        public let total: Int

        /// What stands there when nothing is due; nil beside rows.
        public func placeholder(in language: Language = .english) -> String? {
            rows.isEmpty ? language.text(.nothingDueToday) : nil
        }
    }

    /// What a tap beside the rows opens: a new task.
    public let createLink: String
    /// Today and tomorrow, and so at least the next 24 hours; the first entry is now, and each entry differs from the
    /// one before it.
    public let entries: [Entry]

    /// One of the days that the entries tell of.
    package struct Day: Hashable, Sendable {
        package let date: CalendarDate
        package let interval: Range<Instant>

        /// What is scheduled for it or due on it. What was only due stays until the day of its completion is over.
        fileprivate func shows(_ task: TaskItem) -> Bool {
            if task.scheduledDate == date { return true }
            guard let due = task.dueAt, interval.contains(due) else { return false }
            return task.completedAt.map { interval.contains($0) } ?? true
        }
    }

    /// What a day shows: as many of its tasks as fit, in the order of views, and how many there are.
    package struct Picture: Hashable, Sendable {
        package struct Line: Hashable, Sendable {
            package let id: Identifier
            package let title: String
            package let state: TaskState
            package let dueAt: Instant?

            /// Strictly after this it is overdue.
            fileprivate var overdueAfter: Instant? { state == .completed ? nil : dueAt }

            package init(id: Identifier, title: String, state: TaskState, dueAt: Instant?) {
                self.id = id
                self.title = title
                self.state = state
                self.dueAt = dueAt
            }
        }

        package var lines: [Line]
        package var total: Int

        package init(lines: [Line] = [], total: Int = 0) {
            self.lines = lines
            self.total = total
        }
    }
}

extension Moment {
    /// - Parameter lists: only tasks of these lists (nil among them is the Inbox); nil shows all.
    package func widget(
        _ tasks: some Sequence<TaskItem>, _ size: Widget.Size, lists: Set<Identifier?>? = nil,
        linkScheme: String = "todoapp"
    ) -> Widget {
        let days = widgetDays
        // Only what some day shows is put in order: that is little of an account.
        let shown = ViewOrder.sorted(tasks) { task in
            lists.map { $0.contains(task.listId) } ?? true && days.contains { $0.shows(task) }
        }
        let pictures = days.map { day in
            let due = shown.filter(day.shows)
            let lines = due.prefix(size.rows).map {
                Widget.Picture.Line(id: $0.id, title: $0.title, state: $0.state, dueAt: $0.dueAt)
            }
            return Widget.Picture(lines: lines, total: due.count)
        }
        return widget(pictures, linkScheme: linkScheme)
    }

    /// The days that a timeline made now tells of: today, tomorrow, and where a clock makes tomorrow shorter than 24
    /// hours the day after it. They stay the same all day long, so a timeline that was fetched need not be fetched
    /// again for its end.
    package var widgetDays: [Widget.Day] {
        let tonight = day.nextBoundary(after: now)
        var days = [Widget.Day(date: today, interval: day.start(of: today)..<tonight)]
        var begin = tonight
        while begin < .latest, begin < tonight.adding(milliseconds: Instant.dayLength) {
            let end = day.nextBoundary(after: begin)
            days.append(Widget.Day(date: day.date(of: begin), interval: begin..<end))
            begin = end
        }
        return days
    }

    /// The timeline of days' pictures, in the order of `widgetDays`. Within a day nothing moves: a picture changes only
    /// where one of its own lines becomes overdue.
    package func widget(_ pictures: [Widget.Picture], linkScheme: String) -> Widget {
        var entries: [Widget.Entry] = []
        for (day, picture) in zip(widgetDays, pictures) {
            let begin = max(now, day.interval.lowerBound)
            let changes = picture.lines.compactMap { $0.overdueAfter?.adding(milliseconds: 1) }
                .filter { $0 > begin && $0 < day.interval.upperBound }
            for instant in Set([begin] + changes).sorted() {
                let entry = picture.entry(at: instant, linkScheme)
                if entry.rows != entries.last?.rows || entry.total != entries.last?.total { entries.append(entry) }
            }
        }
        return Widget(createLink: DeepLink.newTask(scheme: linkScheme), entries: entries)
    }
}

extension Widget.Picture {
    fileprivate func entry(at instant: Instant, _ linkScheme: String) -> Widget.Entry {
        let rows = lines.map { line in
            Widget.Row(
                id: line.id, title: line.title, state: line.state, dueAt: line.dueAt,
                isOverdue: line.overdueAfter.map { $0 < instant } ?? false,
                link: DeepLink.task(line.id, scheme: linkScheme))
        }
        return Widget.Entry(at: instant, rows: rows, total: total)
    }
}
