import DaybookCore

/// One message of JSON-RPC 2.0, as a client sent it.
struct AgentMessage: Sendable {
    enum Identity: Hashable, Sendable {
        case text(String)
        case number(Int64)

        func write(to json: inout JSONWriter) {
            switch self {
            case .text(let text): json.string(text)
            case .number(let number): json.integer(number)
            }
        }
    }

    /// Nil for a notification, which is not answered.
    let id: Identity?
    /// Nil for an answer of the client's, which nobody here has asked for.
    let method: String?
    let params: JSONValue

    /// As long as an id may be, since it is repeated.
    static let longestID = 256

    init(_ value: JSONValue) throws(AgentFault) {
        guard case .object(let members) = value else {
            throw AgentFault(.invalidRequest, "A message is an object.")
        }
        // What can be told of the id is told with the fault.
        id = try Self.identity(members.first { $0.name == "id" }?.value)
        guard value["jsonrpc"] == .string("2.0") else {
            throw AgentFault(.invalidRequest, "jsonrpc must be \"2.0\".", id: id)
        }
        switch value["method"] {
        case .string(let name)?: method = name
        case nil where value["result"] != nil || value["error"] != nil: method = nil
        default: throw AgentFault(.invalidRequest, "method must be a string.", id: id)
        }
        switch value["params"] {
        case nil: params = .object([])
        case .object(let members)?: params = .object(members)
        default: throw AgentFault(.invalidParams, "params must be an object.", id: id)
        }
    }

    private static func identity(_ value: JSONValue?) throws(AgentFault) -> Identity? {
        switch value {
        case nil: return nil
        case .string(let text)? where text.utf8.count <= longestID: return .text(text)
        case .integer(let number)?: return .number(number)
        default:
            throw AgentFault(
                .invalidRequest, "id must be a whole number or a string of at most \(longestID) bytes, and not null.")
        }
    }
}

extension JSONValue {
    /// A member of an object that is a string.
    subscript(text name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }
}
