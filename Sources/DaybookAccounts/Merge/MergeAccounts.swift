import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/account/merge`: takes everything of the account whose token is in `Authorization` into the one whose token
/// is in the body. `POST /v1/login` does the same by email and password. Open, since the token that is asked with dies
/// by the asking and has to do for a repetition.
///
/// 200 with account, device and token, once everything is there. May be asked again with the same tokens until the
/// answer has come. 409 where the first has a login of its own, where another account is on its way into it, and where
/// the second is closed or closing: of two that ask for each other one wins.
struct MergeAccounts: Sendable {
    let merge: AccountMerge
    let secret: SecretKey

    func answer(_ request: Request) async throws -> Response {
        guard let source = request.presentedToken else { throw Problem.unauthenticated }
        let text = try await request.document { reader throws(WireError) in
            try reader.readOnly("token") { reader throws(WireError) in try reader.readString() }
        }
        guard let token = TokenText(text) else { throw Problem(.mergeTargetUnknown) }
        let target: Principal
        do {
            target = try await merge.authenticator.lookUp(PresentedToken(token))
        } catch is Problem {
            throw try await merge.refusal(of: token, askedBy: source)
        }
        guard target.scope == .full else { throw Problem(.scopeInsufficient) }
        let owner = ProvenOwner(account: target.account, proof: .token(target.token))
        return try await merge.merge(source, into: owner).response(secret)
    }
}
