import DaybookCore
import DaybookStore
import Postgres

/// What became of everything that was sent over a channel.
package struct DeliveryLog: Sendable {
    let database: Database

    /// What is older is forgotten. It is longer than anything is sent late or taken back.
    static let memory = 30 * Instant.dayLength

    package init(_ database: Database) { self.database = database }

    /// The newest first; `next` is where the following page begins.
    package func read(
        of account: Identifier, _ channel: Identifier, before: Instant?, limit: Int
    ) async throws -> (deliveries: [Delivery], next: Instant?) {
        let before = before ?? Instant.now().adding(milliseconds: Instant.dayLength)
        // Those that were made at one moment come on one page, or a cursor between them would lose some.
        let rows = try await database.read(
            of: account,
            """
            SELECT \(Delivery.columns) FROM delivery
            WHERE account_id = \(account) AND channel_id = \(channel) AND made_at < \(before)
            ORDER BY made_at DESC FETCH FIRST \(limit + 1) ROWS WITH TIES
            """)
        let found = try rows.map { try Delivery($0) }
        guard found.count > limit, let last = found.last?.madeAt else { return (found, nil) }
        let page = found.filter { $0.madeAt > last }
        return page.isEmpty ? (found, last) : (page, page.last?.madeAt)
    }

    /// The keys of some that have had their time. That a channel is lost is reported once for as long as it is there.
    package static func old(of account: Identifier, now: Instant, atMost limit: Int) -> Query {
        """
        SELECT delivery.subject_id, delivery.kind, delivery.due_at, delivery.channel_id
        FROM channel JOIN delivery USING (account_id, channel_id)
        WHERE account_id = \(account) AND delivery.made_at < \(now.adding(milliseconds: -memory))
            AND delivery.kind <> \(DeliveryKind.lost.rawValue) LIMIT \(limit)
        """
    }

    /// Forgets some of them; answers how many.
    package func drop(of account: Identifier, now: Instant, atMost limit: Int) async throws -> Int {
        try await database.transaction(of: account) { transaction in
            try await transaction.run(
                """
                DELETE FROM delivery USING (\(Self.old(of: account, now: now, atMost: limit))) AS old
                WHERE delivery.account_id = \(account) AND delivery.subject_id = old.subject_id
                    AND delivery.kind = old.kind AND delivery.due_at = old.due_at
                    AND delivery.channel_id = old.channel_id
                """
            ).affected
        }
    }
}
