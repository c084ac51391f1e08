import DaybookCore
import Postgres
import Reactor

/// One change of one account on its way through its transaction: lock and load, decide and merge, write and commit.
package struct LedgerTransaction {
    let transaction: Transaction
    let account: Identifier
    let now: Instant
    /// What is asked for may be asked for in several requests, so no more of it is done in one than has a bound.
    let isDivisible: Bool
    /// Until the account is locked, those of any.
    var quotas: Quotas
    /// Of the device that pushes, where its clock told the times.
    var deviceClock: DeviceClock?
    var slice: Slice
    var context: MergeContext
    /// What has been looked for, found or not.
    var loaded = LoadedRows()

    init(
        _ transaction: Transaction, _ account: Identifier, _ now: Instant, _ quotas: Quotas = .none,
        isDivisible: Bool = false
    ) {
        self.transaction = transaction
        self.isDivisible = isDivisible
        self.account = account
        self.now = now
        self.quotas = quotas
        slice = Slice(account: account)
        context = MergeContext(now: now, isServer: true)
    }

    mutating func pass<Answer>(
        _ needs: SliceNeeds, _ operations: [Identifier], from device: Identifier?, continuing cursor: SyncCursor?,
        _ decide: (AccountSight) throws -> Decision<Answer>
    ) async throws -> (result: PushResult, answer: Answer) {
        let clock = try await lock(loading: needs, operations, from: device)
        if let cursor, !clock.position.continues(cursor) { throw LedgerRefusal.cursorGone }
        let decision = try await decision(seeing: needs, clock.position, decide)
        var push = decision.push
        try await load(decision.seeing, outcomesOf: push.operations.map(\.opId))
        if let corrected = deviceClock?.correct(push, knowing: context.known, now: now) { push = corrected }
        // What is loaded may name more: what waits for a row, the list a task is in, the settings for its series, the
        // occurrence that may be there, the place that this may take. Each look goes one step further.
        let isLong = push.operations.count + slice.tasks.count > Self.manyRows
        var looks = 0
        while try await load(await aside(if: isLong) { slice.needs(for: push, context) }) {
            looks += 1
            if looks > Self.mostLooks { throw EndlessLooking() }
        }
        try await loadNotes(for: push, decision.seeing)
        let settings = slice.settings
        switch await aside(if: isLong, { slice.merge(push, context) }) {
        case .massDeleteRefused(let deletions, let total):
            return (.massDeleteRefused(deletions: deletions, of: total), decision.answer)
        case .merged(let merged):
            if isDivisible, push.operations.count > 1 {
                let isTooMuch = await aside(if: isLong) { merged.takes(moreThan: Self.mostBytes) }
                if isTooMuch { throw LedgerRefusal.tooMuchAtOnce }
            }
            if decision.isWhole { try requireRoom(merged, clock) }
            try await write(
                merged, clock,
                alongside: dayTurn(after: merged, settings) + clocks(after: merged, push) + decision.alongside)
            return (.merged(commit(of: merged, seeing: decision.seeing)), decision.answer)
        }
    }

    /// Asks what is to be done, and again with the rows that it turned out to depend on.
    private mutating func decision<Answer>(
        seeing needs: SliceNeeds, _ position: AccountPosition, _ decide: (AccountSight) throws -> Decision<Answer>
    ) async throws -> Decision<Answer> {
        var seen = needs
        for _ in 0..<Self.mostLooks {
            do {
                let sight = AccountSight(slice: slice, position: position, seen: seen)
                let isLong = slice.tasks.count + needs.tasks.count > Self.manyRows
                return try await aside(if: isLong) { try decide(sight) }
            } catch let unseen as UnseenRows {
                seen.add(unseen.needs)
                try await load(unseen.needs)
            }
        }
        throw EndlessLooking()
    }

    /// Rows and operations that a reactor deals with in a millisecond or two; more are dealt with aside.
    static let manyRows = 100
    /// And text of so many bytes.
    static let longText = 64 << 10

    /// What one push may read of the rows that it names, of their history, and write: the text of the longest body some
    /// times over. A push of one operation is never too much.
    package static let mostBytes = 8 << 20
    /// So many tasks go with their list, or come back with it, in one transaction.
    static let mostOfList = 20_000
    /// So many rows are never too much.
    static let fewRows = 4

    /// Each look follows what the one before has found, from rows to rows; a chain of them has an end.
    private static let mostLooks = 12

    /// Loads the notes that were left where they are of tasks that change with them, or are answered.
    private mutating func loadNotes(for push: Push, _ seeing: SliceNeeds) async throws {
        // What becomes a series may make an occurrence at once, and that takes the notes along.
        let texts: [TaskField] = [.notes, .title, .recurrence]
        var tasks = seeing.tasks
        for operation in push.operations where texts.contains(where: { operation.ofTask.names($0) }) {
            tasks.insert(operation.id)
        }
        let missing = tasks.filter { slice.tasks[$0]?.leavesNotes ?? false }
        guard !missing.isEmpty else { return }
        loaded.tasks.subtract(missing)
        var needs = SliceNeeds()
        needs.tasks = missing
        try await load(needs)
    }

    /// Throws the problem where something of a request that is done whole or not at all has no room.
    private func requireRoom(_ merged: Merged, _ clock: AccountClock) throws {
        for case .quota(let quota) in merged.outcomes {
            throw LedgerRefusal.noRoom(quotas.excess(quota, of: clock.use), quotas)
        }
    }

    /// What the push told of its device's clock.
    private func clocks(after merged: Merged, _ push: Push) -> [Query] {
        guard !merged.entries.isEmpty, let device = push.device, var clock = deviceClock else { return [] }
        clock.raise(to: merged.entries, of: device)
        return [clock.write(device, of: account)]
    }

    private func commit(of merged: Merged, seeing: SliceNeeds) -> Commit {
        var commit = Commit(
            revision: slice.revision, outcomes: merged.outcomes, given: merged.given, entries: merged.entries,
            tasks: [:], lists: [:],
            settings: merged.settings ? slice.settings : nil, shift: deviceClock?.shift ?? 0)
        for id in merged.tasks.union(seeing.tasks).union(seeing.touched) { commit.tasks[id] = slice.tasks[id] }
        for id in merged.lists.union(seeing.lists) { commit.lists[id] = slice.lists[id] }
        return commit
    }
}

/// A push that names rows without end: a fault of ours, and nothing is written.
struct EndlessLooking: Error {}
