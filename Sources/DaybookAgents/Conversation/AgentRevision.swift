/// The revisions of the Model Context Protocol that are spoken here, oldest first.
package enum AgentRevision: String, CaseIterable, Sendable, Comparable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    case july2026 = "2026-07-28"

    /// Every request says for itself which revision it speaks; before, the first one said it for all.
    var isStateless: Bool { self >= .july2026 }

    /// Results hold structure beside their text.
    var hasStructuredContent: Bool { self >= .june2025 }

    /// Only this one lets several messages come as one array.
    var allowsBatches: Bool { self == .march2025 }

    /// What a client speaks that names none: those that did not know the header field yet.
    static let unnamed = AgentRevision.march2025

    /// What is offered to a client that wants one which is not known here.
    static let newestOfHandshakes = AgentRevision.november2025

    package static func < (left: AgentRevision, right: AgentRevision) -> Bool { left.rawValue < right.rawValue }
}
