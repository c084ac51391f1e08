import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

/// Takes a device's channels along where its account is merged into another, with what was sent over them, so that
/// nothing is sent twice.
package struct ChannelMove: Sendable {
    let key: SecretKey

    package init(_ key: SecretKey) { self.key = key }

    /// Part of the transaction that closes the source for ever. The source was sent nothing since the merge began; what
    /// fell due meanwhile is sent to the target.
    @Sendable package func carry(
        from source: Identifier, to target: Identifier, with device: Identifier, _ transaction: Transaction
    ) async throws {
        let now = Instant.now()
        let answers = try await transaction.run([
            .scope([source, target]),
            """
            SELECT \(Channel.columns) FROM channel WHERE account_id = \(source) AND device_id = \(device)
            ORDER BY created_at, channel_id
            """,
            "SELECT count(*) FROM channel WHERE account_id = \(target)",
        ])
        let room = max(0, Channels.most - (try answers[2].first?.decode(0, as: Int.self) ?? 0))
        var queries: [Query] = []
        var moved: [Identifier] = []
        for channel in try answers[1].map({ try Channel($0) }).prefix(room) {
            guard let address = channel.address(key) else { continue }
            moved.append(channel.id)
            queries.append(copy(channel, to: target, address))
            // The changes that come with the merge are sent to nobody.
            if channel.wants.contains(.changes) {
                queries += Query.tellChanges(true, over: channel.id, of: target, now: now)
            }
        }
        if !moved.isEmpty {
            let told = try await transaction.run(
                """
                SELECT subject_id, kind, due_at, channel_id, made_at, amount, state, attempts, try_at, ended_at, reason
                FROM delivery WHERE account_id = \(source) AND channel_id = ANY(\(moved))
                    AND made_at > \(now.adding(milliseconds: -AccountNews.memory))
                """)
            if !told.isEmpty {
                queries.append(try Self.copy(told.map { try ToldRow($0) }, to: target, spread: transaction.isSpread))
            }
            queries.append(.beginMoments(of: target, now: now))
        }
        queries.append(
            """
            INSERT INTO reminder (account_id, subject_id, due_at, look_at)
            SELECT \(target), reminder.subject_id, reminder.due_at, \(now) FROM reminder
            JOIN task ON task.account_id = \(target) AND task.task_id = reminder.subject_id
                AND task.reminder_at = reminder.due_at AND task.deleted_at IS NULL AND task.completed_at IS NULL
            WHERE reminder.account_id = \(source) AND reminder.due_at <= \(now)
            ON CONFLICT (account_id, subject_id) DO NOTHING
            """)
        try await transaction.run(queries + [.scope([])])
    }

    private func copy(_ channel: Channel, to target: Identifier, _ address: ChannelAddress) -> Query {
        """
        INSERT INTO channel (account_id, channel_id, device_id, kind, name, wants, language, address, address_hash,
            created_at, off_reason, failing_since, delivered_at)
        VALUES (\(target), \(channel.id), \(channel.device), \(channel.kind.rawValue), \(channel.name),
            \(channel.wants.rawValue), \(channel.language.rawValue),
            \(address.sealed(key, at: ChannelPlace(account: target, channel: channel.id))), \(address.hash(key)),
            \(channel.createdAt), \(channel.offReason as String?), \(channel.failingSince as Instant?),
            \(channel.deliveredAt as Instant?))
        ON CONFLICT (account_id, channel_id) DO NOTHING
        """
    }

    private static func copy(_ told: [ToldRow], to target: Identifier, spread: Bool) -> Query {
        let rows: Query = .rows(
            of: told.map { _ in target },
            """
            \(told.map(\.subject)), \(told.map(\.kind)), \(told.map(\.dueAt)), \(told.map(\.channel)),
            \(told.map(\.madeAt)), \(told.map(\.amount)), \(told.map(\.state)), \(told.map(\.attempts)),
            \(told.map(\.tryAt)), \(told.map(\.endedAt)), \(told.map(\.reason))
            """, spread: spread)
        return """
            INSERT INTO delivery (account_id, subject_id, kind, due_at, channel_id, made_at, amount, state, attempts,
                try_at, ended_at, reason)
            \(rows)
            ON CONFLICT DO NOTHING
            """
    }
}

/// A delivery as it is stored, of whatever kind: another release may have made it.
private struct ToldRow {
    let subject: Identifier
    let kind: String
    let dueAt: Instant
    let channel: Identifier
    let madeAt: Instant
    let amount: Int32?
    let state: String
    let attempts: Int32
    let tryAt: Instant?
    let endedAt: Instant?
    let reason: String?

    init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        (subject, kind, dueAt) = (try columns.next(), try columns.next(), try columns.next())
        (channel, madeAt, amount) = (try columns.next(), try columns.next(), try columns.next())
        (state, attempts, tryAt) = (try columns.next(), try columns.next(), try columns.next())
        (endedAt, reason) = (try columns.next(), try columns.next())
    }
}
