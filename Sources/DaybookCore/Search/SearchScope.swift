/// Among which tasks is looked, beyond their words. What is not said leaves all; the filters of `GET /v1/search` mean
/// the same.
public struct SearchScope: Hashable, Sendable {
    public enum Belonging<Value: Hashable & Sendable>: Hashable, Sendable {
        case nowhere
        case to(Value)
    }

    public var states: Set<TaskState> = Set(TaskState.allCases)
    /// `nowhere` is the inbox.
    public var list: Belonging<Identifier>?
    public var region: Belonging<Region>?
    public var scheduledFrom: CalendarDate?
    public var scheduledTo: CalendarDate?
    public var dueFrom: Instant?
    public var dueBefore: Instant?

    public init() {}

    public func holds(_ task: TaskItem) -> Bool {
        guard states.contains(task.state) else { return false }
        if let list, list != task.listId.map({ .to($0) }) ?? .nowhere { return false }
        if let region, region != task.region.map({ .to($0) }) ?? .nowhere { return false }
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
