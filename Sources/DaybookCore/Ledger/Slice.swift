/// The part of an account that a merge reads and writes.
///
/// A replica and the simulated server hold the whole account in one; the server loads what `SliceNeeds` names. The merge
/// takes a row that is not in the slice for one that does not exist.
public struct Slice: Hashable, Sendable {
    public let account: Identifier
    public var tasks: [Identifier: TaskItem] = [:]
    public var lists: [Identifier: TaskList] = [:]
    public var settings = AccountSettings()
    /// The account's revision: each ledger entry takes the next one.
    public var revision: Int64 = 0
    /// How many tasks of the whole account are not deleted.
    public var liveTasks = 0

    public init(account: Identifier) { self.account = account }

    /// The slice as it is after rows were put in by hand.
    public mutating func recount() {
        liveTasks = tasks.values.reduce(0) { $0 + ($1.isDeleted ? 0 : 1) }
    }

    func isLive(list: Identifier) -> Bool {
        guard let list = lists[list] else { return false }
        return !list.isDeleted
    }
}

/// A day's region: what a limit counts in. No date is a day of its own.
public struct RegionDay: Hashable, Sendable {
    public var date: CalendarDate?
    public var region: Region

    public init(date: CalendarDate?, region: Region) {
        self.date = date
        self.region = region
    }
}

extension TaskItem {
    /// The region and day in which the task takes up a place; nil for what is done, deleted or in the backlog.
    public var place: RegionDay? {
        guard let region, region != .backlog, !isCompleted, !isDeleted else { return nil }
        return RegionDay(date: scheduledDate, region: region)
    }
}

/// What one device sends in one request.
public struct Push: Hashable, Sendable {
    public var operations: [Operation]
    /// The device's wall clock at sending; nil for authors whose clock is the server's own.
    public var sentAt: Instant?
    public var confirmsMassDelete: Bool
    /// The operations come out of another ledger, in its order, with what was concluded from them: their clocks have been
    /// corrected, and no next occurrences are made that have entries of their own there.
    public var isRetold: Bool

    public init(
        operations: [Operation], sentAt: Instant? = nil, confirmsMassDelete: Bool = false, isRetold: Bool = false
    ) {
        self.operations = operations
        self.sentAt = sentAt
        self.confirmsMassDelete = confirmsMassDelete
        self.isRetold = isRetold
    }
}

/// What the merge may know of the world.
public struct MergeContext: Sendable {
    public var now: Instant
    /// Outcomes of operations of this push that the ledger already holds.
    public var known: [Identifier: Outcome]
    public var skewTolerance: Int64

    public init(
        now: Instant, known: [Identifier: Outcome] = [:], skewTolerance: Int64 = SkewCorrection.tolerance
    ) {
        self.now = now
        self.known = known
        self.skewTolerance = skewTolerance
    }
}

public enum MergeResult: Hashable, Sendable {
    case merged(Merged)
    /// Nothing was done: so many deletions of so many tasks need `confirmMassDelete`.
    case massDeleteRefused(deletions: Int, of: Int)

    /// The stable code of the refusal.
    public static let massDeleteCode = "mass_delete_unconfirmed"
}

/// What a push came to.
public struct Merged: Hashable, Sendable {
    /// One for each operation of the push, in its order.
    public var outcomes: [Outcome] = []
    /// The ledger's new entries in revision order, the server's own conclusions among them.
    public var entries: [LedgerEntry] = []
    /// The rows to be written.
    public var tasks: Set<Identifier> = []
    public var lists: Set<Identifier> = []
    public var settings = false
    /// Tasks whose completion came, went or moved: what counts in statistics for ever after.
    public var completions: [CompletionChange] = []
    /// What was added to the clocks of the push.
    public var shift: Int64 = 0
    /// Some order key has outgrown `OrderKey.comfortable`.
    public var wantsRebalancing = false

    public init() {}
}

/// A completion that counts from now on, or with `at` nil no longer.
public struct CompletionChange: Hashable, Sendable {
    public var task: Identifier
    public var at: Instant?

    public init(task: Identifier, at: Instant?) {
        self.task = task
        self.at = at
    }
}
