/// A list of the list app. The Inbox is no list: it is a task's `listId == nil`.
///
/// A list with a ``filter`` is a saved filter: it shows what the filter finds, and no task can be put into it.
public struct TaskList: Hashable, Sendable, Identifiable {
    /// Its identifier, the same on every device.
    public let id: Identifier
    /// What people call it.
    public var name = ""
    /// `#RRGGBB`, or nil for none chosen.
    public var colorHex: String?
    /// What a saved filter shows, in the language of filters; nil for a list that tasks are put into. A list is made as
    /// one or the other, and stays it.
    public var filter: String?
    /// When it was made.
    public var createdAt = Instant(milliseconds: 0)
    /// Where it stands among other lists.
    public var sortOrder = OrderKey.middle
    package var deletion: HybridTime?
    package var clocks = FieldClocks<ListField>()
    package var unknown = UnknownFields()
    package var revision: Int64 = 0

    /// An empty list, for previews and tests; `Notebook.addList` makes real ones.
    public init(id: Identifier) { self.id = id }

    /// Whether it was deleted.
    public var isDeleted: Bool {
        guard let deletion else { return false }
        guard let edited = lastEdit else { return true }
        return deletion > edited
    }

    /// When it was deleted; nil while it is not.
    public var deletedAt: Instant? { isDeleted ? deletion?.instant : nil }

    package var lastEdit: HybridTime? {
        var last = clocks.greatest
        for entry in unknown.entries where last.map({ entry.clock > $0 }) ?? true { last = entry.clock }
        return last
    }

    /// The time of the latest change.
    public var modifiedAt: Instant {
        let last = lastEdit ?? HybridTime(createdAt, device: .zero)
        guard let deletion, deletion > last else { return last.instant }
        return deletion.instant
    }
}

package enum ListField: UInt8, FieldName {
    case title = 0
    case colorHex = 1
    case createdAt = 2
    case sortOrder = 3
    case deletedAt = 4
    case filter = 5

    package var name: String {
        switch self {
        case .title: "name"
        case .colorHex: "colorHex"
        case .createdAt: "createdAt"
        case .sortOrder: "sortOrder"
        case .deletedAt: "deletedAt"
        case .filter: "filter"
        }
    }

    package init?(name: String) {
        guard let field = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = field
    }
}
