import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP
import Reactor

/// A request to change something, fully read: who asks, for what, and the identity by which a repetition is recognised.
struct Submission: Sendable {
    let request: Request
    let principal: Principal
    let identity: RequestIdentity
    let now: Instant
    private let body: [UInt8]

    /// - Parameter implied: a key that is part of the request.
    init(_ request: Request, _ principal: Principal, implied: String? = nil) async throws {
        let key = try request.idempotencyKey
        body = try await request.body.collect()
        self.request = request
        self.principal = principal
        identity = RequestIdentity(
            key: key, implied: implied, of: principal, asking: request.methodText, request.path, body)
        now = .now()
    }

    /// The same request, known by what it creates.
    private func implying(_ key: String) throws -> Submission {
        identified(
            as: RequestIdentity(
                key: try request.idempotencyKey, implied: key, of: principal, asking: request.methodText, request.path,
                body))
    }

    /// Reads the body as the members of a new row. With an `id` of the client's the request is known by it; else the
    /// row's id follows from the request.
    func creation() async throws -> (submission: Submission, id: Identifier, members: [JSONMember]) {
        var members = try await members()
        guard let id = try members.takeIdentifier("id") else { return (self, identity.row(0), members) }
        return (try implying(id.text), id, members)
    }

    func identified(as identity: RequestIdentity) -> Submission { Submission(self, identity) }

    private init(_ other: Submission, _ identity: RequestIdentity) {
        request = other.request
        principal = other.principal
        body = other.body
        now = other.now
        self.identity = identity
    }

    var isEmpty: Bool { body.isEmpty }

    /// Reads the body as one document.
    func document<Value>(
        of types: [String] = ["application/json"], _ read: (inout JSONReader) throws(WireError) -> Value
    ) async throws -> Value {
        try await aside(if: body.count > Request.longBody) { try request.read(body, of: types, read) }
    }

    /// The body as an object. Merge-patch documents are objects whose absent members are left alone and whose nulls
    /// clear.
    func members(of types: [String] = ["application/json"]) async throws -> [JSONMember] {
        try await document(of: types) { reader throws(WireError) in try reader.readMembers() }
    }

    static let patches = ["application/json", "application/merge-patch+json"]

    /// What `if-match` says of the row as it is; of one that is not there, nothing can be true.
    func require(_ revision: Int64?, of history: AccountHistory) throws {
        guard let revision else {
            guard request.fields.contains("if-match") else { return }
            throw Problem(.preconditionFailed)
        }
        let tag = history.tag(of: revision)
        guard request.mayChange(tag) else {
            throw Problem(.preconditionFailed, fields: ["etag": tag.description])
        }
    }
}

extension ProblemType {
    static let malformedIdempotencyKey = ProblemType(
        "malformed_idempotency_key", .badRequest, "The Idempotency-Key is not 1 to 200 visible characters of ASCII")
    static let idempotencyKeyReused = ProblemType(
        "idempotency_key_reused", .unprocessableContent, "The Idempotency-Key was used for another request")
    static let preconditionFailed = ProblemType(
        "precondition_failed", .preconditionFailed, "The row does not match If-Match")
    static let gone = ProblemType("gone", .gone, "It was deleted; it can be restored")
    static let erased = ProblemType("erased", .gone, "It was erased for good")
    static let alreadyExists = ProblemType(
        "already_exists", .conflict, "Something else already has this id")
    static let massDeleteUnconfirmed = ProblemType(
        "mass_delete_unconfirmed", .conflict, "This many deletions must be confirmed; nothing was done")
    static let listTooLarge = ProblemType(
        "list_too_large", .conflict, "The list has too many tasks to be deleted with them")
    static let regionFull = ProblemType("region_full", .conflict, "The region has no place of this size left")
    static let complementaryLocked = ProblemType(
        "complementary_locked", .conflict, "Complementary tasks wait for the must-do of their region")
    static let noRoom = ProblemType("no_room", .conflict, "There is no place between these neighbours")

    static let ofChanges: [ProblemType] = [
        .malformedIdempotencyKey, .idempotencyKeyReused, .preconditionFailed, .gone, .erased, .alreadyExists,
        .massDeleteUnconfirmed, .listTooLarge, .regionFull, .complementaryLocked, .noRoom,
    ]
}

extension Problem {
    /// A change that can never be applied as it is.
    init(_ rejection: Rejection, in language: Language) {
        let sentence = rejection.phrase.map(language.text) ?? rejection.sentence
        switch rejection.code {
        case .invalidFields: self.init(invalid: rejection.fields)
        case .unknownRow, .tooManyWaiting: self.init(.notFound)
        case .regionFull: self.init(.regionFull, detail: sentence)
        case .listTooLarge: self.init(.listTooLarge, detail: rejection.sentence)
        case .complementaryLocked: self.init(.complementaryLocked, detail: sentence)
        case .tooManyUnknownFields: self.init(.invalidFields, detail: rejection.sentence)
        case .invalidOperation: self.init(.invalidFields, detail: rejection.sentence)
        }
    }
}
