import DaybookCore
import HTTP

extension EntityTag {
    /// Of anything that is made from an account's rows: it changes with the account's revision. The account is in it, since a
    /// browser that two people share keeps answers by their address alone.
    init?(account: Identifier, revision: Int64) {
        let mark = Identifier.derived(.request, account.high, account.low).low & 0xFFFF_FFFF
        self.init("\(String(revision, radix: 36)).\(String(mark, radix: 36))")
    }
}

extension Request {
    /// The answer, or 304 where the client holds it already.
    func unlessHeld(_ response: Response) async throws -> Response {
        try await Self.conditional(self) { _ in response }
    }

    private static let conditional = conditionalAnswers()
}
