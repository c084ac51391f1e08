import HTTP

extension Request {
    /// The answer, or 304 where the client holds it already.
    package func unlessHeld(_ response: Response) async throws -> Response {
        try await Self.conditional(self) { _ in response }
    }

    private static let conditional = conditionalAnswers()
}
