import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/tasks`: the account's tasks; with `filter` or `sort` those that a filter finds.
///
/// 200 with `tasks`, `nextCursor` (null on the last page), `readsAccount` and the account's revision. A page may hold
/// fewer tasks than `limit`, even none, while there is a next one: a request reads at most `FilteredView.mostRead`
/// rows. 304 where the client holds it. 400 `malformed_filter` with the place of the error, `malformed_parameter`. 422
/// `filter_too_wide` where more than those rows would have to be sorted.
struct FilteredTasks: Sendable {
    let reader: ViewReader
    let all: ReadPage<TaskItem>

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        guard !request.queryTexts("filter").isEmpty || !request.queryTexts("sort").isEmpty else {
            return try await all.answer(request, principal)
        }
        return try await show(try FilteredView(request), request, principal)
    }

    /// `GET /v1/views/lists/{id}`: a list and the tasks in it; for a saved filter those that it finds.
    ///
    /// 422 `filter_broken` where a saved filter names what is not there any more.
    func answerList(_ request: Request, _ principal: Principal) async throws -> Response {
        let cursor: String? = try request.queryValue("cursor")
        if cursor?.hasPrefix(FilteredView.savedMark) ?? false {
            let list = try await savedFilter(request, principal)
            return try await show(try FilteredView(list, request), request, principal)
        }
        do {
            return try await reader.answer(try ListView(request), request, principal)
        } catch let saved as ListView.IsSavedFilter {
            return try await show(try FilteredView(saved.list, request), request, principal)
        }
    }

    private func savedFilter(_ request: Request, _ principal: Principal) async throws -> TaskList {
        try request.requireQuery(among: RequestedPage.parameters)
        let rows = try await reader.database.read(
            of: principal.account,
            """
            SELECT \(TaskList.columns) FROM list
            WHERE account_id = \(principal.account) AND list_id = \(try request.identifier("id"))
                AND \(Visibility(principal).lists)
            """)
        guard let list = try rows.first.map({ row throws(PostgresError) in try TaskList(row) }) else {
            throw Problem(.notFound)
        }
        guard !list.isDeleted else { throw Problem(.gone) }
        guard list.filter != nil else { throw Problem(.malformedParameter, parameter: "cursor") }
        return list
    }

    private func show(_ view: FilteredView, _ request: Request, _ principal: Principal) async throws -> Response {
        var view = view
        guard view.mayNameLists else { return try await reader.answer(view, request, principal) }
        let visibility = Visibility(principal)
        for _ in 0..<Self.attempts {
            (view.lists, view.listsRevision) = try await Self.lists(of: principal.account, reader.database, visibility)
            do {
                return try await reader.answer(view, request, principal)
            } catch is FilteredView.ListsMayDiffer {
                // Somebody changed something between the two statements.
                continue
            }
        }
        throw Problem(.databaseTooSlow, fields: ["retry-after": "1"])
    }

    private static let attempts = 20

    /// The names of an account's lists, and at which revision they are these. Names that no filter is long enough to
    /// hold are left out, and so is what is beyond a page of them: such a list is named by its id.
    static func lists(
        of account: Identifier, _ database: Database, _ visibility: Visibility = .everything
    ) async throws -> (lists: [TaskList], revision: Int64) {
        let named: Query = """
            SELECT list_id, name FROM list WHERE account_id = \(account) AND deleted_at IS NULL
                AND octet_length(name) <= \(Self.longestName) AND \(visibility.lists)
            ORDER BY list_id LIMIT \(Self.mostLists)
            """
        let rows = try await database.read(
            of: account,
            """
            SELECT clock.revision, named.list_id, named.name
            FROM account_clock AS clock
            LEFT JOIN \(.page(of: named, as: "named", weight: "octet_length(named.name)")) ON true
            WHERE clock.account_id = \(account)
            """)
        guard let first = rows.first else { throw Problem.unauthenticated }
        var lists: [TaskList] = []
        for row in rows {
            guard let id = try row.decode(1, as: Identifier?.self) else { continue }
            var list = TaskList(id: id)
            list.name = try row.decode(2)
            lists.append(list)
        }
        return (lists, try first.decode(0))
    }

    /// Far more than people keep.
    private static let mostLists = 5_000
    /// In bytes: small letters and those that are put together of fewer signs may take less than the name does.
    private static let longestName = 4 * TaskFilter.mostBytes
}

extension [TaskList] {
    /// Whether a filter that may name these is read beside the requests.
    var areLongToName: Bool { reduce(0) { $0 + $1.name.utf8.count } > 64 << 10 }
}
