import Foundation

/// The API document as the running server serves it, and requests made from it.
struct Document: @unchecked Sendable {
    // Safe because the parsed document is never changed.
    private let root: [String: Any]

    struct Operation: @unchecked Sendable {
        let method: String
        let path: String
        let value: [String: Any]
        /// Of the path and of the operation, resolved.
        let parameters: [[String: Any]]

        var name: String { "\(method) \(path)" }
        var isOpen: Bool { (value["security"] as? [Any])?.isEmpty == true }
        var access: String { value["x-access"] as? String ?? (isOpen ? "open" : "") }
        /// Named parameters of the path.
        var places: [String] {
            path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        }
        /// The path with values in the places of its parameters.
        func path(with values: [String: String]) -> String {
            values.reduce(path) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
        }
    }

    init(_ text: String) throws {
        guard let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw CocoaError(.coderInvalidValue)
        }
        self.root = root
    }

    var operations: [Operation] {
        let paths = root["paths"] as? [String: [String: Any]] ?? [:]
        return paths.sorted { $0.key < $1.key }.flatMap { path, item in
            ["get", "post", "put", "patch", "delete"].compactMap { method in
                guard let value = item[method] as? [String: Any] else { return nil }
                let parameters = (item["parameters"] as? [Any] ?? []) + (value["parameters"] as? [Any] ?? [])
                return Operation(
                    method: method.uppercased(), path: path, value: value, parameters: parameters.map { resolved($0) })
            }
        }
    }

    func resolved(_ value: Any) -> [String: Any] {
        guard let object = value as? [String: Any] else { return [:] }
        guard let reference = object["$ref"] as? String else { return object }
        var place: Any = root
        for name in reference.dropFirst(2).split(separator: "/") {
            place = (place as? [String: Any])?[String(name)] ?? [:]
        }
        return resolved(place)
    }

    /// Bodies that the operation says it takes: its examples, or one made of its schema; none where it takes none.
    func bodies(of operation: Operation) -> [Any] {
        guard let body = operation.value["requestBody"] else { return [] }
        let content =
            (resolved(body)["content"] as? [String: Any] ?? [:])["application/json"].map { resolved($0) } ?? [:]
        if let example = content["example"] { return [example] }
        if let examples = content["examples"] as? [String: Any], !examples.isEmpty {
            return examples.sorted { $0.key < $1.key }.compactMap { resolved($0.value)["value"] }
        }
        return [example(of: content["schema"] ?? [:])]
    }

    /// The query with every parameter that must be there.
    func query(of operation: Operation) -> String {
        let items = operation.parameters.filter { $0["in"] as? String == "query" && $0["required"] as? Bool == true }
        guard !items.isEmpty else { return "" }
        var query = URLComponents()
        query.queryItems = items.map { item in
            URLQueryItem(
                name: "\(item["name"] ?? "")", value: "\(item["example"] ?? example(of: item["schema"] ?? [:]))")
        }
        return query.string ?? ""
    }

    func fields(of operation: Operation) -> String {
        operation.parameters.filter { $0["in"] as? String == "header" && $0["required"] as? Bool == true }
            .map { "\($0["name"] ?? ""): \($0["example"] ?? example(of: $0["schema"] ?? [:]))\r\n" }.joined()
    }

    /// Something that the schema allows, with every member it names.
    func example(of schema: Any, depth: Int = 0) -> Any {
        let schema = resolved(schema)
        if let example = schema["example"] { return example }
        if let example = (schema["examples"] as? [Any])?.first { return example }
        if let constant = schema["const"] { return constant }
        if let choice = (schema["enum"] as? [Any])?.first { return choice }
        for keyword in ["oneOf", "anyOf"] {
            if let first = (schema[keyword] as? [Any])?.first { return example(of: first, depth: depth + 1) }
        }
        if let all = schema["allOf"] as? [Any] {
            return all.reduce(into: [String: Any]()) { whole, part in
                if let members = example(of: part, depth: depth + 1) as? [String: Any] {
                    whole.merge(members) { $1 }
                }
            }
        }
        switch schema["type"] as? String ?? (schema["type"] as? [String])?.first ?? "object" {
        case "string":
            switch schema["format"] as? String {
            case "uuid": return UUID().uuidString.lowercased()
            case "date-time": return "2026-11-21T09:15:00.000Z"
            case "date": return "2026-11-21"
            case "email": return "somebody@example.org"
            default: return String(repeating: "x", count: max(1, schema["minLength"] as? Int ?? 1))
            }
        case "integer", "number": return schema["minimum"] ?? 1
        case "boolean": return true
        case "array": return depth > 8 ? [] : [example(of: schema["items"] ?? [:], depth: depth + 1)]
        case "null": return NSNull()
        default:
            guard depth <= 8 else { return [String: Any]() }
            return (schema["properties"] as? [String: Any] ?? [:]).mapValues { example(of: $0, depth: depth + 1) }
        }
    }
}

/// Changes of a body, wherever in it the value stands.
enum Body {
    static func text(_ body: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: body, options: [.fragmentsAllowed, .sortedKeys])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Every text under one of these names becomes another.
    static func replacing(_ body: Any, under names: Set<String>, with text: String) -> Any {
        if let object = body as? [String: Any] {
            return Dictionary(
                uniqueKeysWithValues: object.map { name, value in
                    (name, names.contains(name) && value is String ? text : replacing(value, under: names, with: text))
                })
        }
        return (body as? [Any])?.map { replacing($0, under: names, with: text) } ?? body
    }

    /// Every UUID becomes another.
    static func replacingIdentifiers(_ body: Any, _ next: () -> String) -> Any {
        if let object = body as? [String: Any] { return object.mapValues { replacingIdentifiers($0, next) } }
        if let list = body as? [Any] { return list.map { replacingIdentifiers($0, next) } }
        if let text = body as? String, UUID(uuidString: text) != nil { return next() }
        return body
    }
}
