/// What every task that a filter holds has in common, as far as an index could find it. A reader takes the rows by that
/// and asks the filter about each of them.
package struct FilterPlan: Hashable, Sendable {
    /// Nil among them is the Inbox; nil for tasks of all lists.
    package private(set) var lists: Set<Identifier?>?
    package private(set) var dates: ClosedRange<CalendarDate>?
    package private(set) var due: Range<Instant>?
    package private(set) var region: Region?
    package private(set) var parent: Identifier?
    /// Only open tasks.
    package private(set) var isOpen = false

    /// Whether no index narrows what has to be read: then it is the whole account. When tasks are due and in which
    /// region they are is only indexed for open ones.
    package var readsAccount: Bool {
        lists == nil && dates == nil && parent == nil && !(isOpen && (due != nil || region != nil))
    }

    package init(_ filter: TaskFilter) {
        let nodes =
            if case .all(let nodes) = filter.root { nodes } else { [filter.root] }
        for node in nodes { narrow(node) }
    }

    private mutating func narrow(_ node: FilterNode) {
        switch node {
        case .test(.states(let states)): if states & 1 << TaskState.completed.rawValue == 0 { isOpen = true }
        case .test(.lists(let lists)): narrow(to: Set(lists.map { Optional($0) }))
        case .not(.test(.has(.list))): narrow(to: [nil])
        case .test(.dates(let dates)): self.dates = self.dates.map { $0.clamped(to: dates) } ?? dates
        case .test(.instants(.due, let due)): self.due = self.due.map { $0.clamped(to: due) } ?? due
        case .test(.overdue(let now)):
            isOpen = true
            due = due.map { $0.clamped(to: .earliest..<now) } ?? .earliest..<now
        case .test(.regions(let regions)): if let one = regions.first, let one, regions.count == 1 { region = one }
        case .test(.parent(let parent)): self.parent = parent
        default: break
        }
    }

    private mutating func narrow(to lists: Set<Identifier?>) { self.lists = self.lists?.intersection(lists) ?? lists }
}
