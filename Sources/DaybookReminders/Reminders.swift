import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Notifying
import Postgres
import Reactor
import Synchronization

/// Tells devices what they are to be told, each soon after its time, once.
///
/// Every server process does it: each takes what is due for a while, so that no other does, decides what is to be told,
/// writes that down, sends it, and writes down what became of it. Who dies in between leaves rows that are due again
/// after that while, and deliveries that are sent again as the same message.
package struct Reminders: Sendable {
    let database: Database
    private let log: Log
    private let news: Bell
    private let courier: Courier
    private let outcomes: Outcomes
    private let underWay = UnderWay()
    /// Tells streams that something waits for their devices.
    private let tellStreams: @Sendable (Identifier) -> Void
    package let figures = ReminderFigures()
    /// Nothing is sent; what is due waits.
    let isPaused: Bool

    /// Rows taken at once, and parts of the work under way at once.
    private static let page = 500
    private static let breadth = 16
    /// Rows of one account at once: whoever has many, or slow receivers, waits for their own.
    private static let mostOfAccount = 32
    /// For so long nobody else takes what this process took.
    static let lease: Int64 = 60_000
    /// Other processes may bring something nearer without a word; that takes them as long as this, and no longer.
    private static let longestPause: Int64 = 60_000
    /// While sending is paused; whoever lets it go on does so without a word.
    private static let heldPause: Int64 = 5_000
    /// However much news there is.
    private static let shortestPause = Duration.milliseconds(100)

    package init(
        _ database: Database, _ ledger: Ledger, _ log: Log, _ key: SecretKey, isPaused: Bool = false,
        carrying: @escaping Carrying
    ) {
        (self.database, self.log, self.isPaused) = (database, log, isPaused)
        news = ledger.reminderNews
        tellStreams = { ledger.announcements.reminded($0) }
        courier = Courier(database: database, key: key, carry: carrying, figures: figures)
        outcomes = Outcomes(database)
    }

    /// Works until its task is cancelled.
    @Sendable package func run() async {
        guard !isPaused else { return }
        var pause = Duration.milliseconds(.random(in: 0...1_000))
        while true {
            await news.wait(atMost: pause)
            await Reactor.current?.sleep(for: Self.shortestPause)
            if Task.isCancelled { return }
            do {
                try await sendAll()
                pause = try await untilNext(now: .now())
            } catch {
                log.warning("sending reminders interrupted", .error(type(of: error)))
                pause = .seconds(1)
            }
        }
    }

    private func untilNext(now: Instant) async throws -> Duration {
        let rows = try await database.read(
            "SELECT (SELECT min(look_at) FROM reminder), reminders_paused_at IS NOT NULL FROM instance")
        let (next, isHeld) = try rows.first?.decode((Instant?, Bool).self) ?? (nil, false)
        if isHeld { return .milliseconds(Self.heldPause) }
        let pause = next.map { max(0, $0.milliseconds - now.milliseconds) } ?? Self.longestPause
        return .milliseconds(min(pause, Self.longestPause))
    }

    /// Sends what is due until nothing is.
    package func sendAll(clock: @escaping Clock = { .now() }) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var running = 0
            while !Task.isCancelled {
                let rows = try await take(now: clock())
                if rows.isEmpty { break }
                if running == Self.breadth {
                    try await group.next()
                    running -= 1
                }
                running += 1
                group.addTask(executorPreference: Reactor.current) { try await send(rows, clock) }
            }
            try await group.waitForAll()
        }
    }

    private func take(now: Instant) async throws -> [ReminderRow] {
        let lease = now.adding(milliseconds: Self.lease)
        let rows = try await database.write(.take(atMost: Self.page, now: now, until: lease))
        return try rows.decode((Identifier, Identifier, Instant?).self).map {
            ReminderRow(account: $0, subject: $1, dueAt: $2, lookAt: lease)
        }
    }

    private func send(_ taken: [ReminderRow], _ clock: @escaping Clock) async throws {
        let now = clock()
        let (rows, postponed) = underWay.admit(taken, atMost: Self.mostOfAccount, now: now)
        defer { underWay.leave(Set(rows.map(\.account))) }
        if !postponed.isEmpty { try await writeBack(postponed) }
        guard !rows.isEmpty else { return }
        let restoredAt = try await restoredAt()
        let settled = try await AccountNews.load(rows, in: database, now: now).map {
            (news: $0, settlement: Settlement($0, now: now, restoredAt: restoredAt))
        }
        try await write(settled.map(\.settlement), of: settled.map(\.news.account))
        for (news, settlement) in settled where settlement.isForStreams { tellStreams(news.account) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (news, settlement) in settled {
                group.addTask(executorPreference: Reactor.current) {
                    try await outcomes.record(try await courier.deliver(settlement, news, clock))
                }
            }
            try await group.waitForAll()
        }
    }

    /// What is to be told is written down before it is told.
    private func write(_ settlements: [Settlement], of accounts: [Identifier]) async throws {
        let (made, dropped) = (settlements.flatMap(\.made), settlements.flatMap(\.dropped))
        var queries: [Query] = [.scope(accounts)]
        if !made.isEmpty { queries.append(.make(made)) }
        if !dropped.isEmpty { queries.append(.settle(dropped)) }
        guard queries.count > 1 else { return }
        let statements = queries
        try await database.transaction { transaction in _ = try await transaction.commit(after: statements) }
    }

    private func writeBack(_ rows: [(row: ReminderRow, dueAt: Instant?, lookAt: Instant?)]) async throws {
        for query in Query.giveBack(rows) { try await database.write(query) }
    }

    /// When this database was restored from a backup, if it ever was.
    private func restoredAt() async throws -> Instant {
        let rows = try await database.read("SELECT epoch_began_at FROM instance WHERE epoch_began_at > created_at")
        return try rows.first?.decode(0, as: Instant.self) ?? .earliest
    }

    /// Sends a message over one channel, to see whether it arrives; waits for what becomes of it.
    package func test(_ channel: Channel) async throws -> Delivery { try await send(.test, over: channel) }

    /// Asks the owner of an email address whether they want to be written to.
    package func askToConfirm(_ channel: Channel) async throws { _ = try await send(.confirm, over: channel) }

    private func send(_ telling: Telling, over channel: Channel) async throws -> Delivery {
        let now = Instant.now()
        let key = Delivery.Key(
            account: channel.account, subject: channel.id, telling: telling, dueAt: now, channel: channel.id)
        let isFetched = channel.kind == .live
        let delivery = Delivery(key, at: now, tryAt: isFetched ? nil : now.adding(milliseconds: Self.lease))
        try await database.transaction(of: channel.account) { transaction in
            _ = try await transaction.commit(after: [.make([delivery])])
        }
        if isFetched {
            tellStreams(channel.account)
            return delivery
        }
        var news = AccountNews(account: channel.account)
        news.channels = [channel]
        var outcome = try await courier.deliver(Settlement(sending: delivery, news), news) { .now() }
        // Who asks is waiting: it is not tried again behind their back.
        outcome.deliveries = outcome.deliveries.map {
            $0.state == .waiting ? $0.over(.failed, $0.reason ?? "", at: now) : $0
        }
        try await outcomes.record(outcome)
        return outcome.deliveries.first ?? delivery
    }
}

/// How many rows of each account this process works on.
private final class UnderWay: Sendable {
    private let accounts = Mutex<Set<Identifier>>([])

    /// Takes some rows of each account that is not worked on already; the others wait, a few more each second.
    func admit(
        _ rows: [ReminderRow], atMost most: Int, now: Instant
    ) -> (rows: [ReminderRow], later: [(row: ReminderRow, dueAt: Instant?, lookAt: Instant?)]) {
        accounts.withLock { accounts in
            var admitted: [ReminderRow] = []
            var later: [(row: ReminderRow, dueAt: Instant?, lookAt: Instant?)] = []
            var counts: [Identifier: Int] = [:]
            let busy = accounts
            for row in rows {
                let count = counts[row.account, default: 0]
                counts[row.account] = count + 1
                if count < most, !busy.contains(row.account) {
                    admitted.append(row)
                    accounts.insert(row.account)
                } else {
                    let wait = Int64(1_000 * (1 + count / most))
                    later.append((row, row.dueAt, now.adding(milliseconds: wait)))
                }
            }
            return (admitted, later)
        }
    }

    func leave(_ gone: Set<Identifier>) { accounts.withLock { $0.subtract(gone) } }
}
