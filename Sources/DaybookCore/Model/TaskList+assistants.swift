/// A list may be kept from assistants (`docs/use/assistants.md`). The list alone knows it, in a field that the merge
/// carries like one of a newer release: nothing of the merge or of screens depends on it.
extension TaskList {
    package static let hiddenFromAgents = "hiddenFromAgents"

    /// Whether it and its tasks exist for no assistant.
    public var isHiddenFromAgents: Bool {
        if case .bool(true)? = unknown[Self.hiddenFromAgents]?.value { true } else { false }
    }

    /// What makes it so, or takes it back.
    package static func hidingFromAgents(_ isHidden: Bool) -> JSONMember {
        JSONMember(hiddenFromAgents, .bool(isHidden))
    }
}
