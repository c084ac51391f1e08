import DaybookCore
import DaybookLedger
import HTTP

/// The checks that every request with a token passes: whose it is, whether there are too many, and whether the token's
/// scope allows it.
package struct Threshold: Sendable {
    let authenticator: Authenticator
    /// Nil counts nothing.
    let limits: RateLimits?
    /// A few requests of each account are worked on at once, so that whoever asks for much at once holds up itself and
    /// nobody else.
    let turns: AccountGate

    struct Admitted {
        let principal: Principal
        /// What to tell of the limits.
        let standing: ResponseFields?
    }

    /// Answers from this reactor's memory, which nearly always suffices; nil if the token has to be looked up. It waits
    /// for nothing, so it is not asynchronous.
    func admit(_ token: PresentedToken, _ access: Access) throws -> Admitted? {
        guard let principal = authenticator.remembered(token) else { return nil }
        return try admit(principal, access)
    }

    /// Answers from the database. Such a request is also counted by address, since it may be a guess.
    func lookUp(_ token: PresentedToken, of request: Request, _ access: Access) async throws -> Admitted {
        _ = try limits?.draw(for: request.client.address)
        return try admit(try await authenticator.lookUp(token), access)
    }

    private func admit(_ principal: Principal, _ access: Access) throws -> Admitted {
        let standing = try limits?.draw(device: principal.device, of: principal.account)
        guard principal.scope.allows(access) else { throw Problem.refusal(of: principal.scope, access) }
        return Admitted(principal: principal, standing: standing)
    }

    /// For a request without a token, which is counted, too.
    func refusal(of request: Request) -> any Error {
        do {
            _ = try limits?.draw(for: request.client.address)
            return Problem.unauthenticated
        } catch {
            return error
        }
    }

    func inTurn(of account: Identifier, _ body: () async throws -> Response) async throws -> Response {
        try await turns.inTurn(of: account, body)
    }
}
