import DaybookCore

/// A view as the server answered it: the tasks, and everything else as the API has it.
public struct ServerView: Sendable {
    /// The whole answer.
    public let document: JSONValue
    /// Where the view has no groups.
    public let tasks: [TaskItem]
    /// Where the view has groups.
    public let groups: [Group]
    /// For the next page; nil on the last.
    public var nextCursor: String? { document["nextCursor"]?.string }
    /// The account's today, where the view follows the day.
    public var date: CalendarDate? { document["date"]?.string.flatMap { CalendarDate($0) } }

    /// Tasks under a title of their own.
    public struct Group: Sendable {
        /// What stands above it.
        public let title: String
        /// Of upcoming and completed tasks.
        public let date: CalendarDate?
        /// Of the backlog's groups, whatever the page.
        public let count: Int?
        /// Its tasks, in the order of the view.
        public let tasks: [TaskItem]
    }

    init(_ json: [UInt8]) throws {
        document = try JSONValue(json: json)
        tasks = try Self.tasks(of: document)
        groups = try Self.items(document["groups"]).map { group in
            Group(
                title: group["title"]?.string ?? "", date: group["date"]?.string.flatMap { CalendarDate($0) },
                count: group["count"]?.number, tasks: try Self.tasks(of: group))
        }
    }

    private static func tasks(of value: JSONValue) throws -> [TaskItem] {
        try items(value["tasks"]).map { item in
            var reader = JSONReader(item.json)
            return try TaskItem(from: &reader)
        }
    }

    private static func items(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let items)? = value { items } else { [] }
    }
}

extension JSONValue {
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
}
