import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// `GET /v1/reminders`: what the account is reminded of next, in order.
///
/// 200 with `reminders`, fewer than `limit` where their titles are long, and `nextCursor`. 400 for a limit or cursor
/// that is not valid.
struct ReadReminders: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try request.requireQuery(among: ["limit", "cursor"])
        let limit = try request.pageLimit(most: 500, usual: 100)
        let (at, task) = try request.query("cursor", Self.place) ?? (.now(), .zero)
        let reminders: Query = """
            SELECT task_id, title, reminder_at FROM task
            WHERE account_id = \(principal.account) AND (reminder_at, task_id) > (\(at), \(task))
                AND reminder_at IS NOT NULL AND deleted_at IS NULL AND completed_at IS NULL
            ORDER BY reminder_at, task_id LIMIT \(limit + 1)
            """
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT task.task_id, task.title, task.reminder_at
            FROM \(.page(of: reminders, as: "task", weight: "octet_length(task.title)"))
            ORDER BY task.reminder_at, task.task_id
            """)
        let shown = rows.shown(upTo: limit)
        let page = try rows.decode((Identifier, String, Instant).self).prefix(shown).map {
            NextReminderDocument(task: $0, title: $1, dueAt: $2)
        }
        let next = rows.count > shown ? page.last : nil
        return .object { writer in
            writer.member("reminders", page)
            writer.member("nextCursor", next.map { "\($0.dueAt.milliseconds).\($0.task.text)" })
        }
    }

    private static func place(_ cursor: String) -> (Instant, Identifier)? {
        let parts = cursor.split(separator: ".")
        guard parts.count == 2, let at = Instant(cursor: parts[0]), let task = Identifier(String(parts[1])) else {
            return nil
        }
        return (at, task)
    }
}

private struct NextReminderDocument: JSONRecord {
    let task: Identifier
    let title: String
    let dueAt: Instant

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("taskId", task)
        writer.member("title", title)
        writer.member("dueAt", dueAt)
    }
}
