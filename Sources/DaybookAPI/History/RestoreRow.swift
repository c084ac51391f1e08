import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// `POST /v1/tasks/{id}/restoration` and `POST /v1/lists/{id}/restoration` with `{"to":REVISION or INSTANT}`: makes one
/// task, or one list with its tasks, what it was then.
///
/// 200 with how many rows changed and what was kept; `"dryRun":true` only tells. 404 for no such row, 409
/// `mass_delete_unconfirmed`, 409 `history_too_short`, 422.
struct RestoreRow: Sendable {
    let changes: OnlineChanges
    let entity: SyncOperation.Entity

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let submission = try await Submission(request, principal)
        let restoration = try await Restoration(
            of: entity == .list ? .list(id) : .task(id), askedBy: submission, changes)
        guard try await exists(id, in: principal.account) else { throw Problem(.notFound) }
        let report = try await restoration.run()
        return .document { report.write(to: &$0) }
    }

    private func exists(_ id: Identifier, in account: Identifier) async throws -> Bool {
        let rows = try await changes.database.read(
            of: account,
            entity == .list
                ? "SELECT 1 FROM list WHERE account_id = \(account) AND list_id = \(id)"
                : """
                SELECT deleted_at IS NOT NULL AND title = \(TaskItem.erasedTitle) FROM task
                WHERE account_id = \(account) AND task_id = \(id)
                """)
        if entity == .task, try rows.first?.decode(0, as: Bool.self) == true { throw Problem(.erased) }
        return !rows.isEmpty
    }
}
