import DaybookCore

/// Who asks: a device of an account, by one of its tokens.
package struct Principal: Hashable, Sendable {
    package let account: Identifier
    /// The author of what this request changes.
    package let device: Identifier
    package let token: Identifier
    package let scope: TokenScope
}

/// What a token may do.
package enum TokenScope: String, Hashable, Sendable, CaseIterable {
    /// Everything that the account's owner may do.
    case full
    /// Sees everything of tasks and lists, changes nothing.
    case read
    /// Adds tasks and sees nothing: a voice shortcut.
    case capture
    /// An app password, for CalDAV alone.
    case caldav

    /// Those that somebody may be given: what nothing here answers to is not offered, and a calendar's password is not
    /// while there is no CalDAV. One that was made before counts for nothing and may be taken back.
    package static let offered: [TokenScope] = [.full, .read, .capture]

    package func allows(_ access: Access) -> Bool {
        switch self {
        case _ where access == .any: true
        case .full: true
        case .read: access == .read
        case .capture: access == .capture
        case .caldav: access == .caldav
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
    case caldav
    /// Nothing but that it counts: to end itself.
    case any
}
