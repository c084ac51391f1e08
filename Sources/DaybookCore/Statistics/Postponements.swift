/// How often tasks were moved to a later day.
public struct Postponements: Hashable, Sendable {
    /// A task and how often it was moved.
    public struct Moved: Hashable, Sendable {
        /// Which task.
        public let task: Identifier
        /// Nil where the task is gone.
        public let title: String?
        /// How often it was moved.
        public let count: Int

        package init(task: Identifier, title: String?, count: Int) {
            self.task = task
            self.title = title
            self.count = count
        }
    }

    /// Moves, of any task.
    public let count: Int
    /// Tasks that were moved at least once.
    public let tasks: Int
    /// By how many days in sum.
    public let days: Int
    /// The tasks that were moved most often, equal ones by id.
    public let most: [Moved]

    /// How many of the most often moved tasks are named.
    package static let named = 10

    package init(count: Int, tasks: Int, days: Int, most: [Moved]) {
        self.count = count
        self.tasks = tasks
        self.days = days
        self.most = most
    }

    /// - Parameter span: nil counts all.
    package init(
        _ entries: some Sequence<LedgerEntry>, during span: Range<Instant>? = nil, title: (Identifier) -> String?
    ) {
        var moves: [Identifier: Int] = [:]
        var days = 0
        for entry in entries {
            let at = Instant(milliseconds: entry.operation.at.milliseconds)
            guard let later = entry.daysPostponed, span.map({ $0.contains(at) }) ?? true else { continue }
            moves[entry.operation.id, default: 0] += 1
            days += later
        }
        let order = moves.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
        self.init(
            count: moves.values.reduce(0, +), tasks: moves.count, days: days,
            most: order.prefix(Self.named).map { Moved(task: $0.key, title: title($0.key), count: $0.value) })
    }
}

extension LedgerEntry {
    /// By how many days somebody moved a task to a later one; nil for everything else. What the server moves by itself,
    /// at a rollover say, nobody postponed, and a task that had no date is planned, not postponed.
    package var daysPostponed: Int? {
        guard changed, !created, cause == nil, operation.entity == .task, operation.at.device != .zero,
            let before = prior.date("scheduledDate"), let after = operation.fields.date("scheduledDate"), after > before
        else { return nil }
        return after.days(since: before)
    }
}

extension [JSONMember] {
    fileprivate func date(_ name: String) -> CalendarDate? {
        guard case .string(let text)? = last(where: { $0.name == name })?.value else { return nil }
        return CalendarDate(text)
    }
}
