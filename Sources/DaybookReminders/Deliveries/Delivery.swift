import DaybookCore
import DaybookLedger
import Postgres

/// One thing sent over one channel. There is one row of it for ever, so it is sent once.
package struct Delivery: Sendable {
    package struct Key: Hashable, Sendable {
        package let account: Identifier
        /// The task, or zero for the account's own moments.
        package let subject: Identifier
        package let kind: DeliveryKind
        package let dueAt: Instant
        package let channel: Identifier

        /// The same at every attempt, so that a receiver that gets it twice can drop the second one.
        package var message: Identifier {
            .derived(
                .telling, account.high, account.low, subject.high, subject.low, channel.high, channel.low,
                UInt64(bitPattern: dueAt.milliseconds), from: kind.rawValue)
        }
    }

    package enum State: String, Sendable {
        case waiting, delivered
        /// It will not be tried again.
        case failed
        /// There was no reason to send it any more.
        case dropped
    }

    package let key: Key
    package let madeAt: Instant
    /// How many things it speaks of, where it is not one.
    let amount: Int?
    package var state = State.waiting
    package var attempts = 0
    /// When it is tried again; nil where a device fetches it, or it is over.
    var tryAt: Instant?
    package var endedAt: Instant?
    package var reason: String?

    init(_ key: Key, at madeAt: Instant, tryAt: Instant?, amount: Int? = nil) {
        (self.key, self.madeAt, self.tryAt, self.amount) = (key, madeAt, tryAt, amount)
    }

    static let columns: Query = """
        delivery.account_id, delivery.subject_id, delivery.kind, delivery.due_at, delivery.channel_id, delivery.made_at,
        delivery.amount, delivery.state, delivery.attempts, delivery.try_at, delivery.ended_at, delivery.reason
        """

    init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        key = Key(
            account: try columns.next(), subject: try columns.next(),
            kind: try columns.next { (name: String) in DeliveryKind(rawValue: name) }, dueAt: try columns.next(),
            channel: try columns.next())
        madeAt = try columns.next()
        amount = try columns.next(Int32?.self).map { Int($0) }
        state = try columns.next { (name: String) in State(rawValue: name) }
        attempts = Int(try columns.next(Int32.self))
        tryAt = try columns.next()
        endedAt = try columns.next()
        reason = try columns.next()
    }

    /// How late it came; nil where it has not, or came in time.
    package var late: Int64? {
        guard state == .delivered, let endedAt else { return nil }
        return max(0, endedAt.milliseconds - key.dueAt.milliseconds)
    }
}

extension Query {
    /// Those that are there already stay as they are.
    static func make(_ deliveries: [Delivery], spread: Bool) -> Query {
        let rows: Query = .rows(
            of: deliveries.map(\.key.account),
            """
            \(deliveries.map(\.key.subject)), \(deliveries.map(\.key.kind.rawValue)), \(deliveries.map(\.key.dueAt)),
            \(deliveries.map(\.key.channel)), \(deliveries.map(\.madeAt)),
            \(deliveries.map { $0.amount.map { Int32($0) } }), \(deliveries.map(\.tryAt)),
            \(deliveries.map { _ in Delivery.State.waiting.rawValue })
            """, spread: spread)
        return """
            INSERT INTO delivery (account_id, subject_id, kind, due_at, channel_id, made_at, amount, try_at, state)
            \(rows)
            ON CONFLICT DO NOTHING
            """
    }

    /// What became of some. What is over already stays so.
    static func writeOutcomes(_ deliveries: [Delivery]) -> Query {
        """
        UPDATE delivery SET state = told.state, attempts = told.attempts, try_at = told.try_at, ended_at = told.ended_at,
            reason = told.reason
        FROM unnest(\(deliveries.map(\.key.account)), \(deliveries.map(\.key.subject)),
            \(deliveries.map(\.key.kind.rawValue)), \(deliveries.map(\.key.dueAt)), \(deliveries.map(\.key.channel)),
            \(deliveries.map(\.state.rawValue)), \(deliveries.map { Int32($0.attempts) }), \(deliveries.map(\.tryAt)),
            \(deliveries.map(\.endedAt)), \(deliveries.map(\.reason)))
            AS told (account_id, subject_id, kind, due_at, channel_id, state, attempts, try_at, ended_at, reason)
        WHERE delivery.account_id = told.account_id AND delivery.subject_id = told.subject_id
            AND delivery.kind = told.kind AND delivery.due_at = told.due_at AND delivery.channel_id = told.channel_id
            AND delivery.state = 'waiting'
        """
    }

    /// What arrived although there was no reason any more is looked at again, so that it is taken back.
    static func arriveLate(_ deliveries: [Delivery], now: Instant) -> Query {
        """
        WITH late AS (
            UPDATE delivery SET state = 'delivered', ended_at = told.ended_at, reason = NULL
            FROM unnest(\(deliveries.map(\.key.account)), \(deliveries.map(\.key.subject)),
                \(deliveries.map(\.key.kind.rawValue)), \(deliveries.map(\.key.dueAt)), \(deliveries.map(\.key.channel)),
                \(deliveries.map(\.endedAt))) AS told (account_id, subject_id, kind, due_at, channel_id, ended_at)
            WHERE delivery.account_id = told.account_id AND delivery.subject_id = told.subject_id
                AND delivery.kind = told.kind AND delivery.due_at = told.due_at
                AND delivery.channel_id = told.channel_id AND delivery.state = 'dropped'
            RETURNING delivery.account_id, delivery.subject_id, delivery.kind)
        INSERT INTO reminder (account_id, subject_id, look_at)
        SELECT DISTINCT account_id, subject_id, \(now)::timestamptz FROM late WHERE kind = 'reminder'
        ON CONFLICT (account_id, subject_id) DO UPDATE SET look_at = least(reminder.look_at, excluded.look_at)
        """
    }
}
