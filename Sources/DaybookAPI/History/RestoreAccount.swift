import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/account/restoration` with `{"to":REVISION or INSTANT}`: makes tasks, lists and settings what they were
/// then.
///
/// 200 with how many rows changed and what was kept because somebody changed it meanwhile. With `"dryRun":true` nothing
/// is done and the answer says what would be. 409 `mass_delete_unconfirmed` where more than 50 tasks and more than half
/// of them would go and `"confirmMassDelete":true` is not there; 409 `history_too_short`, 422 for a revision that has
/// not been.
struct RestoreAccount: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        let report = try await Restoration(of: .account, askedBy: submission, changes).run()
        return .document { report.write(to: &$0) }
    }
}
