import DaybookAccounts
import DaybookCore
import DaybookStore
import HTTP
import Postgres

/// `POST /v1/lists/{id}/move` with `before` or `after`: the id of a neighbour in the order of lists.
///
/// 200 with the list. 404, 410, 412; 422 `invalid_fields` for a neighbour that is not there.
struct MoveList: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        var members = try await submission.members()
        let neighbours = try Neighbours(takenFrom: &members)
        try ChangePlan.requireNone(members)
        var needs = SliceNeeds()
        // Lists are few, so all of them are looked at; one that is new at this moment is nobody's neighbour yet.
        needs.lists = try await lists(of: principal.account)
        return try await ListChange(changes: changes).answer(submission, .move(neighbours), on: nil, seeing: needs)
    }

    private func lists(of account: Identifier) async throws -> Set<Identifier> {
        let rows = try await changes.database.read(
            of: account, "SELECT list_id FROM list WHERE account_id = \(account) AND deleted_at IS NULL")
        return Set(try rows.decode(Identifier.self))
    }
}
