/// The part of an account that a merge reads and writes.
///
/// A replica and the simulated server hold the whole account in one; the server loads what `SliceNeeds` names. The
/// merge takes a row that is not in the slice for one that does not exist.
package struct Slice: Hashable, Sendable {
    package let account: Identifier
    package var tasks: [Identifier: TaskItem] = [:]
    package var lists: [Identifier: TaskList] = [:]
    package var settings = AccountSettings()
    /// The account's revision: each ledger entry takes the next one.
    package var revision: Int64 = 0
    /// How many tasks of the whole account are not deleted.
    package var liveTasks = 0
    /// Lines of the ledger that wait for a row, by the row: operations on one that nobody knew, and tasks that went to
    /// the Inbox because their list was not there.
    package var waiting: [RowKey: [LedgerEntry]] = [:]
    /// Lists with more tasks than go, or come back, at once; their tasks are not here.
    package var crowdedLists: Set<Identifier> = []
    /// How many lines of the whole account wait.
    package var waitingCount = 0
    /// The history of tasks of which something may arrive out of its turn.
    package var lines: [Identifier: [LedgerEntry]] = [:]

    package init(account: Identifier) { self.account = account }

    /// The slice as it is after rows were put in by hand.
    package mutating func recount() {
        liveTasks = tasks.values.reduce(0) { $0 + ($1.isDeleted ? 0 : 1) }
    }

    /// Whether the row is there, deleted or not.
    func holds(_ row: RowKey) -> Bool {
        switch row.entity {
        case .task: !tasks[row.id].isNone
        case .list: !lists[row.id].isNone
        case .settings: true
        }
    }

    /// Whether tasks can lie in it.
    func isLive(list: Identifier) -> Bool {
        guard let list = lists[list] else { return false }
        return !list.isDeleted && list.filter == nil
    }
}

/// A day's region: what a limit counts in. No date is a day of its own.
package struct RegionDay: Hashable, Sendable {
    package var date: CalendarDate?
    package var region: Region

    package init(date: CalendarDate?, region: Region) {
        self.date = date
        self.region = region
    }
}

extension TaskItem {
    /// The region and day in which the task takes up a place; nil for what is done, deleted or in the backlog.
    package var place: RegionDay? {
        guard let region, region != .backlog, !isCompleted, !isDeleted else { return nil }
        return RegionDay(date: scheduledDate, region: region)
    }
}

/// What one device sends in one request.
package struct Push: Hashable, Sendable {
    package var operations: [SyncOperation]
    /// The device whose clock told the times of the operations; nil for authors whose clock is the server's own.
    package var device: Identifier?
    /// The device's wall clock at sending, where it says so.
    package var sentAt: Instant?
    package var confirmsMassDelete: Bool
    /// The operations come from elsewhere, in their order: their clocks have been corrected, and no next occurrences
    /// are made that come as operations of their own.
    package var isRetold: Bool
    /// They are a ledger's, with everything that was concluded from them.
    package var hasConclusions = false

    package init(
        operations: [SyncOperation], from device: Identifier? = nil, sentAt: Instant? = nil,
        confirmsMassDelete: Bool = false, isRetold: Bool = false
    ) {
        self.operations = operations
        self.device = device
        self.sentAt = sentAt
        self.confirmsMassDelete = confirmsMassDelete
        self.isRetold = isRetold
    }
}

/// What the merge may know of the world.
package struct MergeContext: Sendable {
    package var now: Instant
    /// Outcomes of operations of this push that the ledger already holds.
    package var known: [Identifier: Outcome]
    /// And the clocks that it gave them.
    package var clocks: [Identifier: HybridTime] = [:]
    /// What the account's revisions are of; what a device saw is told in these.
    package var epoch: Identifier?
    package var room: Room
    #if hasFeature(Embedded)
    /// The core of the web app is never a server, and has nothing of what only that concludes.
    package var isServer: Bool { false }
    #else
    /// What a late change means for a turn of the day that is over is concluded here, and no clock of the future is let
    /// in. A device leaves both to the server.
    package var isServer: Bool
    #endif

    package init(
        now: Instant, known: [Identifier: Outcome] = [:], epoch: Identifier? = nil, room: Room = Room(),
        isServer: Bool = false
    ) {
        self.now = now
        self.known = known
        self.epoch = epoch
        self.room = room
        #if !hasFeature(Embedded)
        self.isServer = isServer
        #endif
    }
}

/// How much more an account may hold.
package struct Room: Hashable, Sendable {
    /// Tasks that are not deleted, in all.
    package var tasks: Int?
    /// Bytes that are left.
    package var bytes: Int64?
    /// What may go beyond: changes that make nothing and say little, so that a full account can still be worked with.
    package var overdraft: Int64

    package init(tasks: Int? = nil, bytes: Int64? = nil, overdraft: Int64 = 0) {
        self.tasks = tasks
        self.bytes = bytes
        self.overdraft = overdraft
    }
}

package enum MergeResult: Hashable, Sendable {
    case merged(Merged)
    /// Nothing was done: so many deletions of so many tasks need `confirmMassDelete`.
    case massDeleteRefused(deletions: Int, of: Int)

    /// The stable code of the refusal.
    package static let massDeleteCode = "mass_delete_unconfirmed"
}

/// What a push came to.
package struct Merged: Hashable, Sendable {
    /// One for each operation of the push, in its order.
    package var outcomes: [Outcome] = []
    /// The clock that each of them was given; nil for what the ledger does not hold.
    package var given: [HybridTime?] = []
    /// The ledger's new entries in revision order, the server's own conclusions among them.
    package var entries: [LedgerEntry] = []
    /// The rows to be written.
    package var tasks: Set<Identifier> = []
    package var lists: Set<Identifier> = []
    package var writesSettings = false
    /// Tasks whose completion came, went or moved: what counts in statistics for ever after.
    package var completions: [CompletionChange] = []
    /// Lines that wait from now on, and for which row; and the revisions of those that do no longer.
    package var waits: [Waiting] = []
    package var waitedFor: [Int64] = []
    /// Tasks that decided what became of others, there or not; and those whose history would have.
    package var asked: Set<Identifier> = []
    /// Tasks whose subtasks decided, too, and these subtasks as they were at that moment.
    package var withParts: Set<Identifier> = []
    package var subtasksSeen: Set<Identifier> = []
    package var untold: Set<Identifier> = []
    /// Where somebody took a place, be it for a moment: what the same push withdraws again has moved others.
    package var places: Set<RegionDay> = []
    /// Some order key has outgrown `OrderKey.comfortable`.
    package var wantsRebalancing = false

    package init() {}
}

/// A line of the ledger that waits for a row.
package struct Waiting: Hashable, Sendable {
    package var row: RowKey
    package var entry: LedgerEntry

    package init(_ row: RowKey, _ entry: LedgerEntry) {
        self.row = row
        self.entry = entry
    }
}

/// A completion that counts from now on, or with `at` nil no longer.
package struct CompletionChange: Hashable, Sendable {
    package var task: Identifier
    package var at: Instant?

    package init(task: Identifier, at: Instant?) {
        self.task = task
        self.at = at
    }
}
