/// What assistants may do that speak the Model Context Protocol with this server.
public enum AgentPolicy: String, CaseIterable, Sendable {
    /// There is no door for them.
    case off
    /// They see tasks, lists and history.
    case read
    /// Those with a token of scope `agent` change tasks as well, within bounds.
    case write
}

extension SettingType where Value == AgentPolicy {
    static let agents = SettingType(
        placeholder: "off|read|write", expectation: "off, read or write",
        choices: AgentPolicy.allCases.map(\.rawValue), parse: { AgentPolicy(rawValue: $0) })
}
