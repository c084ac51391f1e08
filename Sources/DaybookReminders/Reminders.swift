import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres
import Reactor

/// Notifies devices of what they want to know, each soon after its time, once.
///
/// Every server process does it: each takes what is due for a while, so that no other does, decides what is to be sent,
/// writes that down, sends it, and writes down what became of it. Who dies in between leaves rows that are due again
/// after that while, and deliveries that are sent again as the same message.
package struct Reminders: Sendable {
    let database: Database
    private let log: Log
    private let news: Bell
    let sender: NotificationSender
    private let outcomes: Outcomes
    private let inFlight = InFlight()
    /// Tells streams that something waits for their devices.
    private let tellStreams: @Sendable (Identifier) -> Void
    package let figures = ReminderFigures()
    /// Nothing is sent; what is due waits.
    let isPaused: Bool

    /// Rows taken at once.
    private static let page = 250
    /// Other processes may bring something nearer without a word; that takes them as long as this, and no longer.
    private static let longestPause: Int64 = 60_000
    /// While sending is paused; whoever lets it go on does so without a word.
    private static let heldPause: Int64 = 5_000
    /// However much news there is.
    private static let shortestPause = Duration.milliseconds(100)

    package init(
        _ database: Database, _ wanted: WantedReminders, _ log: Log, _ key: SecretKey, isPaused: Bool = false,
        server: String? = nil, carrying: @escaping Carrying
    ) {
        (self.database, self.log, self.isPaused) = (database, log, isPaused)
        news = wanted.news
        tellStreams = { wanted.announcements.reminded($0) }
        sender = NotificationSender(database: database, key: key, carry: carrying, figures: figures, server: server)
        outcomes = Outcomes(database)
    }

    /// Works until its task is cancelled.
    @Sendable package func run() async {
        guard !isPaused else { return }
        var pause = Duration.milliseconds(.random(in: 0...1_000))
        await withDiscardingTaskGroup { group in
            while true {
                await news.wait(atMost: pause)
                await Reactor.current?.sleep(for: Self.shortestPause)
                if Task.isCancelled { return }
                do {
                    try await sendDue(in: &group) { .now() }
                    pause = try await untilNext(now: .now())
                } catch {
                    log.interrupted("sending reminders interrupted", error)
                    pause = .seconds(1)
                }
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

    /// Sends what is due, and waits for what becomes of it.
    package func sendAll(clock: @escaping Clock) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            while let begun = try await sendSome(clock) {
                for (settlement, news) in begun { group.addTask { try await deliver(settlement, news, clock) } }
            }
        }
    }

    /// Sends until nothing is due. What becomes of it is not waited for: a slow receiver holds up nobody else.
    private func sendDue(in group: inout DiscardingTaskGroup, _ clock: @escaping Clock) async throws {
        while !Task.isCancelled, let begun = try await sendSome(clock) {
            for (settlement, news) in begun {
                group.addTask(executorPreference: Reactor.current) {
                    do { try await deliver(settlement, news, clock) } catch {
                        log.interrupted("a delivery is unfinished and will be tried again", error)
                    }
                }
            }
        }
    }

    private func take(now: Instant) async throws -> [ReminderRow] {
        let lease = now.adding(milliseconds: ReminderRow.lease)
        let taken = try await database.transaction { transaction -> Rows? in
            let isSpread = transaction.isSpread
            if isSpread, try await transaction.run(.asksWhetherSent).first?.decode(0, as: Bool.self) == false {
                return nil
            }
            return try await transaction.commit(after: [
                .scopeByKeys([]), .take(atMost: Self.page, now: now, until: lease, spread: isSpread),
            ]).last
        }
        guard let rows = taken else { return [] }
        return try rows.decode((Identifier, Identifier, Instant?).self).map {
            ReminderRow(account: $0, subject: $1, dueAt: $2, lookAt: lease)
        }
    }

    /// Takes some rows and records what of them is to be sent. Nil where nothing is due.
    private func sendSome(_ clock: Clock) async throws -> [(settlement: Settlement, news: AccountNews)]? {
        await inFlight.room()
        let now = clock()
        let taken = try await take(now: now)
        guard !taken.isEmpty else { return nil }
        let (rows, postponed) = inFlight.admit(taken, now: now)
        do {
            if !postponed.isEmpty { try await writeBack(postponed) }
            guard !rows.isEmpty else { return [] }
            let restoredAt = try await restoredAt()
            let settled = try await AccountNews.load(rows, in: database, now: now, restoredAt: restoredAt).map {
                (settlement: Settlement($0, now: now, restoredAt: restoredAt), news: $0)
            }
            let unreadable = settled.count { $0.news.isUnreadable }
            if unreadable > 0 {
                log.warning(
                    "accounts hold what this release cannot read; what they are told waits", .count(unreadable))
            }
            try await write(settled.map(\.settlement), of: settled.map(\.news.account), now: now)
            for (settlement, news) in settled where settlement.isForStreams { tellStreams(news.account) }
            return settled
        } catch {
            for account in Set(rows.map(\.account)) { inFlight.leave(account, now: now) }
            throw error
        }
    }

    private func deliver(_ settlement: Settlement, _ news: AccountNews, _ clock: @escaping Clock) async throws {
        let begun = clock()
        defer {
            let now = clock()
            inFlight.leave(news.account, after: now.milliseconds - begun.milliseconds, now: now)
        }
        let outcome = try await sender.deliver(settlement, news, clock)
        try await outcomes.record(outcome)
        // While the rows were taken, nobody saw when they are looked at next.
        if let next = outcome.lookAt, next < clock().adding(milliseconds: Self.longestPause) { self.news.ring() }
    }

    /// What is to be sent is recorded before it is sent.
    private func write(_ settlements: [Settlement], of accounts: [Identifier], now: Instant) async throws {
        let (made, dropped) = (settlements.flatMap(\.made), settlements.flatMap(\.dropped))
        let isSpread = try await database.isSpread()
        var queries: [Query] = [.scopeByKeys(accounts)]
        if !made.isEmpty { queries.append(.make(made, spread: isSpread)) }
        if !dropped.isEmpty { queries.append(.writeOutcomes(dropped)) }
        let looking = zip(settlements, accounts).filter(\.0.looksForOverdue).map(\.1)
        if !looking.isEmpty { queries.append(.lookAtOverdue(of: looking, now: now)) }
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
    package func askToConfirm(_ channel: Channel) async throws -> Delivery { try await send(.confirm, over: channel) }

    private func send(_ kind: DeliveryKind, over channel: Channel) async throws -> Delivery {
        let now = Instant.now()
        let key = Delivery.Key(
            account: channel.account, subject: channel.id, kind: kind, dueAt: now, channel: channel.id)
        let isFetched = channel.kind == .live
        let delivery = Delivery(key, at: now, tryAt: isFetched ? nil : now.adding(milliseconds: ReminderRow.lease))
        try await database.transaction(of: channel.account) { transaction in
            _ = try await transaction.commit(after: [.make([delivery], spread: transaction.isSpread)])
        }
        if isFetched {
            tellStreams(channel.account)
            return delivery
        }
        var news = AccountNews(account: channel.account)
        news.channels = [channel]
        var outcome = try await sender.deliver(Settlement(sending: delivery, news), news) { .now() }
        // Who asks is waiting: it is not tried again behind their back.
        outcome.deliveries = outcome.deliveries.map {
            $0.state == .waiting ? $0.over(.failed, $0.reason ?? "", at: now) : $0
        }
        try await outcomes.record(outcome)
        return outcome.deliveries.first ?? delivery
    }
}
