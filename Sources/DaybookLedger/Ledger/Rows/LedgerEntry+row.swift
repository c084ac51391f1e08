import DaybookCore
import DaybookStore
import Postgres

extension LedgerEntry {
    package static let columns: Query = """
        change.revision, change.op_id, change.device_id, change.recorded_at, change.at, change.counter, change.entity,
        change.entity_id, change.kind, change.reopens, change.patch, change.prior, change.created, change.changed,
        change.outcome, change.detail, change.cause, change.purpose
        """
    package static let columnCount = 18

    package init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        try self.init(&columns)
    }

    init(_ columns: inout StoredColumns) throws(PostgresError) {
        let revision: Int64 = try columns.next()
        let opId: Identifier = try columns.next()
        let device: Identifier = try columns.next()
        let recordedAt: Instant = try columns.next()
        let at: Instant = try columns.next()
        let counter: Int32 = try columns.next()
        let entity = try columns.next { (name: String) in SyncOperation.Entity(name: name) }
        let id: Identifier = try columns.next()
        let kind = try columns.next { (name: String) in SyncOperation.Kind(name: name) }
        let reopens = try columns.nextClock()
        let fields = try columns.nextMembers()
        let prior = try columns.nextMembers()
        let created: Bool = try columns.next()
        let changed: Bool = try columns.next()
        let outcome = try StoredOutcome.read(&columns)
        let clock = HybridTime(milliseconds: at.milliseconds, counter: UInt16(clamping: counter), device: device)
        let cause: Identifier? = try columns.next()
        var operation = SyncOperation(
            opId: opId, entity: entity, id: id, at: clock, kind: kind, fields: fields, reopens: reopens)
        if outcome.tookPart { operation.change = operation.change.asTaken }
        let purpose: Int32? = try columns.next()
        operation.purpose = purpose.flatMap { UInt8(exactly: $0) }.flatMap { Identifier.Purpose(rawValue: $0) }
        self.init(
            revision: revision, operation: operation, recordedAt: recordedAt, prior: prior, created: created,
            changed: changed, outcome: outcome, cause: cause)
    }
}

extension StoredColumns {
    fileprivate mutating func nextMembers() throws(PostgresError) -> [JSONMember] {
        guard case .object(let members)? = try nextJSON() else { throw StoredColumns.corrupt }
        return members
    }
}

/// A line of the ledger on its way into the table.
package struct StoredEntry {
    fileprivate let entry: LedgerEntry
    fileprivate let outcome: StoredOutcome
    fileprivate let patch: String
    fileprivate let prior: String
    /// How much it holds.
    let size: Int

    /// What the fixed columns, the indexes and a row's own overhead come to.
    package static let overhead = 200

    package init(_ entry: LedgerEntry) {
        self.entry = entry
        outcome = StoredOutcome(entry.outcome, of: entry.operation.opId)
        patch = JSONValue.object(entry.operation.fields).jsonText
        prior = JSONValue.object(entry.prior).jsonText
        size = Self.overhead + patch.utf8.count + prior.utf8.count + (outcome.detail?.utf8.count ?? 0)
    }
}

extension Query {
    /// Puts other texts into lines that are there.
    static func rewrite(_ lines: [StoredEntry], of account: Identifier) -> Query {
        """
        UPDATE change SET patch = told.patch, prior = told.prior, outcome = told.outcome, detail = told.detail, size = told.size
        FROM unnest(\(lines.map(\.entry.revision)), \(lines.map(\.patch))::json[], \(lines.map(\.prior))::json[],
            \(lines.map(\.outcome.word))::change_outcome[], \(lines.map(\.outcome.detail))::json[],
            \(lines.map { Int32(clamping: $0.size) })) AS told (revision, patch, prior, outcome, detail, size)
        WHERE change.account_id = \(account) AND change.revision = told.revision
        """
    }
}

extension [StoredEntry] {
    package var size: Int { reduce(0) { $0 + $1.size } }
}

extension Query {
    package static func write(_ lines: [StoredEntry], of account: Identifier, spread: Bool) -> Query {
        write(lines.map { Owned(account, $0) }, spread: spread)
    }

    static func write(_ lines: [Owned<StoredEntry>], spread: Bool) -> Query {
        let entries = lines.map(\.row.entry)
        let rows: Query = .rows(
            of: lines.map(\.account),
            """
            \(entries.map(\.revision)), \(entries.map(\.operation.opId)),
                \(entries.map(\.operation.at.device)), \(entries.map(\.recordedAt)),
                \(entries.map { Instant(milliseconds: $0.operation.at.milliseconds) }),
                \(entries.map { Int32($0.operation.at.counter) }),
                \(entries.map(\.operation.entity.name))::change_entity[], \(entries.map(\.operation.id)),
                \(entries.map(\.operation.kind.name))::change_kind[], \(entries.map { $0.operation.reopens?.stored }),
                \(lines.map(\.row.patch))::json[], \(lines.map(\.row.prior))::json[], \(entries.map(\.created)),
                \(entries.map(\.changed)), \(lines.map(\.row.outcome.word))::change_outcome[],
                \(lines.map(\.row.outcome.detail))::json[], \(entries.map(\.cause)),
                \(entries.map { $0.operation.purpose.map { Int32($0.rawValue) } }),
                \(entries.map { $0.daysPostponed.map { Int32(clamping: $0) } }),
                \(lines.map { Int32(clamping: $0.row.size) })
            """, spread: spread)
        return """
            INSERT INTO change (account_id, revision, op_id, device_id, recorded_at, at, counter, entity, entity_id, kind,
                reopens, patch, prior, created, changed, outcome, detail, cause, purpose, postponed, size)
            \(rows)
            """
    }
}
