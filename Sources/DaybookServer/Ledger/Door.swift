import DaybookCore
import HTTP
import Postgres

/// One change of one account on its way through its transaction: lock and load, decide and merge, write and commit.
struct Door {
    let transaction: Transaction
    let account: Identifier
    let now: Instant
    let quotas: Quotas
    var slice: Slice
    var context: MergeContext
    /// What has been looked for, found or not.
    var looked = Looked()

    init(_ transaction: Transaction, _ account: Identifier, _ now: Instant, _ quotas: Quotas = .none) {
        self.transaction = transaction
        self.account = account
        self.now = now
        self.quotas = quotas
        slice = Slice(account: account)
        context = MergeContext(now: now)
    }

    mutating func pass<Answer>(
        _ needs: SliceNeeds, _ operations: [Identifier], continuing cursor: SyncCursor?,
        _ decide: (Slice, AccountClock) throws -> Decision<Answer>
    ) async throws -> (result: PushResult, answer: Answer) {
        let clock = try await lock(loading: needs, operations)
        if let cursor, !clock.continues(cursor) { throw Problem(.cursorGone) }
        let decision = try decide(slice, clock)
        let push = decision.push
        try await load(decision.seeing, outcomesOf: push.operations.map(\.opId))
        // What is loaded may name more: the list a task is in, the settings for its series, the occurrence that may be there,
        // the place that this may take. Each look goes one step further, and there are four steps.
        for _ in 0..<5 { guard try await load(slice.needs(for: push, context)) else { break } }
        let settings = slice.settings
        switch slice.merge(push, context) {
        case .massDeleteRefused(let deletions, let total):
            return (.massDeleteRefused(deletions: deletions, of: total), decision.answer)
        case .merged(let merged):
            try await write(merged, clock, alongside: dayTurn(after: merged, settings) + decision.alongside)
            return (.merged(commit(of: merged, seeing: decision.seeing)), decision.answer)
        }
    }

    private func commit(of merged: Merged, seeing: SliceNeeds) -> Commit {
        var commit = Commit(
            revision: slice.revision, outcomes: merged.outcomes, entries: merged.entries, tasks: [:], lists: [:],
            settings: merged.settings ? slice.settings : nil, shift: merged.shift)
        for id in merged.tasks.union(seeing.tasks) { commit.tasks[id] = slice.tasks[id] }
        for id in merged.lists.union(seeing.lists) { commit.lists[id] = slice.lists[id] }
        return commit
    }
}
