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
        /// Operations that have been through. Some stay as they are, since somebody took them back, and would be all
        /// that there is for ever.
        fileprivate var passed: Set<Identifier> = []

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
        let (passed, now) = (progress.passed, progress.now)
        let request = LedgerRequest(of: progress.account, seeing: progress.needs, now: now)
        let (result, piece) = try await ledger.change(request) { sight in
            try decide(sight, now, without: passed)
        }
        guard case .merged(let commit) = result else { return progress.isOver = true }
        progress.changes += commit.entries.count
        (progress.isOver, progress.needs) = (piece.isLast, piece.seen)
        progress.passed.formUnion(piece.operations)
    }

    private struct Decided: Sendable {
        let isLast: Bool
        let operations: [Identifier]
        let seen: SliceNeeds
    }

    private func decide(
        _ sight: AccountSight, _ now: Instant, without passed: Set<Identifier>
    ) throws -> Decision<Decided> {
        let slice = sight.slice
        var seen = sight.seen
        let day = LocalDay(of: slice.settings)
        let today = day.today(at: now)
        let due = slice.occurrencesDue(by: today)
        var unseen = SliceNeeds()
        unseen.parts = Set(due.map(\.task.id)).subtracting(seen.parts)
        guard unseen.parts.isEmpty else { throw UnseenRows(needs: unseen) }
        let all = slice.dayTurn(to: today, boundary: slice.lastBoundary(until: now)).filter {
            !passed.contains($0.opId)
        }
        let piece = DayTurnPiece(of: all, making: due, in: sight, atMost: batch)
        // An occurrence is made only where it is known that there is none, and with all that it takes along.
        unseen.tasks = Set(piece.operations.map(\.id).filter { slice.tasks[$0] == nil && !seen.tasks.contains($0) })
        unseen.tasks.formUnion(piece.missing)
        guard unseen.tasks.isEmpty else { throw UnseenRows(needs: unseen) }
        let isLast = piece.operations.count == all.count
        // The next piece has texts of its own.
        seen.tasks = []
        var decision = Decision(
            Push(operations: piece.operations, confirmsMassDelete: true),
            answer: Decided(isLast: isLast, operations: piece.operations.map(\.opId), seen: seen))
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
