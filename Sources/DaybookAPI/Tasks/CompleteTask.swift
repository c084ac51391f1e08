import DaybookAccounts
import DaybookCore
import HTTP

/// `POST /v1/tasks/{id}/complete`, with or without `{"completedAt":INSTANT}`.
///
/// 200 with the task; one that is completed already stays as it is. Its parts stay as they are unless the query says
/// `children=with`. 409 `too_many_parts`, 409 `complementary_locked` where the account lets
/// complementary tasks wait for their must-do, 404, 410, 412.
struct CompleteTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        let members = submission.isEmpty ? [] : try await submission.members()
        return try await TaskChange(changes: changes).answer(
            submission, try .complete(members), withParts: try request.takesPartsAlong())
    }
}

extension TaskAction {
    static func complete(_ members: [JSONMember]) throws -> TaskAction {
        var fields = members
        let time = fields.take("completedAt")
        try ChangePlan.requireNone(fields)
        let state = JSONMember(TaskField.state.name, .string(TaskState.completed.name))
        return .complete(Patch([state] + (time.map { [JSONMember(TaskField.completedAt.name, $0)] } ?? [])))
    }
}
