import DaybookCore
import DaybookHost
import DaybookLedger
import Postgres
import Reactor
import Synchronization

/// Tells programs of every change of their accounts, over webhooks, in the ledger's order.
///
/// The ledger is the outbox: a channel's cursor says up to which revision it was sent changes. Every server process
/// takes channels that are behind, each for a while, so that no other does, and moves their cursors. Who dies in
/// between leaves a cursor that is free after that while, and changes that are sent again as the same messages.
package struct ChangeHooks: Sendable {
    let database: Database
    private let log: Log
    private let news: ChangeNews
    let turn: ChangeTurn
    private let inFlight = TurnsUnderWay()
    private let isPaused: Bool

    /// Channels that have their turn at once; a slow receiver holds up its own.
    private static let breadth = 256
    /// Channels that are taken at once.
    private static let page = 64
    /// Changes of other processes that died, and retries that they planned, are found after as long as this.
    private static let longestPause: Int64 = 60_000
    /// However much news there is.
    private static let shortestPause = Duration.milliseconds(100)

    package init(_ reminders: Reminders, _ news: ChangeNews, _ log: Log) {
        (database, self.log, self.news, isPaused) = (reminders.database, log, news, reminders.isPaused)
        let sender = reminders.sender
        turn = ChangeTurn(
            database: database, key: sender.key, carry: sender.carry, figures: reminders.figures)
    }

    /// Works until its task is cancelled.
    @Sendable package func run() async {
        guard !isPaused, let reactor = Reactor.current else { return }
        await withDiscardingTaskGroup { turns in
            var lookAt = Instant.now()
            var pause = Int64.random(in: 0...1_000)
            while true {
                await news.bell.wait(atMost: .milliseconds(pause))
                await reactor.sleep(for: Self.shortestPause)
                if Task.isCancelled { return }
                let now = Instant.now()
                let room = min(Self.breadth - inFlight.count, Self.page)
                guard room > 0 else {
                    // The end of a turn rings the bell, so nothing has to wait for the whole pause.
                    pause = Self.longestPause
                    continue
                }
                do {
                    let (accounts, isEverywhere) = news.take(atMost: room)
                    let isLooking = isEverywhere || now >= lookAt
                    let cursors = try await next(room, of: isLooking ? nil : accounts, now: now)
                    if isLooking {
                        lookAt = cursors.count < room ? now.adding(milliseconds: Self.longestPause) : now
                    }
                    for cursor in cursors {
                        inFlight.begin()
                        turns.addTask(executorPreference: reactor) { await take(cursor) }
                    }
                    pause = pauseUntil(lookAt, now: now)
                } catch {
                    log.interrupted("telling changes interrupted", error)
                    (lookAt, pause) = (now, 1_000)
                }
            }
        }
    }

    private func pauseUntil(_ lookAt: Instant, now: Instant) -> Int64 {
        if !news.isEmpty { return 0 }
        let next = inFlight.retryAt.map { min($0, lookAt) } ?? lookAt
        return min(max(0, next.milliseconds - now.milliseconds), Self.longestPause)
    }

    /// Channels that are behind, taken for a while: of accounts that there is news of, and such whose retry is due; of
    /// all where no accounts are named.
    private func next(_ room: Int, of accounts: [Identifier]?, now: Instant) async throws -> [ChangeCursor] {
        let isRetrying = inFlight.takeRetry(dueAt: now)
        guard let accounts else { return try await claim(.all, atMost: room, now: now) }
        var cursors: [ChangeCursor] = []
        if !accounts.isEmpty {
            cursors = try await claim(.of(accounts), atMost: room, now: now)
            // Some may have found no room.
            if cursors.count == room { for account in accounts { news.note(account) } }
        }
        if isRetrying, cursors.count < room {
            cursors += try await claim(.retries, atMost: room - cursors.count, now: now)
        }
        return cursors
    }

    enum Search {
        case all, retries
        case of([Identifier])
    }

    func claim(_ search: Search, atMost limit: Int, now: Instant) async throws -> [ChangeCursor] {
        let among: Query =
            switch search {
            case .all: "true"
            case .retries: "change_cursor.try_at IS NOT NULL"
            case .of(let accounts): "change_cursor.account_id = ANY(\(accounts))"
            }
        if try await database.isSpread() { return try await claimSpread(among, atMost: limit, now: now) }
        let lease = now.adding(milliseconds: ChangeCursor.lease)
        return try await database.write(
            """
            WITH behind AS MATERIALIZED (
                SELECT change_cursor.account_id, change_cursor.channel_id
                FROM change_cursor JOIN account_clock USING (account_id) JOIN account USING (account_id)
                WHERE \(among) AND (SELECT reminders_paused_at IS NULL FROM instance)
                    AND account.disabled_at IS NULL AND account.deleting_at IS NULL
                    AND (change_cursor.try_at IS NULL OR change_cursor.try_at <= \(now))
                    AND NOT change_cursor.is_paused AND change_cursor.told_revision <> account_clock.revision
                ORDER BY change_cursor.try_at LIMIT \(limit) FOR UPDATE OF change_cursor SKIP LOCKED)
            UPDATE change_cursor SET try_at = \(lease) FROM behind
            WHERE change_cursor.account_id = behind.account_id AND change_cursor.channel_id = behind.channel_id
            RETURNING \(ChangeCursor.columns)
            """
        ).map { try ChangeCursor($0) }
    }

    /// A turn that fails altogether leaves its cursor to whoever finds it when the lease is over.
    private func take(_ cursor: ChangeCursor) async {
        var retryAt: Instant? = cursor.tryAt
        do {
            let outcome = try await turn.deliver(cursor) { .now() }
            // Also where the server is about to stop: whoever goes on need not send it all again.
            let finished = try await Task(executorPreference: Reactor.current) {
                try await turn.finish(outcome)
            }.value
            retryAt = finished.retryAt
            if finished.isBehind { news.note(cursor.account) }
        } catch {
            log.interrupted("telling changes interrupted", error)
        }
        let wasFull = inFlight.count >= Self.breadth
        inFlight.end(retryAt: retryAt)
        if wasFull || retryAt != nil { news.bell.ring() }
    }

    /// Sends until nobody is behind who can be sent to now.
    package func tellAll(clock: @escaping Clock = { .now() }) async throws {
        while true {
            let cursors = try await claim(.all, atMost: Self.page, now: clock())
            if cursors.isEmpty { return }
            try await withThrowingTaskGroup(of: Void.self) { turns in
                for cursor in cursors {
                    turns.addTask(executorPreference: Reactor.current) {
                        _ = try await turn.finish(try await turn.deliver(cursor, clock))
                    }
                }
                try await turns.waitForAll()
            }
        }
    }
}

/// How many channels have their turn in this process, and when the next of its retries is due.
private final class TurnsUnderWay: Sendable {
    private let state = Mutex((turnCount: 0, retries: [Instant]()))

    var count: Int { state.withLock { $0.turnCount } }
    var retryAt: Instant? { state.withLock { $0.retries.min() } }

    func begin() { state.withLock { $0.turnCount += 1 } }

    func end(retryAt: Instant?) {
        state.withLock { state in
            state.turnCount -= 1
            // Those that are not remembered are found with the next look at all.
            if let retryAt, state.retries.count < 1_000 { state.retries.append(retryAt) }
        }
    }

    /// Says whether one is due, and forgets those that are.
    func takeRetry(dueAt now: Instant) -> Bool {
        state.withLock { state in
            let before = state.retries.count
            state.retries.removeAll { $0 <= now }
            return state.retries.count < before
        }
    }
}
