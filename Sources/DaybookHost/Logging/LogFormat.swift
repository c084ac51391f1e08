public enum LogFormat: String, CaseIterable, Sendable {
    /// Text on a terminal, JSON elsewhere.
    case automatic = "auto"
    case json
    case text
}
