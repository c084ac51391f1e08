import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/views/lists/{id}`: a list and the tasks in it.
///
/// 200 with `list`, `tasks`, `nextCursor`, for a saved filter also `readsAccount`; 304 where the client holds it. 404
/// for no such list, 410 `gone` for a deleted one. `limit` up to 1000. 400 `malformed_parameter`.
struct ListView: AccountView {
    static let follows = ViewTag.Clock.none
    /// It shows what its filter finds, not what lies in it.
    struct IsSavedFilter: Error {
        let list: TaskList
    }

    private let list: Identifier
    private let page: RequestedPage

    init(_ request: Request) throws {
        list = try request.identifier("id")
        page = try RequestedPage(only: request)
    }

    func statement(_ context: ViewContext) -> Query {
        let tasks: Query = """
            SELECT \(.taskPageColumns) FROM task
            WHERE account_id = \(context.account) AND deleted_at IS NULL AND list_id = \(list) AND \(page.after)
                AND \(context.visibility.tasks)
            ORDER BY state, sort_order, task_id LIMIT \(page.limit + 1)
            """
        return """
            SELECT \(ViewHead.columns), \(TaskList.columns), \(PlainTask.columns)
            FROM \(ViewHead.tables)
            LEFT JOIN list ON list.account_id = clock.account_id AND list.list_id = \(list)
                AND \(context.visibility.lists)
            LEFT JOIN \(.page(of: tasks, as: "task", weight: .taskWeight)) ON list.deleted_at IS NULL
            WHERE clock.account_id = \(context.account)
            ORDER BY task.state, task.sort_order, task.task_id
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        guard try rows[0].decode(ViewHead.width, as: Identifier?.self) != nil else { throw Problem(.notFound) }
        var columns = StoredColumns(behindHeadOf: rows[0])
        let list = try TaskList(&columns)
        guard !list.isDeleted else { throw Problem(.gone) }
        guard list.filter == nil else { throw IsSavedFilter(list: list) }
        json.member("list") { list.write(to: &$0) }
        try page.write(rows, behind: columns.column, to: &json)
    }
}
