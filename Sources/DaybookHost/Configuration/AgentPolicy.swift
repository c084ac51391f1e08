/// What assistants may do that speak the Model Context Protocol with this server.
public enum AgentPolicy: String, CaseIterable, Sendable {
    /// There is no door for them.
    case off
    /// They see what a token of scope `read` sees.
    case read
}

extension SettingType where Value == AgentPolicy {
    static let agents = SettingType(
        placeholder: "off|read",
        expectation: "off or read (assistants cannot propose or write yet)",
        choices: AgentPolicy.allCases.map(\.rawValue), parse: { AgentPolicy(rawValue: $0) })
}
