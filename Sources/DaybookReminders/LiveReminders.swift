import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// What waits for a device that listens to its account's stream.
package struct LiveReminders: Sendable {
    let database: Database
    let key: SecretKey
    private let server: String?

    package init(_ database: Database, _ key: SecretKey, server: String?) {
        (self.database, self.key, self.server) = (database, key, server)
    }

    /// A device that was away for longer knows from its own replica what it missed.
    private static let latest: Int64 = 24 * 3_600_000
    package static let most = 50

    /// The oldest first, with what is shown of each.
    package func waiting(
        for device: Identifier, of account: Identifier, now: Instant = .now()
    ) async throws -> [(delivery: Delivery, event: ReminderEvent)] {
        let rows = try await database.read(
            of: account,
            """
            SELECT \(Delivery.columns) FROM channel JOIN delivery USING (account_id, channel_id)
            WHERE channel.account_id = \(account) AND channel.device_id = \(device) AND channel.kind = 'live'
                AND channel.off_reason IS NULL AND delivery.state = 'waiting'
                AND delivery.made_at > \(now.adding(milliseconds: -Self.latest))
            ORDER BY delivery.made_at LIMIT \(Self.most)
            """)
        guard !rows.isEmpty else { return [] }
        let deliveries = try rows.map { try Delivery($0) }
        let subjects = Set(deliveries.map { $0.key.kind.isOfAccount ? .zero : $0.key.subject })
        let wanted = subjects.map { ReminderRow(account: account, subject: $0, dueAt: now, lookAt: now) }
        guard let news = try await AccountNews.load(wanted, in: database, now: now).first else { return [] }
        var composer = Composer(news: news, key: key, now: now, server: server)
        if subjects.contains(.zero) {
            composer.counts = try await DayCounts.load(of: account, news.settings, in: database, at: now)
        }
        var waiting: [(Delivery, ReminderEvent)] = []
        var silent: [Delivery] = []
        for delivery in deliveries {
            guard let channel = news.channels.first(where: { $0.id == delivery.key.channel }),
                let event = composer.event(delivery, over: channel, channel.address(key))
            else {
                silent.append(delivery.over(.dropped, "nothing_to_tell", at: now))
                continue
            }
            waiting.append((delivery, event))
        }
        if !silent.isEmpty { try await settle(silent) }
        return waiting
    }

    /// They are on the device's stream.
    package func told(_ deliveries: [Delivery]) async throws {
        let now = Instant.now()
        try await settle(deliveries.map { $0.after(.delivered, at: now) })
    }

    private func settle(_ deliveries: [Delivery]) async throws {
        guard let account = deliveries.first?.key.account else { return }
        try await database.transaction(of: account) { transaction in
            _ = try await transaction.commit(after: [.writeOutcomes(deliveries)])
        }
    }
}
