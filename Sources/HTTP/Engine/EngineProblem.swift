import HTTPParser

/// The answers that the engine itself gives. They are made once, since most are sent when there is no time to spare.
enum EngineProblem {
    static let tooManyConnections = Problem(.tooManyConnections, fields: ["retry-after": "5"]).response
    static let tooManyConnectionsOfAddress =
        Problem(.tooManyConnectionsOfAddress, fields: ["retry-after": "5"]).response
    static let answersUnread = Problem(.answersUnread, fields: ["retry-after": "5"]).response
    static let requestTimeout = Problem(.requestTimeout).response
    static let bodyTooLarge = Problem(.contentTooLarge).response
    static let internalError = Problem(.internalError).response

    static func response(to refusal: Refusal) -> Response { Problem(ProblemType(refusal)).response }

    /// The problem that a handler's error is answered with.
    static func response(to error: any Error) -> Response {
        switch error {
        case let error as any AnswerableError: error.problem.response
        // Who has only closed its sending side still reads, and is told that it sent too little.
        case let error as RequestBodyError: Problem(error.problemType ?? .incompleteBody).response
        default: internalError
        }
    }
}
