/// Turns what a handler throws into problem details that name the request. Errors that no client could have known of
/// answer 500 and are reported; the report may hold what the client must not see.
public func problemAnswers(
    report: @escaping @Sendable (any Error, Request) -> Void = { _, _ in }
) -> Middleware {
    { request, handler in
        do {
            return try await handler(request)
        } catch let problem as Problem {
            return problem.response(to: request.id)
        } catch let error as any AnswerableError {
            return error.response
        } catch let error as CancellationError {
            // The client has left: the engine knows, and there is nobody to tell.
            throw error
        } catch let error as RequestBodyError {
            guard let type = error.problemType else { throw error }
            return Problem(type).response(to: request.id)
        } catch {
            report(error, request)
            return Problem(.internalError).response(to: request.id)
        }
    }
}

extension RequestBodyError {
    /// What the client is told; nil where it left.
    var problemType: ProblemType? {
        switch self {
        case .tooLarge: .contentTooLarge
        case .tooSlow: .requestTimeout
        case .malformed: .malformedBody
        case .unavailable: .internalError
        case .peerLeft, .cancelled: nil
        }
    }
}
