/// Among which tasks is looked, beyond their words. What is not said leaves all; the filters of `GET /v1/search` mean
/// the same.
public struct SearchScope: Hashable, Sendable {
    /// To what a task must belong.
    public enum Belonging<Value: Hashable & Sendable>: Hashable, Sendable {
        /// What belongs to none.
        case nowhere
        /// What belongs to a certain one.
        case to(Value)
    }

    /// In any of these states.
    public var states: Set<TaskState> = Set(TaskState.allCases)
    /// `nowhere` is the inbox.
    public var list: Belonging<Identifier>?
    /// In a region, or in none.
    public var region: Belonging<Region>?
    /// With all of these tags.
    public var tags: Set<String> = []
    /// Scheduled for this date or later.
    public var scheduledFrom: CalendarDate?
    /// Scheduled for this date or earlier.
    public var scheduledTo: CalendarDate?
    /// Due at this instant or later.
    public var dueFrom: Instant?
    /// Due before this instant.
    public var dueBefore: Instant?

    /// All tasks.
    public init() {}

    package func holds(_ task: TaskItem) -> Bool {
        guard states.contains(task.state) else { return false }
        if let list, list != task.listId.map({ .to($0) }) ?? .nowhere { return false }
        if let region, region != task.region.map({ .to($0) }) ?? .nowhere { return false }
        if !tags.isEmpty, !tags.isSubset(of: task.tags) { return false }
        if scheduledFrom != nil || scheduledTo != nil {
            guard let date = task.scheduledDate, scheduledFrom.map({ $0 <= date }) ?? true,
                scheduledTo.map({ date <= $0 }) ?? true
            else { return false }
        }
        if dueFrom != nil || dueBefore != nil {
            guard let due = task.dueAt, dueFrom.map({ $0 <= due }) ?? true, dueBefore.map({ due < $0 }) ?? true else {
                return false
            }
        }
        return true
    }
}
