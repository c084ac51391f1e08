import DaybookCore

/// What the header fields of a request say of its message: all values that came, for two that differ would be read
/// differently by two readers.
package struct AgentHead: Sendable {
    package var revisions: [String]
    package var methods: [String]
    /// Decoded, where they came encoded; nil for one that is broken.
    package var names: [String?]

    package init(revisions: [String] = [], methods: [String] = [], names: [String?] = []) {
        (self.revisions, self.methods, self.names) = (revisions, methods, names)
    }

    /// What a proxy on the way read must be what the message says.
    func check(_ message: AgentMessage, speaks revision: String) throws(AgentFault) {
        guard revisions == [revision] else { throw mismatch("MCP-Protocol-Version", message) }
        guard methods == [message.method] else { throw mismatch("Mcp-Method", message) }
        let member: String? =
            switch message.method {
            case "tools/call", "prompts/get": "name"
            case "resources/read": "uri"
            default: nil
            }
        guard let member, let said = message.params[text: member] else { return }
        guard names == [said] else { throw mismatch("Mcp-Name", message) }
    }

    private func mismatch(_ field: String, _ message: AgentMessage) -> AgentFault {
        AgentFault(
            .headerMismatch, "The field \(field) is not there once, or does not say what the body says.",
            id: message.id)
    }
}
