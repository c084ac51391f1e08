/// A list of the list app. The Inbox is no list: it is a task's `listId == nil`.
public struct TaskList: Hashable, Sendable, Identifiable {
    public let id: Identifier
    public var name = ""
    /// `#RRGGBB`, or nil for none chosen.
    public var colorHex: String?
    public var createdAt = Instant(milliseconds: 0)
    public var sortOrder = OrderKey.middle
    public var deletion: HybridTime?
    public var clocks = FieldClocks<ListField>()
    public var unknown = UnknownFields()
    public var revision: Int64 = 0

    public init(id: Identifier) { self.id = id }

    public var isDeleted: Bool {
        guard let deletion else { return false }
        guard let edited = lastEdit else { return true }
        return deletion > edited
    }

    public var deletedAt: Instant? { isDeleted ? deletion?.instant : nil }

    public var lastEdit: HybridTime? {
        var last = clocks.greatest
        for entry in unknown.entries where last.map({ entry.clock > $0 }) ?? true { last = entry.clock }
        return last
    }

    public var modifiedAt: Instant {
        let last = lastEdit ?? HybridTime(createdAt, device: .zero)
        guard let deletion, deletion > last else { return last.instant }
        return deletion.instant
    }
}

public enum ListField: UInt8, FieldName {
    case title = 0
    case colorHex = 1
    case createdAt = 2
    case sortOrder = 3
    case deletedAt = 4

    public var name: String {
        switch self {
        case .title: "name"
        case .colorHex: "colorHex"
        case .createdAt: "createdAt"
        case .sortOrder: "sortOrder"
        case .deletedAt: "deletedAt"
        }
    }

    public init?(name: String) {
        guard let field = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = field
    }
}
