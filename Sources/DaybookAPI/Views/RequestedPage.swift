import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// Which part of a long view is asked for: how many tasks, and after which one.
struct RequestedPage: Sendable {
    let limit: Int
    private let cursor: Cursor?

    static let parameters: Set<String> = ["limit", "cursor"]

    /// The place of a task in the order of views; where the view has groups, behind the place of its group.
    private struct Cursor {
        let group: String
        let state: TaskState
        let key: OrderKey
        let id: Identifier
    }

    init(_ request: Request) throws {
        limit = try request.pageLimit(most: 1000, usual: 500)
        cursor = try request.query("cursor") { text in
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4, let state = TaskState(name: parts[1]), let key = OrderKey(parts[2]),
                let id = Identifier(parts[3])
            else { return nil }
            return Cursor(group: parts[0], state: state, key: key, id: id)
        }
    }

    /// Of a request that may ask for nothing else.
    init(only request: Request) throws {
        try request.requireQuery(among: Self.parameters)
        try self.init(request)
    }

    /// The group in which the page begins; nil where the view does.
    func group<Group>(_ read: (String) -> Group?) -> Group? { cursor.flatMap { read($0.group) } }

    /// The condition of a view without groups.
    var after: Query {
        guard let cursor else { return "true" }
        return """
            (state, sort_order, task_id)
                > (\(cursor.state.name)::task_state, \(cursor.key.text)::text COLLATE "C", \(cursor.id))
            """
    }

    /// The condition of a view whose groups are told apart by a column.
    ///
    /// - Parameter beginsGroup: say apart that earlier groups are over: the whole comparison has an enum in it, which
    ///   PostgreSQL does not take to an index behind a policy.
    func after<Group: PostgresEncodable>(
        _ column: Query, beginsGroup: Bool = false, _ group: (String) -> Group?
    ) throws(Problem) -> Query {
        guard let cursor else { return "true" }
        guard let group = group(cursor.group) else { throw Problem(.malformedParameter, parameter: "cursor") }
        let begins: Query = beginsGroup ? "\(column) >= \(group) AND " : ""
        return """
            \(begins)(\(column), state, sort_order, task_id)
                > (\(group), \(cursor.state.name)::task_state, \(cursor.key.text)::text COLLATE "C", \(cursor.id))
            """
    }

    /// The rows of the page; what was found behind them tells that there are more.
    func rows(of found: Rows) -> Rows.SubSequence { found.prefix(found.shown(upTo: limit)) }

    /// `"nextCursor":...`, null on the last page.
    func writeNext(after last: PlainTask?, hasMore: Bool, group: String = "", to json: inout JSONWriter) {
        let next = hasMore ? last : nil
        json.member(
            "nextCursor",
            next.map { "\(group).\($0.shown.state.name).\($0.content.sortOrder.text).\($0.content.id.text)" })
    }
}

extension Rows.SubSequence {
    /// The tasks behind so many columns; none where the one row is that of an account without any.
    func tasks(behind columns: Int) throws(PostgresError) -> [TaskItem] {
        var tasks: [TaskItem] = []
        tasks.reserveCapacity(count)
        for row in self {
            if let task = try row.task(behind: columns) { tasks.append(task) }
        }
        return tasks
    }
}

extension Row {
    func task(behind columns: Int) throws(PostgresError) -> TaskItem? {
        guard try decode(columns, as: Identifier?.self) != nil else { return nil }
        var stored = StoredColumns(self, from: columns)
        return try TaskItem(&stored)
    }

    /// The same of one that is only shown.
    func plainTask(behind columns: Int) throws(PostgresError) -> PlainTask {
        var stored = StoredColumns(self, from: columns)
        return try PlainTask(&stored)
    }
}
