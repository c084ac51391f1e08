import DaybookCore
import Postgres

/// Turns the day of one account: its rollover, and the occurrences that its series owe, through its ledger, a
/// transaction for each piece of it.
///
/// Nothing says that it was done but the ledger itself: the operations follow from the rows as they are under the
/// account's lock, and their identities from account, date and task. So a turn that is begun twice, by processes that
/// know nothing of each other or by one that was killed, is done once.
struct DayTurn: Sendable {
    let ledger: Ledger
    /// Operations of one transaction.
    var batch = 500

    init(_ ledger: Ledger) { self.ledger = ledger }

    /// How far the turn of an account has come.
    struct Progress: Sendable {
        let account: Identifier
        /// At which the whole of it is done, however long that takes.
        let now: Instant
        fileprivate(set) var changes = 0
        fileprivate(set) var isOver = false
        fileprivate var needs = SliceNeeds()
        fileprivate var limit: Int?

        init(_ account: Identifier, now: Instant) {
            self.account = account
            self.now = now
            // No zone is further than a day ahead of Greenwich.
            needs.dayTurn = now.utcDate.adding(days: 1)
        }
    }

    /// How many changes it came to. In an account that is full what is open goes where it belongs all the same, and no
    /// occurrences are made.
    @discardableResult
    func turn(_ account: Identifier, now: Instant) async throws -> Int {
        var progress = Progress(account, now: now)
        while !progress.isOver { try await goOn(&progress) }
        return progress.changes
    }

    /// One piece of it, so that whoever turns many days need not wait for the one that has most to do.
    func goOn(_ progress: inout Progress) async throws {
        let (most, now) = (progress.limit ?? batch, progress.now)
        let request = LedgerRequest(of: progress.account, seeing: progress.needs, now: now)
        let (result, piece) = try await ledger.change(request) { sight in
            try Self.decide(sight.slice, now, seen: sight.seen, atMost: most)
        }
        guard case .merged(let commit) = result else { return progress.isOver = true }
        progress.changes += commit.entries.count
        (progress.isOver, progress.needs) = (piece.isLast, piece.seen)
        // What is known already and stays as it is (a rollover that somebody took back) must not be all there is.
        progress.limit = commit.entries.isEmpty ? .max : batch
    }

    private static func decide(
        _ slice: Slice, _ now: Instant, seen: SliceNeeds, atMost limit: Int
    ) throws -> Decision<(isLast: Bool, seen: SliceNeeds)> {
        let day = LocalDay(of: slice.settings)
        let today = day.today(at: now)
        var unseen = SliceNeeds()
        unseen.parts = Set(slice.occurrencesDue(by: today).map(\.task.id)).subtracting(seen.parts)
        guard unseen.parts.isEmpty else { throw UnseenRows(needs: unseen) }
        let all = slice.dayTurn(to: today, boundary: slice.lastBoundary(until: now))
        let operations = Array(all.prefix(limit))
        // An occurrence is made only where it is known that there is none.
        unseen.tasks = Set(operations.map(\.id).filter { slice.tasks[$0] == nil && !seen.tasks.contains($0) })
        guard unseen.tasks.isEmpty else { throw UnseenRows(needs: unseen) }
        let isLast = operations.count == all.count
        var decision = Decision(
            Push(operations: operations, confirmsMassDelete: true), answer: (isLast: isLast, seen: seen))
        if isLast { decision.alongside = [.next(after: now, of: slice, day)] }
        return decision
    }
}

extension Query {
    /// The account waits for its next boundary, or for nothing.
    fileprivate static func next(after now: Instant, of slice: Slice, _ day: LocalDay) -> Query {
        let wants = slice.settings.rollover != .off || slice.tasks.values.contains { $0.goesBySchedule }
        guard wants else { return "DELETE FROM day_turn WHERE account_id = \(slice.account)" }
        return "UPDATE day_turn SET due_at = \(day.nextBoundary(after: now)) WHERE account_id = \(slice.account)"
    }
}
