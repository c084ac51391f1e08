import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// What a channel is to be sent next.
struct ChangePage: Sendable {
    /// Nil where it is off, or its device has no access any more: nothing is sent.
    var channel: Channel?
    var events: [ChangeEvent] = []
    /// Once all of them are sent, everything up to here is.
    var end: Int64 = 0

    /// Lines of one page, and bytes of them and of the titles told with them after which it ends. One may hold more.
    private static let most = 100
    private static let bytes = 256 << 10

    /// Behind the cursor, in the ledger's order. Lines that are no longer kept are passed over.
    static func load(after cursor: ChangeCursor, in database: Database) async throws -> ChangePage {
        let account = cursor.account
        let lines: Query = """
            SELECT change.*, coalesce(task.title, list.name) AS shown_title,
                sum(coalesce(change.size, 0) + coalesce(octet_length(task.title), octet_length(list.name), 0))
                    OVER (ORDER BY change.revision ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
            FROM (SELECT * FROM change WHERE account_id = \(account) AND revision > \(cursor.told)
                ORDER BY revision LIMIT \(Self.most)) AS change
            LEFT JOIN task ON change.entity = 'task' AND task.account_id = \(account) AND task.task_id = change.entity_id
            LEFT JOIN list ON change.entity = 'list' AND list.account_id = \(account) AND list.list_id = change.entity_id
            """
        let answers = try await database.transaction(of: account, readOnly: true) { transaction in
            // The clock first: what is committed after it is no reason to believe that all was seen.
            try await transaction.run([
                "SELECT revision FROM account_clock WHERE account_id = \(account)",
                """
                SELECT \(Channel.columns) FROM channel JOIN device USING (account_id, device_id)
                WHERE channel.account_id = \(account) AND channel.channel_id = \(cursor.channel)
                    AND channel.off_reason IS NULL AND device.revoked_at IS NULL
                """,
                "SELECT private_reminders FROM account_settings WHERE account_id = \(account)",
                """
                SELECT \(LedgerEntry.columns), change.shown_title FROM (\(lines)) AS change
                WHERE bytes_before IS NULL OR bytes_before < \(Self.bytes) ORDER BY change.revision
                """,
            ])
        }
        guard let head = try answers[0].first?.decode(0, as: Int64.self),
            let channel = try answers[1].first.map({ try Channel($0) })
        else { return ChangePage() }
        let isPrivate = try answers[2].first?.decode(0, as: Bool.self) ?? false
        var page = ChangePage(channel: channel, end: head)
        for row in answers[3] {
            let entry = try LedgerEntry(row)
            let title: String? = try row.decode(row.columnCount - 1)
            page.end = entry.revision
            if let event = ChangeEvent(entry, title: isPrivate ? nil : title, over: channel.id) {
                page.events.append(event)
            }
        }
        // Nothing behind the cursor: what came since was sent or is gone. A database that was restored may
        // even be at less.
        return page
    }
}
