import HTTP

/// What every request with a token passes: who is it, is it not too many, and is the token meant for this.
package struct Threshold: Sendable {
    let authenticator: Authenticator
    /// Nil counts nothing.
    let limits: RateLimits?

    struct Admitted {
        let principal: Principal
        /// What to tell of the limits.
        let standing: ResponseFields?
    }

    /// From what this reactor remembers, which is nearly always; nil where it has to be looked up. Waits for nothing,
    /// so it is no asynchronous function.
    func admit(_ token: PresentedToken, _ access: Access) throws -> Admitted? {
        guard let principal = authenticator.remembered(token) else { return nil }
        return try admit(principal, access)
    }

    /// From the database. Counted by address as well, since it may be a guess.
    func lookUp(_ token: PresentedToken, of request: Request, _ access: Access) async throws -> Admitted {
        _ = try limits?.draw(for: request.client.address)
        return try admit(try await authenticator.lookUp(token), access)
    }

    private func admit(_ principal: Principal, _ access: Access) throws -> Admitted {
        let standing = try limits?.draw(device: principal.device, of: principal.account)
        guard principal.scope.allows(access) else { throw Problem(.scopeInsufficient) }
        return Admitted(principal: principal, standing: standing)
    }

    /// For who brings no token, which is counted, too.
    func refusal(of request: Request) -> any Error {
        do {
            _ = try limits?.draw(for: request.client.address)
            return Problem.unauthenticated
        } catch {
            return error
        }
    }
}
