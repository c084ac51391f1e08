/// What of a task a filter may speak of, and by which names.
package enum FilterField: Hashable, Sendable, CaseIterable {
    case state, list, date, due, reminder, created, updated, completed, region, bucket, category, priority, tag, parent
    case carried, repeats, sticky, title, notes, text

    /// The first is the one that is told.
    package var names: [String] {
        switch self {
        case .state: ["state", "status"]
        case .list: ["list", "project"]
        case .date: ["date", "scheduled"]
        case .due: ["due"]
        case .reminder: ["reminder", "remind"]
        case .created: ["created", "added", "entry"]
        case .updated: ["updated", "modified"]
        case .completed: ["completed", "done"]
        case .region: ["region"]
        case .bucket: ["bucket"]
        case .category: ["category"]
        case .priority: ["priority", "pri", "p"]
        case .tag: ["tag", "tags", "label"]
        case .parent: ["parent"]
        case .carried: ["carried"]
        case .repeats: ["repeats"]
        case .sticky: ["sticky"]
        case .title: ["title"]
        case .notes: ["notes"]
        case .text: ["text", "search"]
        }
    }

    /// Whether `<` and `>` mean something.
    var isOrdered: Bool {
        switch self {
        case .date, .due, .reminder, .created, .updated, .completed, .priority, .carried: true
        default: false
        }
    }

    private static let named: [String: FilterField] = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { field in field.names.map { ($0, field) } })

    init?(name: String) {
        guard let field = Self.named[name] else { return nil }
        self = field
    }
}

extension TaskItem {
    /// In small letters.
    var filterTags: Set<String> { tags.isEmpty ? [] : Set(tags.map { $0.lowercased() }) }
    /// 1 is the highest; 0 is none.
    var filterPriority: Int { priority }
}

/// One test of one field.
enum FilterTest: Hashable, Sendable {
    /// Bits by `TaskState.rawValue`.
    case states(UInt8)
    case lists(Set<Identifier>)
    case regions(Set<Region?>)
    case buckets(Set<Bucket>)
    case categories(Set<String>)
    case tags(Set<String>)
    case parent(Identifier)
    case dates(ClosedRange<CalendarDate>)
    case instants(FilterField, Range<Instant>)
    case numbers(FilterField, ClosedRange<Int>)
    /// Whether the field has any value.
    case has(FilterField)
    case overdue(Instant)
    case words(FilterField, [SearchWord])

    var readsText: Bool {
        if case .words = self { return true }
        return false
    }

    func holds(_ task: TaskItem, _ texts: inout FoldedTexts) -> Bool {
        switch self {
        case .states(let states): states & 1 << task.state.rawValue != 0
        case .lists(let lists): task.listId.map(lists.contains) ?? false
        case .regions(let regions): regions.contains(task.region)
        case .buckets(let buckets): buckets.contains(task.bucket)
        case .categories(let names): task.category.map { names.contains($0.lowercased()) } ?? false
        case .tags(let names): !names.isDisjoint(with: task.filterTags)
        case .parent(let parent): task.parentId == parent
        case .dates(let dates): task.scheduledDate.map(dates.contains) ?? false
        case .instants(let field, let instants): Self.instant(field, task).map(instants.contains) ?? false
        case .numbers(let field, let numbers): Self.number(field, task).map(numbers.contains) ?? false
        case .has(let field): Self.has(field, task)
        case .overdue(let now): task.dueAt.map { $0 < now } ?? false && !task.isCompleted
        case .words(let field, let words): texts.text(field, task).holds(words)
        }
    }

    private static func instant(_ field: FilterField, _ task: TaskItem) -> Instant? {
        switch field {
        case .due: task.dueAt
        case .reminder: task.reminderAt
        case .created: task.createdAt
        case .updated: task.updatedAt
        case .completed: task.completedAt
        default: nil
        }
    }

    private static func number(_ field: FilterField, _ task: TaskItem) -> Int? {
        switch field {
        // Nothing is less than a priority that was never given.
        case .priority: task.filterPriority == 0 ? nil : task.filterPriority
        case .carried: task.carryCount
        default: nil
        }
    }

    private static func has(_ field: FilterField, _ task: TaskItem) -> Bool {
        switch field {
        case .list: task.listId != nil
        case .date: task.scheduledDate != nil
        case .region: task.region != nil
        case .bucket: task.bucket != .none
        case .category: task.category != nil
        case .priority: task.filterPriority != 0
        case .tag: !task.filterTags.isEmpty
        case .parent: task.parentId != nil
        case .carried: task.carryCount > 0
        case .repeats: task.recurrence != nil
        case .sticky: task.sticky
        case .notes: task.notes != nil || task.leavesNotes
        case .due, .reminder, .created, .updated, .completed: instant(field, task) != nil
        case .state, .title, .text: true
        }
    }
}

/// A task's texts made equal for searching, each once, however many tests look into it.
struct FoldedTexts {
    private var title: SearchText?
    private var notes: SearchText?
    private var both: SearchText?

    mutating func text(_ field: FilterField, _ task: TaskItem) -> SearchText {
        switch field {
        case .title: Self.text(&title) { SearchText(title: task.title) }
        case .notes: Self.text(&notes) { SearchText(title: "", notes: task.notes) }
        default: Self.text(&both) { SearchText(task) }
        }
    }

    private static func text(_ known: inout SearchText?, _ make: () -> SearchText) -> SearchText {
        if let known { return known }
        let text = make()
        known = text
        return text
    }
}
