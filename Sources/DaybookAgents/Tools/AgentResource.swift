import DaybookCore

/// What an assistant's program can be shown by an address of its own: `daybook://task/ID`.
enum AgentResource {
    private static let scheme = "daybook://"

    /// Those that are there in every account.
    static func writeList(to json: inout JSONWriter) {
        json.objects("resources", standing) { json, resource in
            json.member("uri", scheme + resource.name)
            json.member("name", resource.name)
            json.member("title", resource.title)
            json.member("mimeType", "application/json")
        }
    }

    static func writeTemplates(to json: inout JSONWriter) {
        json.objects("resourceTemplates", templates) { json, template in
            json.member("uriTemplate", "\(scheme)\(template.name)/{id}")
            json.member("name", template.name)
            json.member("title", template.title)
            json.member("mimeType", "application/json")
        }
    }

    /// What is read at an address; nil where there is nothing.
    static func place(of address: String) -> AgentPlace? {
        guard address.utf8.count <= 100, address.hasPrefix(scheme) else { return nil }
        let parts = address.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 1 { return standing.first { $0.name == parts[0] }?.place }
        guard parts.count == 2, let id = Identifier(String(parts[1])) else { return nil }
        switch parts[0] {
        case "task": return AgentPlace("/v1/tasks/\(id.text)")
        case "list": return AgentPlace("/v1/views/lists/\(id.text)", [("limit", "100")])
        default: return nil
        }
    }

    private static let standing = [
        (name: "today", title: "Today", place: AgentPlace("/v1/views/today", [("limit", "100")])),
        (name: "lists", title: "Lists", place: AgentPlace("/v1/lists")),
    ]
    private static let templates = [(name: "task", title: "A task"), (name: "list", title: "A list and its tasks")]
}
