import DaybookCore
import Postgres

/// How far a channel has been sent the changes of its account.
package struct ChangeCursor: Hashable, Sendable {
    package let account: Identifier
    package let channel: Identifier
    /// Everything up to here was sent.
    package let told: Int64
    /// Until then a process has it; or it is tried again then.
    let tryAt: Instant?
    /// Failures since something arrived.
    package let attempts: Int
    /// Changes that the receiver refused for good.
    package let refused: Int64

    /// For so long nobody else takes what a process took.
    package static let lease: Int64 = 60_000

    static let columns: Query = """
        change_cursor.account_id, change_cursor.channel_id, change_cursor.told_revision, change_cursor.try_at,
        change_cursor.attempts, change_cursor.refused
        """

    init(_ row: Row) throws(PostgresError) {
        let attempts: Int32
        (account, channel, told, tryAt, attempts, refused) = try row.decode(
            (Identifier, Identifier, Int64, Instant?, Int32, Int64).self)
        self.attempts = Int(attempts)
    }

    /// When it is tried again, where it failed.
    package var retryAt: Instant? { attempts > 0 ? tryAt : nil }
}

/// From where on changes are sent again.
package enum ReplayStart: Hashable, Sendable {
    /// After it.
    case revision(Int64)
    /// What the server wrote down at this instant or later.
    case instant(Instant)

    func query(of account: Identifier) -> Query {
        switch self {
        case .revision(let revision): "SELECT \(revision)::int8"
        case .instant(let instant):
            """
            SELECT coalesce((SELECT revision FROM change
                WHERE account_id = \(account) AND recorded_at < \(instant) ORDER BY revision DESC LIMIT 1), 0)
            """
        }
    }
}

extension Query {
    static func lockClock(of account: Identifier) -> Query {
        "SELECT revision FROM account_clock WHERE account_id = \(account) FOR UPDATE"
    }

    /// Under the lock of the account's clock: changes from now on are sent over the channel; where that was so already,
    /// it goes on where it was, and soon. Or they are sent no more.
    static func tellChanges(_ isWanted: Bool, over channel: Identifier, of account: Identifier, now: Instant) -> [Query]
    {
        let soon = now.adding(milliseconds: ChangeCursor.lease)
        return [
            isWanted
                ? """
                INSERT INTO change_cursor (account_id, channel_id, told_revision)
                SELECT account_id, \(channel), revision FROM account_clock WHERE account_id = \(account)
                ON CONFLICT (account_id, channel_id) DO UPDATE SET is_paused = false, attempts = 0,
                    try_at = CASE WHEN change_cursor.try_at > \(soon) THEN \(soon) ELSE change_cursor.try_at END
                """
                : "DELETE FROM change_cursor WHERE account_id = \(account) AND channel_id = \(channel)",
            .noteTelling(of: account),
        ]
    }

    /// Under the lock of the account's clock, and in a statement of its own, so that it sees what was committed before.
    static func noteTelling(of account: Identifier) -> Query {
        """
        UPDATE account_clock SET tells_changes = NOT tells_changes WHERE account_id = \(account)
            AND tells_changes <> EXISTS (SELECT 1 FROM change_cursor WHERE change_cursor.account_id = \(account))
        """
    }

    /// A process that has the cursor keeps it until it notices.
    static func setCursor(of account: Identifier, _ channel: Identifier, to revision: Int64, now: Instant) -> Query {
        let soon = now.adding(milliseconds: ChangeCursor.lease)
        return """
            UPDATE change_cursor SET told_revision = \(revision), attempts = 0,
                try_at = CASE WHEN try_at > \(soon) THEN \(soon) ELSE try_at END
            WHERE account_id = \(account) AND channel_id = \(channel)
            """
    }
}
