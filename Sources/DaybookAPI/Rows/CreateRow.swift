import DaybookAccounts
import DaybookCore
import HTTP

/// `POST /v1/tasks` with a title and whatever other fields a task can have; `POST /v1/lists` with a name and, if
/// wanted, `colorHex` and `sortOrder`.
///
/// 201 with the row, its place as `location`. If the client gives an `id`, the server recognises the request by it:
/// repeated, it is answered as it was the first time. 409 `region_full` where the region has no place left, 422
/// `invalid_fields`.
struct CreateRow<Change: RowChange>: Sendable {
    let change: Change

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let (submission, id, members) = try await Submission(request, principal).creation()
        return try await change.answer(submission, .create(Patch(members)), on: id)
    }
}
