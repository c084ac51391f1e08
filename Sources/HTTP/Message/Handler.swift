/// Answers a request. Runs as a task of its own on the reactor that holds the connection; cancelled when the client
/// leaves.
public typealias Handler = @Sendable (Request) async throws -> Response

/// Stands before a handler: may answer itself, change the request on its way in and the answer on its way out.
public typealias Middleware = @Sendable (Request, Handler) async throws -> Response

/// An error that knows its answer to the client. Any other error that a handler throws is answered with 500.
public protocol AnswerableError: Error {
    var problem: Problem { get }
}
