import DaybookCore
import DaybookStore
import Postgres

/// What channels all accounts have, and what became of the messages that were made for them lately. Only counts:
/// nothing of whose they are or what was sent.
package struct ReminderCensus: Sendable {
    package struct Channels: Hashable, Sendable {
        package let kind: String
        /// Why they are off; nil where they are on.
        package let offReason: String?
    }

    package struct Messages: Hashable, Sendable {
        package let kind: String
        package let state: String
        package let reason: String?
    }

    package private(set) var channels: [Channels: Int] = [:]
    package private(set) var messages: [Messages: Int] = [:]

    /// Looks through the accounts, some hundred at once.
    package static func take(
        of database: Database, since: Instant, page: Int = 500
    ) async throws -> ReminderCensus {
        var census = ReminderCensus()
        try await eachPage(of: database, page) { accounts in
            let answers = try await database.transaction(readOnly: true) { transaction in
                try await transaction.run([
                    .scope(accounts),
                    """
                    SELECT kind, off_reason, count(*) FROM channel JOIN device USING (account_id, device_id)
                    WHERE account_id = ANY(\(accounts)) AND revoked_at IS NULL GROUP BY kind, off_reason
                    """,
                    """
                    SELECT channel.kind, delivery.state, delivery.reason, count(*)
                    FROM channel JOIN delivery USING (account_id, channel_id)
                    WHERE channel.account_id = ANY(\(accounts)) AND delivery.made_at > \(since)
                    GROUP BY channel.kind, delivery.state, delivery.reason
                    """,
                ])
            }
            for (kind, reason, count) in try answers[1].decode((String, String?, Int).self) {
                census.channels[Channels(kind: kind, offReason: reason), default: 0] += count
            }
            for (kind, state, reason, count) in try answers[2].decode((String, String, String?, Int).self) {
                census.messages[Messages(kind: kind, state: state, reason: reason), default: 0] += count
            }
            return true
        }
        return census
    }

    /// A channel of whichever account, for the operator who was told its id.
    package static func channel(_ id: Identifier, in database: Database, page: Int = 500) async throws -> Channel? {
        var found: Channel?
        try await eachPage(of: database, page) { accounts in
            let answers = try await database.transaction(readOnly: true) { transaction in
                try await transaction.run([
                    .scope(accounts),
                    """
                    SELECT \(Channel.columns) FROM channel JOIN device USING (account_id, device_id)
                    WHERE account_id = ANY(\(accounts)) AND channel_id = \(id) AND revoked_at IS NULL
                    """,
                ])
            }
            found = try answers[1].first.map { try Channel($0) }
            return found == nil
        }
        return found
    }

    /// - Parameter body: says whether to go on.
    private static func eachPage(
        of database: Database, _ page: Int, _ body: ([Identifier]) async throws -> Bool
    ) async throws {
        var last = Identifier.zero
        while true {
            let accounts = try await database.read(.accounts(after: last, atMost: page))
                .map { row in try row.decode(0, as: Identifier.self) }
            guard let end = accounts.last, try await body(accounts) else { return }
            last = end
        }
    }
}
