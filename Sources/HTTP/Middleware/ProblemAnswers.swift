/// Turns what handlers throw into answers.
public struct ProblemAnswers: Sendable {
    private let translate: @Sendable (any Error, Request) -> Problem?
    private let title: @Sendable (ProblemType, Request) -> String?
    private let report: @Sendable (any Error, Request) -> Void

    /// - Parameters:
    ///   - translate: knows errors of other modules; nil for those it does not know.
    ///   - title: a type's title in the language that the request asks for; nil for the original.
    ///   - report: called with errors that `translate` does not know. Their text may quote a user, so it is for tracing
    ///     and not for answers.
    public init(
        translate: @escaping @Sendable (any Error, Request) -> Problem? = { _, _ in nil },
        title: @escaping @Sendable (ProblemType, Request) -> String? = { _, _ in nil },
        report: @escaping @Sendable (any Error, Request) -> Void = { _, _ in }
    ) {
        self.translate = translate
        self.title = title
        self.report = report
    }

    /// The answer, or nil if the client has left.
    func answer(to request: Request, after error: any Error) -> Response? {
        problem(of: error, request).map { $0.response(to: request.id, titled: title($0.type, request)) }
    }

    private func problem(of error: any Error, _ request: Request) -> Problem? {
        switch error {
        case let error as any AnswerableError: return error.problem
        case is CancellationError: return nil
        case let error as RequestBodyError: return error.problemType.map { Problem($0) }
        default: break
        }
        if let problem = translate(error, request) { return problem }
        // Modules have errors of their own for being cancelled, and requests are cancelled for this reason only.
        if Task.isCancelled { return nil }
        report(error, request)
        return Problem(.internalError)
    }
}

/// Turns the errors that handlers throw into answers, and does nothing else.
public func problemAnswers(_ problems: ProblemAnswers = ProblemAnswers()) -> Middleware {
    filtered([], problems: problems)
}

extension RequestBodyError {
    /// The answer to the client; nil if it has left.
    public var problemType: ProblemType? {
        switch self {
        case .tooLarge: .contentTooLarge
        case .noRoom: .noRoomForBody
        case .tooSlow: .requestTimeout
        case .malformed: .malformedBody
        case .unavailable: .internalError
        case .peerLeft, .cancelled: nil
        }
    }
}
