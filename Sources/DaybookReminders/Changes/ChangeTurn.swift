import DaybookCore
import DaybookHost
import DaybookStore
import Notifying
import Postgres

/// One channel's turn: it is sent what comes next, one change after the other, until it was sent a page, has taken its
/// time, or does not take one.
struct ChangeTurn: Sendable {
    let database: Database
    let key: SecretKey
    let carry: Carrying
    let figures: ReminderFigures

    /// For so long further changes are sent. Then the others have their turn, and it is asked again whether the channel
    /// may be told anything: a device that was revoked hears nothing more within a second.
    private static let startWindow: Int64 = 900
    /// What is sealed with another key may be legible again after a restart.
    private static let sealedAgain = 600

    /// What became of it.
    struct Outcome: Sendable {
        let cursor: ChangeCursor
        var told: Int64
        var delivered = 0
        var refused: Int64 = 0
        /// Why the next change was not taken.
        var trouble: SendOutcome?
        /// The channel is off.
        var isOver = false
        var failingSince: Instant?
        var endedAt: Instant

        init(_ cursor: ChangeCursor, at now: Instant) {
            (self.cursor, told, endedAt) = (cursor, cursor.told, now)
        }
    }

    func deliver(_ cursor: ChangeCursor, _ clock: Clock) async throws -> Outcome {
        var outcome = Outcome(cursor, at: clock())
        let page = try await ChangePage.load(after: cursor, in: database)
        // From here on, so that one is sent however long this took.
        let begun = clock()
        guard let channel = page.channel, channel.wants.contains(.changes) else {
            outcome.isOver = true
            return outcome
        }
        outcome.failingSince = channel.failingSince
        guard let address = channel.address(key) else {
            outcome.trouble = .retry(
                after: Self.sealedAgain, reason: "the address was sealed with another secret key")
            return outcome
        }
        for event in page.events {
            let hasTime = clock() < begun.adding(milliseconds: Self.startWindow)
            guard hasTime, !Task.isCancelled else { return outcome }
            let notification = Notifying.Notification(
                id: event.id.text, tag: "", title: "", payload: event.payload)
            let sent = await carry(notification, address)
            outcome.endedAt = clock()
            // Who stops the server is no trouble of the receiver's.
            if Task.isCancelled, sent != .delivered { return outcome }
            figures.told(sent)
            switch sent {
            case .delivered: outcome.delivered += 1
            case .refused: outcome.refused += 1
            case .gone, .retry:
                outcome.trouble = sent
                return outcome
            }
            outcome.told = event.revision
        }
        outcome.told = page.end
        return outcome
    }

    /// Writes down what became of a turn, and gives the channel back. Says whether there is more to send, and when it
    /// is tried again where it was not taken.
    func finish(_ outcome: Outcome) async throws -> (isBehind: Bool, retryAt: Instant?) {
        let cursor = outcome.cursor
        let attempts = outcome.trouble == nil ? 0 : (outcome.delivered > 0 ? 0 : cursor.attempts) + 1
        var noted = NotificationSender.Outcome(account: cursor.account, endedAt: outcome.endedAt)
        if outcome.delivered > 0 {
            noted.take(.delivered, over: cursor.channel, failingSince: nil, now: outcome.endedAt)
        }
        if let trouble = outcome.trouble {
            noted.take(trouble, over: cursor.channel, failingSince: outcome.failingSince, now: outcome.endedAt)
        }
        let isOver = outcome.isOver || noted.failing[cursor.channel].flatMap { $0 } != nil
        var retryAt: Instant?
        if case .retry(let after, _)? = outcome.trouble, !isOver {
            let wait = max(Delivery.wait(after: attempts), Int64(after ?? 0) * 1_000)
            retryAt = outcome.endedAt.adding(milliseconds: wait)
        }
        let queries: [Query] =
            [.scope([cursor.account]), .giveBack(outcome, attempts: attempts, retryAt: retryAt, isPaused: isOver)]
            + Query.note([noted])
        let answers = try await database.transaction { try await $0.commit(after: queries) }
        let isBehind = try answers[1].first?.decode(0, as: Bool.self) ?? false
        return (isBehind && retryAt == nil && !isOver, retryAt)
    }
}

extension Query {
    /// Where somebody has set the cursor elsewhere meanwhile, it stays there. The clock is locked, so that either this
    /// sees a change, or whoever makes it finds the cursor given back.
    fileprivate static func giveBack(
        _ outcome: ChangeTurn.Outcome, attempts: Int, retryAt: Instant?, isPaused: Bool
    ) -> Query {
        let cursor = outcome.cursor
        return """
            WITH clock AS MATERIALIZED (
                SELECT account_id, revision FROM account_clock WHERE account_id = \(cursor.account) FOR SHARE)
            UPDATE change_cursor SET
                told_revision = CASE WHEN told_revision = \(cursor.told) THEN \(outcome.told) ELSE told_revision END,
                try_at = CASE WHEN told_revision = \(cursor.told) THEN \(retryAt as Instant?)::timestamptz END,
                attempts = CASE WHEN told_revision = \(cursor.told) THEN \(Int32(clamping: attempts)) ELSE 0 END,
                refused = refused + \(outcome.refused), is_paused = \(isPaused)
            FROM clock
            WHERE change_cursor.account_id = clock.account_id AND change_cursor.channel_id = \(cursor.channel)
                AND change_cursor.try_at = \(cursor.tryAt as Instant?)
            RETURNING change_cursor.told_revision <> clock.revision
            """
    }
}
