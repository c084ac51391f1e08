import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// The links of notifications, from the server's side.
package struct ActLinks: Sendable {
    let database: Database
    let key: SecretKey
    private let news: @Sendable (Identifier) -> Void

    package init(_ database: Database, _ key: SecretKey, _ ledger: Ledger) {
        (self.database, self.key) = (database, key)
        news = { ledger.announcements.hasToRemind($0) }
    }

    /// A link that may act.
    package struct Link: Sendable {
        package let token: ActToken
        /// Whose channel it came over.
        package let device: Identifier
        package let settings: AccountSettings
        /// Of its task; nil where nobody shall read it.
        package let title: String?

        package var isOfTask: Bool { token.action.isOfTask }
    }

    /// Throws 404 for what this server has not made, and 410 for what counts no longer.
    package func open(_ text: String, now: Instant = .now()) async throws -> Link {
        guard let token = ActToken(text, key) else { throw Problem(.notFound) }
        guard token.endsAt > now else { throw Problem(.linkOver) }
        let account = token.account
        let rows = try await database.transaction(of: account, readOnly: true) { transaction in
            try await transaction.run([
                """
                SELECT device.device_id FROM channel JOIN device USING (account_id, device_id) JOIN account USING (account_id)
                WHERE channel.account_id = \(account) AND channel.channel_id = \(token.channel)
                    AND device.revoked_at IS NULL AND account.disabled_at IS NULL AND account.deleting_at IS NULL
                """,
                "SELECT \(AccountSettings.columns) FROM account_settings WHERE account_id = \(account)",
                """
                SELECT title FROM task WHERE account_id = \(account) AND task_id = \(token.task) AND deleted_at IS NULL
                """,
            ])
        }
        guard let device = try rows[0].first?.decode(0, as: Identifier.self) else { throw Problem(.linkOver) }
        let settings = try rows[1].first.map { try AccountSettings($0) } ?? AccountSettings()
        let title = try rows[2].first?.decode(0, as: String.self)
        guard !token.action.isOfTask || title != nil else { throw Problem(.linkOver) }
        return Link(
            token: token, device: device, settings: settings, title: settings.privateReminders ? nil : title)
    }

    /// What was shown of the task is taken back everywhere.
    package func dismiss(_ token: ActToken, now: Instant = .now()) async throws {
        try await database.write(
            """
            INSERT INTO reminder (account_id, subject_id, due_at, look_at) VALUES (\(token.account), \(token.task), NULL, \(now))
            ON CONFLICT (account_id, subject_id) DO UPDATE SET due_at = NULL, look_at = excluded.look_at
                WHERE reminder.due_at <= \(token.dueAt)
            """)
        news(token.account)
    }

    /// The owner of an email address wants to be written to.
    package func confirm(_ token: ActToken) async throws {
        try await database.transaction(of: token.account) { transaction in
            _ = try await transaction.commit(after: [
                """
                UPDATE channel SET off_reason = NULL WHERE account_id = \(token.account)
                    AND channel_id = \(token.channel) AND off_reason = \(ChannelEnd.unconfirmed)
                """,
                .beginMoments(of: token.account, now: .now()),
            ])
        }
        news(token.account)
    }

    /// The owner of an email address does not want to be written to any more.
    package func unsubscribe(_ token: ActToken) async throws {
        try await database.write(
            of: token.account,
            """
            UPDATE channel SET off_reason = \(ChannelEnd.unsubscribed)
            WHERE account_id = \(token.account) AND channel_id = \(token.channel)
            """)
    }
}

extension ProblemType {
    package static let linkOver = ProblemType(
        "link_over", .gone, "The link's time is over, or what it speaks of is gone")
}
