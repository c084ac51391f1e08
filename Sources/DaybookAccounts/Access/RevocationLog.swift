import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// What tells every server process that somebody may not do anything any more. A row belongs into the transaction that
/// takes the right away; processes read the rows a few times a second, whatever else they hear or miss.
package enum RevocationLog {
    static func entry(_ account: Identifier, device: Identifier, _ now: Instant = .now()) -> Query {
        entries([RevocationKey(account: account, device: device)], now)
    }

    /// Of all devices of an account: it is disabled, or will be deleted.
    package static func entry(_ account: Identifier, _ now: Instant = .now()) -> Query {
        entries([RevocationKey(account: account)], now)
    }

    static func entries(_ keys: [RevocationKey], _ now: Instant = .now()) -> Query {
        """
        INSERT INTO revocation (written_in, key, revoked_at)
        SELECT pg_current_xact_id()::text::bigint, key, \(now) FROM unnest(\(keys.map(\.bytes))) AS key
        """
    }

    /// Where a reader stands: every transaction of this history before this number was over when the reader looked.
    struct Cursor: Equatable, Sendable {
        var transaction: Int64 = 0
        var epoch: Identifier = .zero
        /// A promoted server gives out again numbers of transactions that its predecessor had given out last.
        var timeline = ""

        /// Whether what was read up to here says nothing about what `next` was read from.
        func isOfAnotherHistory(than next: Cursor) -> Bool {
            epoch != next.epoch || timeline != next.timeline || next.transaction < transaction
        }
    }

    struct Page: Sendable {
        var cursor: Cursor
        /// With the transaction that wrote it, since a row may be read more than once.
        var entries: Set<Entry>
    }

    struct Entry: Hashable, Sendable {
        let key: RevocationKey
        let transaction: Int64
    }

    static func read(after cursor: Cursor, from database: Database, timeout: Duration) async throws -> Page {
        let rows = try await database.read(
            """
            SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, \(Epoch.column), \(Epoch.timeline),
                written_in, key
            FROM instance LEFT JOIN revocation ON written_in >= \(cursor.transaction)
            """, timeout: timeout)
        var page = Page(cursor: cursor, entries: [])
        for row in rows {
            let (transaction, epoch, timeline, writtenIn, key) = try row.decode(
                (Int64, Identifier, String, Int64?, [UInt8]?).self)
            page.cursor = Cursor(transaction: transaction, epoch: epoch, timeline: timeline)
            if let writtenIn, let key { page.entries.insert(Entry(key: RevocationKey(key), transaction: writtenIn)) }
        }
        return page
    }

    /// Forgets what every process has long read.
    static func sweep(_ database: Database, now: Instant) async throws {
        try await database.write("DELETE FROM revocation WHERE revoked_at < \(now.adding(seconds: -3600))")
    }
}
