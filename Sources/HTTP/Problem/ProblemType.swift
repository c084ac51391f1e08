import HTTPParser

/// A kind of failure that clients can tell by its code. A code, once answered, keeps its meaning; the table in
/// docs/api/problems.md lists them all, and a test holds it to this code.
public struct ProblemType: Sendable, Hashable {
    /// Lower case words joined by underscores.
    public let code: String
    public let status: Status
    /// One sentence for people, the same each time.
    public let title: String

    public init(_ code: String, _ status: Status, _ title: String) {
        self.code = code
        self.status = status
        self.title = title
    }

    /// A reference relative to the server, so that every installation documents its own.
    public var uri: String { "/problems/\(code)" }
}

extension ProblemType {
    public static let notFound = ProblemType("not_found", .notFound, "There is nothing here")
    public static let methodNotAllowed = ProblemType(
        "method_not_allowed", .methodNotAllowed, "This resource does not support the method")
    public static let methodNotImplemented = ProblemType(
        "method_not_implemented", .notImplemented, "This server does not know the method")
    public static let malformedParameter = ProblemType(
        "malformed_parameter", .badRequest, "A parameter of the path or the query is malformed")
    public static let originNotAllowed = ProblemType(
        "origin_not_allowed", .forbidden, "Pages of this origin may not call this server")
    public static let contentTooLarge = ProblemType(
        "content_too_large", .contentTooLarge, "The request body is longer than this resource accepts")
    public static let malformedBody = ProblemType(
        "malformed_body", .badRequest, "The content coding of the request body is corrupt")
    public static let incompleteBody = ProblemType(
        "incomplete_body", .badRequest, "The request body ended too early; nothing was done")
    public static let unsupportedCoding = ProblemType(
        "unsupported_coding", .unsupportedMediaType,
        "The request body has a content coding that this server does not accept")
    public static let requestTimeout = ProblemType(
        "request_timeout", .requestTimeout, "The request took too long to arrive")
    public static let answersUnread = ProblemType(
        "answers_unread", .serviceUnavailable,
        "Too many answers are waiting to be read; read them, then ask again")
    public static let noRoomForBody = ProblemType(
        "no_room_for_body", .serviceUnavailable,
        "Slow clients use all the memory for long requests; try again")
    public static let tooManyConnections = ProblemType(
        "too_many_connections", .serviceUnavailable, "The server has reached its limit of connections")
    public static let tooManyConnectionsOfAddress = ProblemType(
        "too_many_connections_of_address", .serviceUnavailable, "Your address has reached its limit of connections")
    public static let internalError = ProblemType(
        "internal_error", .internalServerError, "Something went wrong on the server")

    /// A message that was not understood, answered before there is a request.
    public init(_ refusal: Refusal) {
        self.init(refusal.rawValue, Status(UInt16(refusal.status)), refusal.sentence)
    }

    /// Every type that this module itself answers with.
    public static let ofHTTP: [ProblemType] =
        [
            .notFound, .methodNotAllowed, .methodNotImplemented, .malformedParameter, .originNotAllowed,
            .contentTooLarge, .malformedBody, .incompleteBody, .unsupportedCoding, .requestTimeout, .tooManyConnections,
            .tooManyConnectionsOfAddress, .answersUnread, .noRoomForBody,
            .internalError,
        ] + Refusal.allCases.map { ProblemType($0) }
}
