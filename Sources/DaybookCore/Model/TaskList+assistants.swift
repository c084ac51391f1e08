/// A list may be kept from assistants (`docs/use/assistants.md`). The list alone knows it, in a field that the merge
/// carries like one of a newer release: nothing of the merge or of screens depends on it. The web app's core, which has
/// no byte to spare, does not ask.
#if !hasFeature(Embedded)
extension TaskList {
    package static let hiddenFromAgents = "hiddenFromAgents"

    /// Whether it and its tasks exist for no assistant. An app that says anything but no means that.
    public var isHiddenFromAgents: Bool {
        switch unknown[Self.hiddenFromAgents]?.value {
        case nil, .null?, .bool(false)?: false
        default: true
        }
    }

    /// What makes it so, or takes it back.
    package static func hidingFromAgents(_ isHidden: Bool) -> JSONMember {
        JSONMember(hiddenFromAgents, .bool(isHidden))
    }
}
#endif
