/// Why a request was not answered as asked, told after RFC 9457. Everything in it is shown to the client.
public struct Problem: AnswerableError, Equatable {
    public var type: ProblemType
    /// Details about this very request, for the developer who reads them.
    public var detail: String?
    /// Further members that clients may read, by name.
    public var members: [Member]
    /// Further fields of the answer, as `retry-after` or `www-authenticate`.
    public var fields: ResponseFields

    public struct Member: Sendable, Equatable {
        public enum Value: Sendable, Equatable {
            case text(String)
            case number(Int)
            case flag(Bool)
            /// JSON that was written elsewhere.
            case json([UInt8])
        }

        public let name: String
        public let value: Value

        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    public init(
        _ type: ProblemType, detail: String? = nil, members: [Member] = [], fields: ResponseFields = ResponseFields()
    ) {
        self.type = type
        self.detail = detail
        self.members = members
        self.fields = fields
    }

    /// A problem with one named part of the request.
    public init(_ type: ProblemType, detail: String? = nil, parameter: String) {
        self.init(type, detail: detail, members: [Member("parameter", .text(parameter))])
    }

    public var problem: Problem { self }

    public var response: Response { response(to: nil) }

    /// The answer, which names the request it answers.
    ///
    /// - Parameter title: the type's title in the language of whoever asked; nil for the original.
    public func response(to request: RequestID?, titled title: String? = nil) -> Response {
        var json = JSONText()
        json.add("type", .text(type.uri))
        json.add("title", .text(title ?? type.title))
        json.add("status", .number(Int(type.status.code)))
        json.add("code", .text(type.code))
        if let detail { json.add("detail", .text(detail)) }
        for member in members { json.add(member.name, member.value) }
        if let request { json.add("request_id", .text(request.description)) }
        var response = Response(type.status, type: .problem, json.finish())
        // An answer about this request says nothing about the next.
        response.fields.add("cache-control", "no-store")
        response.fields.append(fields)
        return response
    }
}

/// An error that knows its answer to the client. Any other error that a handler throws is answered with 500.
public protocol AnswerableError: Error {
    var problem: Problem { get }
}

/// One flat JSON object, written member by member.
private struct JSONText {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    mutating func add(_ name: String, _ value: Problem.Member.Value) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        write(name)
        bytes.append(UInt8(ascii: ":"))
        switch value {
        case .text(let text): write(text)
        case .number(let number): bytes += String(number).utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .json(let json): bytes += json
        }
    }

    consuming func finish() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += [0x5C, 0x75, 0x30, 0x30, Self.hex[Int(byte >> 4)], Self.hex[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let hex = Array("0123456789abcdef".utf8)
}
