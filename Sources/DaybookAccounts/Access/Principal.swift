import DaybookCore

/// Who asks: a device of an account, by one of its tokens.
package struct Principal: Hashable, Sendable {
    package let account: Identifier
    /// The author of what this request changes.
    package let device: Identifier
    package let token: Identifier
    package let scope: TokenScope
    /// It asks at the door of assistants: for it there are no lists that the person keeps from these.
    package private(set) var isAssistant = false

    package init(account: Identifier, device: Identifier, token: Identifier, scope: TokenScope) {
        (self.account, self.device, self.token, self.scope) = (account, device, token, scope)
    }

    package var asAssistant: Principal {
        var principal = self
        principal.isAssistant = true
        return principal
    }
}

/// What a token may do.
package enum TokenScope: String, Hashable, Sendable, CaseIterable {
    /// Everything that the account's owner may do.
    case full
    /// Sees everything of tasks and lists, changes nothing.
    case read
    /// Adds tasks and sees nothing: a voice shortcut.
    case capture
    /// An app password, only for CalDAV.
    case caldav
    /// For an assistant: speaks at the door that is for these, and nowhere else. So nothing goes past its bounds.
    case agent
    /// The same for one that shall only read, whatever the server lets assistants do.
    case agentRead = "agent_read"

    /// The scopes that a token may be given.
    package static let offered: [TokenScope] = [.full, .read, .capture, .caldav, .agent, .agentRead]

    /// Those that an assistant may ask for itself, from the widest on.
    static let ofAssistants: [TokenScope] = [.agent, .agentRead]

    package func allows(_ access: Access) -> Bool {
        switch self {
        case _ where access == .any: true
        // Who could change everything is not handed to a program that may do what words in a task say.
        case _ where access == .assistant: self == .read || Self.ofAssistants.contains(self)
        case .full: true
        // A calendar's room looks itself whether a request only reads.
        case .read: access == .read || access == .caldav
        case .capture: access == .capture
        case .caldav: access == .caldav
        case .agent, .agentRead: false
        }
    }
}

/// What a route needs of a token.
package enum Access: String, Hashable, Sendable, CaseIterable {
    /// Sees tasks, lists and history.
    case read
    /// Adds a task.
    case capture
    /// Changes tasks, lists and settings.
    case write
    /// Decides about devices, tokens and the account itself.
    case own
    /// Speaks CalDAV, and so also as programs do that know names and passwords alone.
    case caldav
    /// Speaks the Model Context Protocol: what can do nothing else, or only read.
    case assistant
    /// Any valid token, so that a token can revoke itself.
    case any
}
