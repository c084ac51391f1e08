import DaybookCore

/// Which revision of the protocol a message speaks.
extension AgentServer {
    private static let revisionMember = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesMember = "io.modelcontextprotocol/clientCapabilities"

    /// Whether a message says for itself which revision it speaks, or came with a field that says it would.
    static func isStateless(_ message: AgentMessage, _ head: AgentHead?) -> Bool {
        if message.params["_meta"]?[revisionMember] != nil { return true }
        guard message.id != nil, message.method != "initialize" else { return false }
        return head?.revisions.contains { AgentRevision(rawValue: $0)?.isStateless == true } ?? false
    }

    func stateless(_ message: AgentMessage, _ head: AgentHead?) throws(AgentFault) -> AgentRevision {
        let meta = message.params["_meta"]
        guard let text = meta?[text: Self.revisionMember], case .object? = meta?[Self.capabilitiesMember] else {
            throw AgentFault(
                .invalidParams, "params._meta lacks \(Self.revisionMember) or \(Self.capabilitiesMember).",
                id: message.id)
        }
        // Of what is only told nobody checks the fields: the revision does not say which there are.
        if message.id != nil { try head?.check(message, speaks: text) }
        guard let revision = AgentRevision(rawValue: text), revision.isStateless else {
            throw unsupported(text, message)
        }
        return revision
    }

    /// A client that shook hands says in a field what was agreed on; the oldest did not know the field.
    func agreed(_ head: AgentHead?, _ message: AgentMessage) throws(AgentFault) -> AgentRevision {
        guard let fields = head?.revisions, let text = fields.first else {
            // Without header fields nothing tells what was agreed on; what a client does not know it passes over.
            return head == nil ? .newestOfHandshakes : .unnamed
        }
        guard fields.count == 1, let revision = AgentRevision(rawValue: text) else { throw unsupported(text, message) }
        return revision
    }

    private func unsupported(_ text: String, _ message: AgentMessage) -> AgentFault {
        AgentFault(.unsupportedRevision, "Unsupported protocol version", id: message.id, requested: text)
    }
}
