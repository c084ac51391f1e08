import DaybookCore
import DaybookHost
import HTTP

/// `DELETE /v1/account` with a fresh proof: the password or a recovery code of an account that has a login, a new
/// confirmation by the provider for one that has an identity, and for one that has neither its own id as `confirm`.
///
/// 200 with the receipt once nothing is left. 422 where a proof is missing (`accepts` says which count), 403 where it
/// proves nothing, 409 while another account is being merged into this one.
struct DeleteAccount: Sendable {
    let deletion: AccountDeletion
    let owner: OwnerCheck

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let given = try await request.optionalDocument(FreshProof.init) ?? FreshProof()
        try await owner.demand(given, of: principal.account)
        guard let receipt = try await deletion.delete(principal.account, for: principal) else {
            throw Problem.unauthenticated
        }
        owner.identities.revokeSoon()
        return .secret { json in
            json.member("deletionId", receipt.id)
            json.member("beganAt", receipt.beganAt)
            json.member("finishedAt", receipt.finishedAt)
            json.member("rows") { $0.alreadyJSON(Array(receipt.counts.utf8)) }
        }
    }
}
