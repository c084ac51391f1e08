import DaybookCore
import DaybookHost
import HTTP

extension AccountMerge {
    /// `POST /v1/account/merge`: 200 with account, device and token, once everything of the account whose token is in
    /// `Authorization` is in the one whose token is in the body. `POST /v1/login` does the same by email and password.
    /// May be asked again with the same tokens until the answer has come. 409 where the first has a login of its own,
    /// where another account is on its way into it, and where the second is closed or closing: of two that ask for each
    /// other one wins.
    func addRoutes(to routes: inout GuardedRoutes, _ secret: SecretKey) {
        // Open, since the token that is asked with dies by the asking and has to do for a repetition.
        routes.open { routes in
            routes.post("/v1/account/merge") { [self] request in
                guard let source = request.presentedToken else { throw Problem.unauthenticated }
                let text = try await request.document { reader throws(WireError) in try reader.readMergeTarget() }
                guard let token = TokenText(text) else { throw Problem(.mergeTargetUnknown) }
                let target: Principal
                do {
                    target = try await authenticator.lookUp(PresentedToken(token))
                } catch is Problem {
                    throw try await refusal(of: token, askedBy: source)
                }
                guard target.scope == .full else { throw Problem(.scopeInsufficient) }
                return try await merge(source, into: target.account).response(secret)
            }
        }
    }
}

extension JSONReader {
    fileprivate mutating func readMergeTarget() throws(WireError) -> String {
        let start = offset
        try beginObject()
        var members = JSONMembers()
        var token: String?
        while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.token): token = try readString()
            case .unknown: try passUnknown()
            case .end:
                guard let token else { throw missing("token", ofObjectAt: start) }
                return token
            }
        }
    }
}

private enum Member: Int, CaseIterable {
    case token
    static let names = JSONNames<Member>("token")
}
