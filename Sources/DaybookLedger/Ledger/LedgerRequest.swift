import DaybookCore
import Postgres

/// What somebody wants done in an account, as far as it is known before anything of the account was seen.
package struct LedgerRequest: Sendable {
    package let account: Identifier
    /// The rows that a decision sees. It sees the account's settings, too.
    package var needs: SliceNeeds
    /// Operations that may be in the ledger already.
    package var operations: [Identifier] = []
    /// The device whose own order counts.
    package var device: Identifier?
    /// Nothing is done where it cannot be continued.
    package var cursor: SyncCursor?
    /// What is asked for may be asked for in several requests, so no more of it is done in one than has a bound.
    package var isDivisible = false
    /// It is asked for in one, and is refused all the same where the rows that it is about hold too much.
    package var isBounded = false
    /// Others than every account's, for one who has asked before whether there is room.
    package var quotas: Quotas?
    /// What it names of the projection, to be seen when it is decided.
    package var ofProjection: (any Sendable)?
    /// Nothing is done: what it would come to is answered, and how the rows were before it.
    package var isRehearsal = false
    /// A statement of the asker's own about the account, which is answered under the account's lock.
    package var question: Query?
    /// To decide it takes a while, however little of the account it sees.
    package var isLong = false
    package let now: Instant

    package init(of account: Identifier, seeing needs: SliceNeeds = SliceNeeds(), now: Instant) {
        (self.account, self.needs, self.now) = (account, needs, now)
        self.needs.settings = true
    }

    /// Little enough, as far as is known before anything was loaded, to share a transaction with others.
    var isShort: Bool {
        !isLong && needs.dayTurn == nil && needs.tasksOfLists.isEmpty && needs.lines.isEmpty
            && operations.count <= Self.mostOperations
            && needs.tasks.count + needs.touched.count + needs.lists.count <= Self.mostRows
    }

    /// More operations hold up those who share the transaction by more than they gain by sharing it.
    static let mostOperations = 32
    /// And more rows than these, which is what their lists and places may come to.
    static let mostRows = 100
}
