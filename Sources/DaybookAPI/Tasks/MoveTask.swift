import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/tasks/{id}/move` with `before` or `after` (the id of a neighbour), `listId`, `region`, `bucket`,
/// `scheduledDate`: as many of them as are to change.
///
/// 200 with the task; a reorder is one change of one task. Null for `listId` is the Inbox. A region without a date is
/// today's. 409 `region_full`, 422 `invalid_fields` for a neighbour or a list that is not there.
struct MoveTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        return try await TaskChange(changes: changes).answer(submission, try await .move(submission.members()))
    }
}

extension TaskAction {
    private static let movable: Set<String> = ["listId", "region", "bucket", "scheduledDate"]

    static func move(_ members: [JSONMember]) throws -> TaskAction {
        var fields = members
        let neighbours = try Neighbours(takenFrom: &fields)
        try ChangePlan.requireNone(fields.filter { !movable.contains($0.name) })
        guard !neighbours.tasks.isEmpty || !fields.isEmpty else {
            throw Problem(invalid: [
                FieldError(field: "before", code: .required, sentence: "Say where the task is to go.")
            ])
        }
        return .move(neighbours, Patch(fields))
    }
}
