import HTTPParser

/// The answers the engine gives by itself, as problem details (RFC 9457) with stable codes.
enum EngineProblem {
    static func response(_ status: Status, code: String, title: String, retryAfter: Int? = nil) -> Response {
        // Code and title are ours and hold nothing that JSON escapes.
        let json = """
            {"type":"about:blank","title":"\(title)","status":\(status.code),"code":"\(code)"}
            """
        var response = Response(status, type: .problem, Array(json.utf8))
        if let retryAfter { response.fields.add("retry-after", String(retryAfter)) }
        return response
    }

    static let tooManyConnections = response(
        .serviceUnavailable, code: "too-many-connections", title: "The server has as many connections as it takes",
        retryAfter: 5)
    static let tooManyConnectionsOfAddress = response(
        .serviceUnavailable, code: "too-many-connections-of-address",
        title: "Your address has as many connections as it may have", retryAfter: 5)
    static let requestTimeout = response(
        .requestTimeout, code: "request-timeout", title: "The request took too long to arrive")
    static let bodyTooLarge = response(
        .contentTooLarge, code: "content-too-large", title: "The request body is longer than this resource takes")
    static let malformedBody = response(
        .badRequest, code: "malformed-body", title: "The chunked coding of the request body is broken")
    static let internalError = response(
        .internalServerError, code: "internal-error", title: "Something broke at our side")

    static func response(to refusal: Refusal) -> Response {
        response(Status(UInt16(refusal.status)), code: refusal.rawValue, title: "The request is not understood")
    }

    /// What a handler's error is told as.
    static func response(to error: any Error) -> Response {
        switch error {
        case let error as any AnswerableError: error.response
        case let error as RequestBodyError:
            switch error {
            case .tooLarge: bodyTooLarge
            case .tooSlow: requestTimeout
            case .malformed: malformedBody
            case .peerLeft, .unavailable, .cancelled: internalError
            }
        default: internalError
        }
    }
}
