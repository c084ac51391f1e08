import DaybookCore
import DaybookHost
import Notifying
import Postgres
import Reactor

/// What carries a notification to an address: the senders of all kinds, or a test's.
package typealias Carrying = @Sendable (Notifying.Notification, ChannelAddress) async -> SendOutcome

/// What time it is; a test's own says so itself.
package typealias Clock = @Sendable () -> Instant

/// Sends what an account is notified of, and says what became of it.
struct NotificationSender: Sendable {
    let database: Database
    let key: SecretKey
    let carry: Carrying
    let figures: ReminderFigures
    /// Where the links of all messages lead, if the operator says so.
    let server: String?
    private let sendLimit = SendLimit()

    /// Sent at once for one account: a slow receiver holds up its own account only.
    private static let breadth = 8
    /// For so long further deliveries of it begin: what has begun ends before others may take the rest.
    private static let startWindow: Int64 = 10_000

    /// What became of an account's deliveries.
    struct Outcome: Sendable {
        let account: Identifier
        var endedAt: Instant
        var deliveries: [Delivery] = []
        var rows: [(row: ReminderRow, dueAt: Instant?, lookAt: Instant?)] = []
        /// When the account's own row, which is not among them, is looked at for what is tried again.
        var momentsAt: Instant?
        /// Channels that took something, and such that did not, with why they are given up, if they are.
        var reached: Set<Identifier> = []
        var failing: [Identifier: String?] = [:]
    }

    func deliver(_ settlement: Settlement, _ news: AccountNews, _ clock: @escaping Clock) async throws -> Outcome {
        let begun = clock()
        var outcome = Outcome(account: news.account, endedAt: begun, rows: settlement.rows)
        let composer = try await composer(for: settlement.toSend, news, clock())
        var left = settlement.toSend[...]
        await withTaskGroup(of: (Delivery, SendOutcome?).self) { group in
            func sendNext() {
                guard let delivery = left.popFirst() else { return }
                group.addTask(executorPreference: Reactor.current) { await send(delivery, composer, clock) }
            }
            for _ in 0..<Self.breadth { sendNext() }
            while let (delivery, sent) = await group.next() {
                outcome.take(delivery, sent, of: news, now: clock())
                if clock() < begun.adding(milliseconds: Self.startWindow) { sendNext() }
            }
        }
        for delivery in left { outcome.deliveries.append(delivery.again(at: clock())) }
        outcome.lookAgain()
        outcome.endedAt = clock()
        return outcome
    }

    private func composer(for deliveries: [Delivery], _ news: AccountNews, _ now: Instant) async throws -> Composer {
        var composer = Composer(news: news, key: key, now: now, server: server)
        let digests: Set<DeliveryKind> = [.review, .morning, .weekly, .region]
        if deliveries.contains(where: { digests.contains($0.key.kind) }) {
            composer.counts = try await DayCounts.load(of: news.account, news.settings, in: database, at: now)
        }
        return composer
    }

    private func send(
        _ delivery: Delivery, _ composer: Composer, _ clock: Clock
    ) async -> (Delivery, SendOutcome?) {
        guard let channel = composer.news.channels.first(where: { $0.id == delivery.key.channel }) else {
            return (delivery.over(.dropped, "channel_gone", at: clock()), nil)
        }
        guard var address = channel.address(key) else {
            return (delivery.over(.failed, "the address was sealed with another secret key", at: clock()), nil)
        }
        guard let notification = composer.notification(delivery, over: channel, address) else {
            return (delivery.over(.dropped, "nothing_to_tell", at: clock()), nil)
        }
        address.unsubscribe = composer.unsubscribe(delivery.key, from: address)
        let sent = await sendLimit.run { [address] in await carry(notification, address) }
        figures.sent(over: channel.kind, sent, late: clock().milliseconds - delivery.key.dueAt.milliseconds)
        return (delivery.after(sent, at: clock()), sent)
    }
}

extension NotificationSender.Outcome {
    /// When something of it is looked at again.
    var lookAt: Instant? { (rows.compactMap(\.lookAt) + [momentsAt].compactMap(\.self)).min() }

    /// A channel that nothing has reached for so long is given up.
    static let givenUpAfter: Int64 = 7 * 24 * 3_600_000

    mutating func take(_ delivery: Delivery, _ sent: SendOutcome?, of news: AccountNews, now: Instant) {
        deliveries.append(delivery)
        let channel = delivery.key.channel
        // Where nothing was sent for weeks, a first attempt that fails says nothing of the time between.
        let failingSince =
            delivery.attempts < Delivery.manyAttempts ? nil : news.channels.first { $0.id == channel }?.failingSince
        take(sent, over: channel, failingSince: failingSince, now: now)
    }

    /// What it says of the channel.
    mutating func take(_ sent: SendOutcome?, over channel: Identifier, failingSince: Instant?, now: Instant) {
        switch sent {
        case .delivered: reached.insert(channel)
        case .gone: failing[channel] = .some(ChannelEnd.gone)
        case .retry:
            let isLong = failingSince.map { $0 < now.adding(milliseconds: -Self.givenUpAfter) } ?? false
            failing[channel] = .some(isLong ? ChannelEnd.failing : failing[channel] ?? nil)
        case .refused, nil: break
        }
    }

    /// Rows whose deliveries are tried again are looked at again then.
    mutating func lookAgain() {
        for index in rows.indices {
            let row = rows[index].row
            let own = deliveries.filter {
                row.isOfAccount ? $0.key.kind.isOfAccount : $0.key.subject == row.subject
            }
            let tries = own.compactMap(\.tryAt)
            guard let first = tries.min() else { continue }
            rows[index].lookAt = rows[index].lookAt.map { min($0, first) } ?? first
        }
        guard !rows.contains(where: \.row.isOfAccount) else { return }
        momentsAt = deliveries.filter(\.key.kind.isOfAccount).compactMap(\.tryAt).min()
    }
}

extension Query {
    /// How exactly a channel says when it was reached: a row is not written for each of many messages.
    private static let noted: Int64 = 10_000

    /// What is known of channels after something was sent to them.
    static func note(_ outcomes: [NotificationSender.Outcome]) -> [Query] {
        guard let now = outcomes.map(\.endedAt).max() else { return [] }
        var queries: [Query] = []
        let reached = outcomes.flatMap { outcome in outcome.reached.map { (outcome.account, $0) } }
        if !reached.isEmpty {
            queries.append(
                """
                UPDATE channel SET delivered_at = \(now), failing_since = NULL
                FROM unnest(\(reached.map(\.0)), \(reached.map(\.1))) AS told (account_id, channel_id)
                WHERE channel.account_id = told.account_id AND channel.channel_id = told.channel_id
                    AND (channel.delivered_at < \(now.adding(milliseconds: -Self.noted)) OR channel.delivered_at IS NULL
                        OR channel.failing_since IS NOT NULL)
                """)
        }
        let failing = outcomes.flatMap { outcome in
            outcome.failing.filter { !outcome.reached.contains($0.key) }.map { (outcome.account, $0.key, $0.value) }
        }
        if !failing.isEmpty {
            queries.append(
                """
                UPDATE channel SET failing_since = coalesce(channel.failing_since, \(now)),
                    off_reason = coalesce(channel.off_reason, told.off_reason)
                FROM unnest(\(failing.map(\.0)), \(failing.map(\.1)), \(failing.map(\.2)))
                    AS told (account_id, channel_id, off_reason)
                WHERE channel.account_id = told.account_id AND channel.channel_id = told.channel_id
                """)
            let lost = failing.filter { $0.2 != nil }.map(\.0)
            // The person hears over another channel that this one is lost.
            if !lost.isEmpty { queries.append(.lookAtMoments(of: lost.map { ($0, now) })) }
        }
        return queries
    }
}
