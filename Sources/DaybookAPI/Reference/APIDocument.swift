import DaybookAccounts
import DaybookCore

/// The API's description after OpenAPI 3.1: docs/api/openapi.json, compiled in. The server serves this one document,
/// `/docs` shows it to people, and the tests take their requests from it.
///
/// Its `x-access` is what a route asks of a token: read, capture, write, own, or any; `security: []` stands where it
/// needs none. Bodies carry an example that is accepted as it stands, for tests use it.
struct APIDocument: Sendable {
    let root: JSONValue

    init(_ text: [UInt8] = Self.bytes) {
        // Compiled in and parsed by a test, so it cannot fail for anybody else.
        var reader = JSONReader(text, depthLimit: 200)
        root = (try? reader.readValue()) ?? .null
    }

    static let bytes = Array(json.utf8)

    struct Operation: Sendable {
        let method: String
        let path: String
        let value: JSONValue

        var summary: String { value["summary"]?.text ?? "" }
        var tag: String { value["tags"]?.items.first?.text ?? "" }
        /// What a token must be allowed to do: `open` needs none.
        var access: String { value["x-access"]?.text ?? (isOpen ? "open" : "") }
        /// Says of itself that it needs no token.
        var isOpen: Bool { value["security"] == .array([]) }
        var anchor: String { value["operationId"]?.text ?? "\(method)-\(path)" }
    }

    /// In the document's order.
    var operations: [Operation] {
        let methods = ["get", "post", "put", "patch", "delete"]
        return (root["paths"]?.members ?? []).flatMap { path in
            path.value.members.filter { methods.contains($0.name) }.map {
                Operation(method: $0.name.uppercased(), path: path.name, value: $0.value)
            }
        }
    }

    /// The value itself, or what it refers to within the document.
    func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.text, reference.hasPrefix("#/") else { return value }
        var place: JSONValue? = root
        for name in reference.dropFirst(2).split(separator: "/") { place = place?[String(name)] }
        return place ?? value
    }
}

extension JSONValue {
    var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
    var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }
}
