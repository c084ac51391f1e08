/// A device's request: what it changed, and how far it has read.
package struct SyncRequest: Hashable, Sendable {
    package var device: Identifier
    /// Nil asks for everything, from the beginning.
    package var cursor: SyncCursor?
    package var push: Push
    package var limit: Int

    package init(device: Identifier, cursor: SyncCursor?, push: Push, limit: Int) {
        self.device = device
        self.cursor = cursor
        self.push = push
        self.limit = limit
    }
}

package enum SyncAnswer: Hashable, Sendable {
    case page(SyncPage)
    /// The cursor is of another epoch or older than what tombstones remember: pull everything. Nothing was done.
    case gone
    /// Nothing was done until somebody confirms.
    case massDeleteRefused(deletions: Int, of: Int)
}

/// Rows that changed after the cursor, in revision order, and what became of the push.
package struct SyncPage: Hashable, Sendable {
    package var cursor: SyncCursor
    package var hasMore: Bool
    package var tasks: [TaskItem]
    package var lists: [TaskList]
    package var settings: AccountSettings?
    package var outcomes: [Outcome]
    /// The clocks that the operations were given, where these are other than they were told.
    package var given: [HybridTime?] = []
    package var serverTime: Instant
    package var revision: Int64
    /// What the server adds to this device's clocks, in milliseconds; it tells it with the outcomes of a push.
    package var clockShift: Int64 = 0

    package init(
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
