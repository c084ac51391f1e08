/// Answers a request. Runs as a task of its own on the reactor that holds the connection; cancelled when the client
/// leaves.
public typealias Handler = @Sendable (Request) async throws -> Response

/// Stands before a handler: may answer itself, change the request on its way in and the answer on its way out.
public typealias Middleware = @Sendable (Request, Handler) async throws -> Response
