import DaybookCore
import HTTP

/// `POST /v1/lists` with a name and, if wanted, `colorHex` and `sortOrder`.
///
/// 201 with the list, its place as `location`. With an `id` of the client's the request is known by it: sent again it is
/// answered as the first time. 422 `invalid_fields`.
struct CreateList: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        var submission = try await Submission(request, principal)
        var members = try submission.members()
        let id = try members.takeIdentifier("id")
        if let id { submission = try submission.implying(id.text) }
        return try await ListChange(changes: changes).answer(
            submission, id ?? submission.identity.row(0), .create(members))
    }
}
