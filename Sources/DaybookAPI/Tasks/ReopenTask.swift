import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/tasks/{id}/reopen`, with or without `{"state":"active"}` (else `notStarted`): takes back the completion
/// that the task shows.
///
/// 200 with the task; an open one stays as it is. 404, 410, 412; 409 `region_full` where its place was taken meanwhile.
struct ReopenTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        let members = submission.isEmpty ? [] : try await submission.members()
        return try await TaskChange(changes: changes).answer(submission, try .reopen(members))
    }
}

extension TaskAction {
    static func reopen(_ members: [JSONMember]) throws -> TaskAction {
        var fields = members
        let wanted = fields.take("state")
        try ChangePlan.requireNone(fields)
        switch wanted {
        case nil, .string("notStarted"): return .reopen(.notStarted)
        case .string("active"): return .reopen(.active)
        default:
            throw Problem(invalid: [
                FieldError(field: "state", code: .unknownValue, sentence: "state must be notStarted or active.")
            ])
        }
    }
}
