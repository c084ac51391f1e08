import DaybookCore
import DaybookStore
import Postgres

/// What became of everything that was told over a channel.
package struct DeliveryLog: Sendable {
    let database: Database

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
}
