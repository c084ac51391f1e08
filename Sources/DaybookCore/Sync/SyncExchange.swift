/// How far a device has read: a revision of one incarnation of the database.
public struct SyncCursor: Hashable, Sendable {
    public var epoch: Identifier
    public var revision: Int64
    /// While a snapshot is on its way: the account's revision when it began. Rows deleted since then are sent as
    /// tombstones, older tombstones are left out.
    public var snapshotFrom: Int64?

    public init(epoch: Identifier, revision: Int64, snapshotFrom: Int64? = nil) {
        self.epoch = epoch
        self.revision = revision
        self.snapshotFrom = snapshotFrom
    }
}

/// A device's request: what it changed, and how far it has read.
public struct SyncRequest: Hashable, Sendable {
    public var device: Identifier
    /// Nil asks for everything, from the beginning.
    public var cursor: SyncCursor?
    public var push: Push
    public var limit: Int

    public init(device: Identifier, cursor: SyncCursor?, push: Push, limit: Int) {
        self.device = device
        self.cursor = cursor
        self.push = push
        self.limit = limit
    }
}

public enum SyncAnswer: Hashable, Sendable {
    case page(SyncPage)
    /// The cursor is of another epoch or older than what tombstones remember: pull everything. Nothing was done.
    case gone
    /// Nothing was done until somebody confirms.
    case massDeleteRefused(deletions: Int, of: Int)
}

/// Rows that changed after the cursor, in revision order, and what became of the push.
public struct SyncPage: Hashable, Sendable {
    public var cursor: SyncCursor
    public var hasMore: Bool
    public var tasks: [TaskItem]
    public var lists: [TaskList]
    public var settings: AccountSettings?
    public var outcomes: [Outcome]
    /// The clocks that the operations were given, where these are other than they were told.
    public var given: [HybridTime?] = []
    public var serverTime: Instant
    public var revision: Int64
    /// What the server adds to this device's clocks, in milliseconds; it tells it with the outcomes of a push.
    public var clockShift: Int64 = 0

    public init(
        cursor: SyncCursor, hasMore: Bool, tasks: [TaskItem], lists: [TaskList], settings: AccountSettings?,
        outcomes: [Outcome], serverTime: Instant, revision: Int64
    ) {
        self.cursor = cursor
        self.hasMore = hasMore
        self.tasks = tasks
        self.lists = lists
        self.settings = settings
        self.outcomes = outcomes
        self.serverTime = serverTime
        self.revision = revision
    }
}
