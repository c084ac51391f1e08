import DaybookCore
import Synchronization

/// What somebody wants changed in an account, on its way to the database.
final class AskedChange: Sendable {
    let account: Identifier
    /// What is known to be needed before anything was decided.
    let needs: SliceNeeds
    /// Operations that may be in the ledger already.
    let operations: [Identifier]
    /// Whose own order counts.
    let device: Identifier?
    /// Nothing is done where it cannot be continued.
    let cursor: SyncCursor?
    /// What is asked for may be asked for in several requests, so no more of it is done in one than has a bound.
    let isDivisible: Bool
    let quotas: Quotas
    /// What a calendar program names, to be seen when it is decided.
    let named: NamedResource?
    let now: Instant
    let decide: @Sendable (AccountSight) throws -> Decision<any Sendable>
    private let isAbandoned = Atomic<Bool>(false)

    init(
        _ account: Identifier, seeing needs: SliceNeeds = SliceNeeds(), expecting operations: [Identifier] = [],
        from device: Identifier? = nil, continuing cursor: SyncCursor? = nil, isDivisible: Bool = false,
        within quotas: Quotas = .none, named: NamedResource? = nil, now: Instant,
        _ decide: @escaping @Sendable (AccountSight) throws -> Decision<any Sendable>
    ) {
        self.account = account
        self.needs = needs
        self.operations = operations
        self.device = device
        self.cursor = cursor
        self.isDivisible = isDivisible
        self.quotas = quotas
        self.named = named
        self.now = now
        self.decide = decide
    }

    /// Nobody waits for it any more: what is not written yet need not be.
    func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    var isWanted: Bool { !isAbandoned.load(ordering: .relaxed) }

    /// Little enough, as far as is known before anything was loaded, to share a transaction with others.
    var isShort: Bool {
        needs.dayTurn == nil && needs.tasksOfLists.isEmpty && needs.lines.isEmpty
            && operations.count <= Self.mostOperations
            && needs.tasks.count + needs.touched.count + needs.lists.count <= Self.mostRows
    }

    /// More operations hold up those who share the transaction by more than they gain by sharing it.
    static let mostOperations = 32
    /// And more rows than these, which is what their lists and places may come to.
    static let mostRows = 100
}

/// What became of it.
struct AnsweredChange: Sendable {
    let result: PushResult
    /// What was decided.
    let answer: any Sendable
}

/// It is more than those who share its transaction should wait for, or failed where nobody knows through whom. Nothing
/// of it was done, and it is passed again by itself.
struct BetterAlone: Error {}
