import DaybookAccounts
import DaybookCore
import HTTP

/// `POST /v1/lists` with a name and, if wanted, `colorHex` and `sortOrder`.
///
/// 201 with the list, its place as `location`. If the client gives an `id`, the server recognises the request by it:
/// repeated, it is answered as it was the first time. 422 `invalid_fields`.
struct CreateList: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let (submission, id, members) = try await Submission(request, principal).creation()
        return try await ListChange(changes: changes).answer(submission, id, .create(Patch(members)))
    }
}
