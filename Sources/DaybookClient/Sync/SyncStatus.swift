import DaybookCore

/// How this device stands with the server.
public struct SyncStatus: Hashable, Sendable {
    /// The server's address; nil while the notebook is on this device alone.
    public var server: String?
    /// Whose notebook it is; until there is a server, the notebook's own name for it.
    public var account: Identifier
    /// What the account calls this device.
    public var device: Identifier
    /// When the last page came.
    public var lastSync: Instant?
    /// Changes of this device that the server does not have.
    public var pending = 0
    /// How many revisions the server is ahead, as far as it has said.
    public var behind: Int64 = 0
    /// Changes that the server will never take, waiting to be looked at.
    public var refused = 0
    /// Changes that lost to others, waiting to be looked at.
    public var conflicts = 0
    /// Whether a live stream tells of changes at once.
    public var isLive = false
    /// What stands in the way; nil while all is well.
    public var trouble: SyncTrouble?
}
