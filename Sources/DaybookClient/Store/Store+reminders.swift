import DaybookCore

extension Store {
    /// What was shown is remembered for so long; no server tells a reminder later.
    static let remembersShown: Int64 = 30 * 86_400_000

    /// Notes that something is shown now, and answers whether that is news.
    func noteShown(_ subject: String, dueAt: Instant, at now: Instant) throws(StoreError) -> Bool {
        try connection.run("DELETE FROM shown_reminder WHERE at < ?1", now.milliseconds - Self.remembersShown)
        return try connection.number(
            """
            INSERT INTO shown_reminder (subject, due_at, at) VALUES (?1, ?2, ?3)
            ON CONFLICT (subject, due_at) DO NOTHING RETURNING 1
            """, subject, dueAt.milliseconds, now.milliseconds) != nil
    }

    /// Notes what the system will show at a time to come, in place of what it was to show before.
    func noteHandedOver(_ reminders: [(subject: String, dueAt: Instant, at: Instant)], at now: Instant) throws {
        try transaction {
            try connection.run("DELETE FROM shown_reminder WHERE at > ?1", now.milliseconds)
            for reminder in reminders {
                try connection.run(
                    """
                    INSERT INTO shown_reminder (subject, due_at, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING
                    """, reminder.subject, reminder.dueAt.milliseconds, reminder.at.milliseconds)
            }
        }
    }
}
