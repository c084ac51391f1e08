import DaybookCore
import Postgres

/// Where tables are spread over several servers, cursors are on one of them and the accounts' clocks on the others.
extension ChangeHooks {
    /// The same as `claim`, in steps: which cursors may be taken, which of them are behind, and those are taken that
    /// nobody has taken meanwhile.
    func claimSpread(_ among: Query, atMost limit: Int, now: Instant) async throws -> [ChangeCursor] {
        let isSent = try await database.read("SELECT reminders_paused_at IS NULL FROM instance")
        guard try isSent.first?.decode(0, as: Bool.self) == true else { return [] }
        var claimed: [ChangeCursor] = []
        var last = (account: Identifier.zero, channel: Identifier.zero)
        while claimed.count < limit {
            let cursors = try await database.read(
                """
                SELECT \(ChangeCursor.columns) FROM change_cursor
                WHERE \(among) AND \(Self.isFree(at: now)) AND (account_id, channel_id) > (\(last.account), \(last.channel))
                ORDER BY account_id, channel_id LIMIT 1000
                """
            ).map { try ChangeCursor($0) }
            guard let end = cursors.last else { break }
            last = (end.account, end.channel)
            let behind = try await behind(cursors).prefix(limit - claimed.count)
            if !behind.isEmpty { claimed += try await take(Array(behind), now: now) }
        }
        return claimed
    }

    private static func isFree(at now: Instant) -> Query {
        "(change_cursor.try_at IS NULL OR change_cursor.try_at <= \(now)) AND NOT change_cursor.is_paused"
    }

    private func behind(_ cursors: [ChangeCursor]) async throws -> [ChangeCursor] {
        let rows = try await database.read(
            """
            SELECT account_id, revision FROM account_clock JOIN account USING (account_id)
            WHERE account_clock.account_id = ANY(\(Set(cursors.map(\.account)).sorted()))
                AND account.disabled_at IS NULL AND account.deleting_at IS NULL
            """)
        let revisions = Dictionary(try rows.decode((Identifier, Int64).self)) { $1 }
        return cursors.filter { cursor in revisions[cursor.account].map { $0 != cursor.told } ?? false }
    }

    private func take(_ cursors: [ChangeCursor], now: Instant) async throws -> [ChangeCursor] {
        try await database.write(
            """
            UPDATE change_cursor SET try_at = \(now.adding(milliseconds: ChangeCursor.lease))
            FROM unnest(\(cursors.map(\.account)), \(cursors.map(\.channel)), \(cursors.map(\.told)))
                AS behind (account_id, channel_id, told_revision)
            WHERE change_cursor.account_id = behind.account_id AND change_cursor.channel_id = behind.channel_id
                AND change_cursor.told_revision = behind.told_revision AND \(Self.isFree(at: now))
            RETURNING \(ChangeCursor.columns)
            """
        ).map { try ChangeCursor($0) }
    }
}
