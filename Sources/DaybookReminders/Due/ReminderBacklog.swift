import DaybookCore
import Postgres

/// What waits to be sent, over all accounts. It is read from the ends of an index, so it costs the same on a database
/// of any size.
package struct ReminderBacklog: Sendable {
    /// What is due and not taken by any server yet, counted up to `most`.
    package let due: Int
    /// Since when the oldest of it waits.
    package let oldest: Instant?
    /// When something is due next.
    package let next: Instant?
    /// Since when nothing is sent, on no server.
    package let pausedAt: Instant?

    package static let most = 10_000

    package static func load(from database: Database, now: Instant = .now()) async throws -> ReminderBacklog {
        let rows = try await database.read(
            """
            SELECT (SELECT count(*) FROM (SELECT 1 FROM reminder WHERE look_at <= \(now) LIMIT \(most)) AS few),
                (SELECT min(look_at) FROM reminder WHERE look_at <= \(now)),
                (SELECT min(look_at) FROM reminder WHERE look_at > \(now)), reminders_paused_at
            FROM instance
            """)
        let (due, oldest, next, pausedAt) =
            try rows.first?.decode((Int, Instant?, Instant?, Instant?).self) ?? (0, nil, nil, nil)
        return ReminderBacklog(due: due, oldest: oldest, next: next, pausedAt: pausedAt)
    }

    /// How late the oldest is, in milliseconds.
    package func late(at now: Instant) -> Int64? { oldest.map { max(0, now.milliseconds - $0.milliseconds) } }

    /// From now on no server takes what is due; what one has taken already still goes out.
    package static func pause(in database: Database, now: Instant = .now()) async throws {
        try await database.write("UPDATE instance SET reminders_paused_at = coalesce(reminders_paused_at, \(now))")
    }

    package static func resume(in database: Database) async throws {
        try await database.write("UPDATE instance SET reminders_paused_at = NULL")
    }
}
