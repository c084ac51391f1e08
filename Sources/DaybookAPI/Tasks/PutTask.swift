import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `PUT /v1/tasks/{id}`: creates a task with an id that the client made. To change one, patch it.
///
/// 201 with the task. Sent again it is answered as the first time, whatever became of the task since, so a client whose
/// connection broke may always repeat it. 200 where there is such a task with just these fields; 409 `already_exists`
/// where it is another, 410 `gone` where it was deleted, 409 `region_full`, 422 `invalid_fields`.
struct PutTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let submission = try await Submission(request, principal, implied: id.text)
        let action = TaskAction.create(Patch(try await submission.members()))
        return try await TaskChange(changes: changes).answer(submission, action, on: id)
    }
}
