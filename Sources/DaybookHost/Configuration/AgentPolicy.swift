/// What assistants may do that speak the Model Context Protocol with this server.
public enum AgentPolicy: String, CaseIterable, Sendable {
    /// There is no door for them.
    case off
    /// They see tasks, lists and history.
    case read
    /// Those with a token of scope `agent` propose changes as well, which the person makes or does not.
    case propose
    /// These also change tasks, within bounds.
    case write
}

extension SettingType where Value == AgentPolicy {
    static let agents = SettingType(
        placeholder: "off|read|propose|write", expectation: "off, read, propose or write",
        choices: AgentPolicy.allCases.map(\.rawValue), parse: { AgentPolicy(rawValue: $0) })
}
