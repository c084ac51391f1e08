import DaybookAccounts
import DaybookCore
import HTTP

/// `POST /v1/lists` with a name and, if wanted, `colorHex` and `sortOrder`.
///
/// 201 with the list, its place as `location`. With an `id` of the client's the request is known by it: sent again it
/// is answered as the first time. 422 `invalid_fields`.
struct CreateList: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let (submission, id, members) = try await Submission(request, principal).creation()
        return try await ListChange(changes: changes).answer(submission, id, .create(Patch(members)))
    }
}
