import DaybookCore
import Postgres
import Reactor

/// Changes of some accounts, at most one of each, on their way through one transaction: lock and load, decide and
/// merge, write and commit. Nearly always it is one change; several where more came than lanes were free.
///
/// Each change fails for itself as long as nothing is written: it drops out, and the others go on.
struct LedgerTransaction {
    /// In the order of their accounts' ids, which is that of their locks.
    private var changes: [AccountChange]
    /// From here on nobody knows what became of it where the connection is lost.
    private var isWriting = false

    init(together asked: [AskedChange]) {
        changes = asked.sorted { $0.account < $1.account }.map { AccountChange($0, isAlone: asked.count == 1) }
    }

    init(of asked: AskedChange, givingOtherNames: Bool) {
        var change = AccountChange(asked, isAlone: true)
        change.givesOtherNames = givingOtherNames
        changes = [change]
    }

    /// Throws where the transaction must not be committed: it failed, or every change did.
    mutating func pass(through transaction: Transaction) async throws {
        var looks = changes.indices.map { (member: $0, look: changes[$0].firstLook()) }
        let isSpread = transaction.isSpread
        var shared = SharedLook(looks, of: changes, spread: isSpread)
        let accounts = changes.map(\.asked.account)
        let locks =
            accounts.count == 1
            ? Query.lockedClock(of: accounts[0], spread: isSpread) : Query.lockedClocks(of: accounts)
        let answers = try await transaction.run(locks + shared.queries)
        try takeClocks(answers[locks.count - 1])
        try await take(answers.dropFirst(locks.count), of: shared)
        while true {
            looks = []
            for member in changes.indices {
                if let look = await changes[member].next() { looks.append((member, look)) }
            }
            if looks.isEmpty { break }
            shared = SharedLook(looks, of: changes, spread: isSpread)
            try await take(try await transaction.run(shared.queries)[...], of: shared)
        }
        try await write(to: transaction)
    }

    /// Every later statement of the transaction sees what was committed before the locks were had, since each takes a
    /// snapshot of its own.
    private mutating func takeClocks(_ rows: Rows) throws {
        var locked: [Identifier: LockedClock] = [:]
        for row in rows {
            let clock = try LockedClock(row)
            locked[clock.account] = clock
        }
        for member in changes.indices { changes[member].lock(locked[changes[member].asked.account]) }
    }

    private mutating func take(_ answers: ArraySlice<Rows>, of shared: SharedLook) async throws {
        let isLong = answers.reduce(0) { $0 + $1.count } > AccountChange.manyRows
        try await aside(if: isLong) { try shared.take(answers, into: &changes) }
    }

    /// The rows as they are now, the ledger's lines, the accounts' new revisions, and the commit.
    private mutating func write(to transaction: Transaction) async throws {
        if changes.count > 1 {
            for member in changes.indices where !changes[member].asked.isWanted {
                changes[member].fail(PostgresError.cancelled)
            }
        }
        let rows = changes.compactMap(\.rows)
        guard !rows.isEmpty else {
            for case .failure(let error)? in changes.map(\.outcome) { throw error }
            return
        }
        isWriting = true
        let projections = changes[0].asked.projections
        guard rows.contains(where: \.isLong) else {
            let queries = rows.statements(followedBy: projections, spread: transaction.isSpread)
            if !queries.isEmpty { try await transaction.commit(after: queries) }
            return
        }
        // PostgreSQL writes the tasks while the rest is put into words.
        let isSpread = transaction.isSpread
        let ofTasks = await aside(if: true) { rows.taskStatements(spread: isSpread) }
        async let written = ofTasks.isEmpty ? [] : transaction.run(ofTasks)
        let others = await aside(if: true) { rows.otherStatements(followedBy: projections, spread: isSpread) }
        _ = try await written
        try await transaction.commit(after: others)
    }

    /// The whole of it failed. Those that are decided already are so; of the others nothing was done, unless the error
    /// leaves that in doubt.
    mutating func fail(_ error: any Error) {
        let isInDoubt = isWriting && (error as? PostgresError)?.leavesDoubt ?? true
        for member in changes.indices where changes[member].outcome == nil || changes[member].rows != nil {
            changes[member].fail(isInDoubt ? error : BetterAlone())
        }
    }

    func outcome(of asked: AskedChange) -> Result<PushResult, any Error> {
        changes.first { $0.asked === asked }?.outcome ?? .failure(BetterAlone())
    }
}
