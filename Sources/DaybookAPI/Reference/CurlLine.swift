import DaybookCore

/// An operation as a line for a shell, from the document's own examples. `$DAYBOOK` is the server, `$TOKEN` the token,
/// and every parameter of the path a variable of its name.
struct CurlLine {
    let document: APIDocument
    let operation: APIDocument.Operation

    var text: String {
        var parts = ["curl"]
        if operation.method != "GET", !(operation.method == "POST" && body != nil) {
            parts[0] += " -X \(operation.method)"
        }
        parts[0] += " \"$DAYBOOK\(path)\(query)\""
        if operation.access != "open", !operation.isOpen { parts.append("-H \"authorization: Bearer $TOKEN\"") }
        for parameter in parameters where parameter["in"]?.text == "header" && parameter["required"] == true {
            parts.append("-H \(quoted("\(parameter["name"]?.text ?? ""): \(value(of: parameter))"))")
        }
        if let body {
            parts.append("-H 'content-type: \(body.type)'")
            parts.append(body.example.map { "-d \(quoted($0))" } ?? "--data-binary @FILE")
        }
        return parts.joined(separator: " \\\n  ")
    }

    private var parameters: [JSONValue] {
        let ofPath = document.root["paths"]?[operation.path]?["parameters"]?.items ?? []
        return (ofPath + (operation.value["parameters"]?.items ?? [])).map(document.resolved)
    }

    private var path: String {
        operation.path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("{") else { return String(part) }
            return "$" + part.dropFirst().dropLast().uppercased()
        }.joined(separator: "/")
    }

    /// What the operation cannot do without.
    private var query: String {
        let items = parameters.filter { $0["in"]?.text == "query" && $0["required"] == true }
        guard !items.isEmpty else { return "" }
        return "?"
            + items.map { item in
                let value = value(of: item).utf8.map { byte in
                    let character = Character(Unicode.Scalar(byte))
                    let isPlain =
                        character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
                    return isPlain
                        ? String(character) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
                }
                return "\(item["name"]?.text ?? "")=\(value.joined())"
            }.joined(separator: "&")
    }

    private func value(of parameter: JSONValue) -> String {
        let schema = document.resolved(parameter["schema"] ?? .null)
        let value =
            parameter["example"] ?? schema["example"] ?? schema["examples"]?.items.first ?? schema["default"]
            ?? schema["enum"]?.items.first ?? parameter["examples"]?.members.first?.value["value"]
        return value.map { $0.text ?? $0.compactText } ?? parameter["name"]?.text?.uppercased() ?? ""
    }

    private var body: (type: String, example: String?)? {
        guard let body = operation.value["requestBody"].map(document.resolved),
            let content = body["content"]?.members.first
        else { return nil }
        let example = document.example(of: content.value)
        return (content.name, example.map { $0.text ?? $0.compactText })
    }

    private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

extension APIDocument {
    /// The example of a body, or of its schema.
    func example(of content: JSONValue) -> JSONValue? {
        let schema = resolved(content["schema"] ?? .null)
        return content["example"] ?? content["examples"]?.members.first?.value["value"] ?? schema["example"]
            ?? schema["examples"]?.items.first
    }
}
