import DaybookCore
import HTTP
import Reactor

/// Reading JSON from requests. A body that is not JSON, or does not follow the contract, is answered with a problem
/// that names the place and never repeats the content.
extension Request {
    /// Reads the body as one document. Throws 415 for another media type, 400 for a body that is not JSON, 422 for
    /// fields that do not follow the contract.
    package func document<Value>(
        of types: [String] = ["application/json"], _ read: (inout JSONReader) throws(WireError) -> Value
    ) async throws -> Value {
        let bytes = try await body.collect()
        return try await aside(if: bytes.count > Self.longBody) { try self.read(bytes, of: types, read) }
    }

    /// Bytes that a reactor reads in a millisecond or two.
    package static let longBody = 64 << 10

    /// The same of a body that was collected already.
    package func read<Value>(
        _ body: [UInt8], of types: [String] = ["application/json"],
        _ read: (inout JSONReader) throws(WireError) -> Value
    ) throws -> Value {
        if let type = fields["content-type"], !types.contains(mediaType(type)) {
            throw Problem(.unsupportedMediaType, detail: "Send \(types.joined(separator: " or ")).")
        }
        var reader = JSONReader(body)
        let unknown: [String]
        do throws(WireError) {
            let value = try read(&reader)
            try reader.end()
            unknown = reader.takePassed()
            guard !unknown.isEmpty else { return value }
        } catch {
            throw Problem(error)
        }
        // A misspelt name would otherwise be ignored without a word.
        throw Problem(
            invalid: unknown.map {
                FieldError(field: $0, code: .unknownField, sentence: "There is no field of this name.")
            })
    }

    /// The same where the body may be left out altogether.
    package func optionalDocument<Value>(
        _ read: (inout JSONReader) throws(WireError) -> Value
    ) async throws -> Value? {
        let bytes = try await body.collect()
        if bytes.isEmpty { return nil }
        return try await aside(if: bytes.count > Self.longBody) { try self.read(bytes, read) }
    }

    /// Throws 415 if the request's content type is not JSON. A page of another origin can send that only after
    /// it has asked (CORS), so no web page can use a visitor's address for what is open to everybody and counted by
    /// address.
    package func requireJSON() throws {
        guard let type = fields["content-type"], mediaType(type) == "application/json" else {
            throw Problem(.unsupportedMediaType, detail: "Send content-type: application/json.")
        }
    }

    /// `application/json` of `Application/JSON; charset=utf-8`.
    private func mediaType(_ field: String) -> String {
        // Nearly everybody writes it so, and nothing has to be made of it.
        if field == "application/json" { return field }
        let type = field.prefix { $0 != ";" }
        return String(type.filter { $0 != " " && $0 != "\t" }).lowercased()
    }
}

extension Problem {
    /// A body that was not understood.
    init(_ error: WireError) {
        if let code = error.code.fieldCode {
            let subject = error.path.isEmpty ? "The body" : error.path
            self.init(
                invalid: [
                    FieldError(
                        field: error.path, code: code,
                        sentence: error.expected.isEmpty
                            ? "\(subject) is invalid." : "\(subject) must be \(error.expected).")
                ])
        } else {
            self.init(
                .malformedJSON, detail: error.description,
                members: [
                    Member("reason", .text(error.code.rawValue)), Member("path", .text(error.path)),
                    Member("offset", .number(error.offset)),
                ])
        }
    }

    /// How many fields one answer names at most.
    package static let mostFields = 20

    /// One field that is not of its contract.
    package init(invalid field: String, _ code: FieldError.Code, _ sentence: String) {
        self.init(invalid: [FieldError(field: field, code: code, sentence: sentence)])
    }

    /// Fields that are not of their contract: the first of them, and how many more there are.
    ///
    /// - Parameter more: beyond those that are given.
    package init(invalid errors: [FieldError], more: Int = 0) {
        let told = errors.prefix(Self.mostFields)
        let more = more + errors.count - told.count
        var json = JSONWriter()
        json.array(told) { $1.write(to: &$0) }
        var sentences = told.map(\.sentence)
        if more > 0 { sentences.append("And \(more) more.") }
        self.init(
            .invalidFields, detail: sentences.joined(separator: " "),
            members: [Member("fields", .json(json.bytes))] + (more > 0 ? [Member("more", .number(more))] : []))
    }
}

extension WireError.Code {
    /// What is wrong with a field of well-formed JSON; nil where the JSON itself is broken.
    fileprivate var fieldCode: FieldError.Code? {
        switch self {
        case .type: .wrongType
        case .missing: .required
        case .range: .outOfRange
        case .form: .malformed
        case .value: .unknownValue
        case .truncated, .syntax, .trailing, .depth, .control, .escape, .surrogate, .encoding, .number, .duplicate: nil
        }
    }
}

extension ProblemType {
    static let malformedJSON = ProblemType("malformed_json", .badRequest, "The request body is not well-formed JSON")
    package static let unsupportedMediaType = ProblemType(
        "unsupported_media_type", .unsupportedMediaType,
        "This resource does not accept the content type of the request body")
    package static let invalidFields = ProblemType(
        "invalid_fields", .unprocessableContent, "Some fields of the request are invalid")

    package static let ofRequests: [ProblemType] = [.malformedJSON, .unsupportedMediaType, .invalidFields]
}
