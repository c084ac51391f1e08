import DaybookCore

/// Tells those who listen that an account has changed: this process's streams at once, other processes a few milliseconds
/// later. A hint and no more: whoever misses one finds the change at the next look.
final class Announcements: Sendable {
    /// After a commit, never before or inside it.
    func committed(_ commit: Commit, in account: Identifier) {}

    /// The device may not listen any more.
    func revoked(_ device: Identifier, of account: Identifier) {}
}
