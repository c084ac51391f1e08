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
        .insertion(into: "change", lines, StoredEntry.written, spread: spread)
    }
}

extension StoredEntry {
    /// Behind the account.
    fileprivate static let written: [WrittenColumn<StoredEntry>] = [
        WrittenColumn("revision") { $0.entry.revision },
        WrittenColumn("op_id") { $0.entry.operation.opId },
        WrittenColumn("device_id") { $0.entry.operation.at.device },
        WrittenColumn("recorded_at") { $0.entry.recordedAt },
        WrittenColumn("at") { Instant(milliseconds: $0.entry.operation.at.milliseconds) },
        WrittenColumn("counter") { Int32($0.entry.operation.at.counter) },
        WrittenColumn("entity", as: "change_entity") { $0.entry.operation.entity.name },
        WrittenColumn("entity_id") { $0.entry.operation.id },
        WrittenColumn("kind", as: "change_kind") { $0.entry.operation.kind.name },
        WrittenColumn("reopens") { $0.entry.operation.reopens?.stored },
        WrittenColumn("patch", as: "json") { $0.patch },
        WrittenColumn("prior", as: "json") { $0.prior },
        WrittenColumn("created") { $0.entry.created },
        WrittenColumn("changed") { $0.entry.changed },
        WrittenColumn("outcome", as: "change_outcome") { $0.outcome.word },
        WrittenColumn("detail", as: "json") { $0.outcome.detail },
        WrittenColumn("cause") { $0.entry.cause },
        WrittenColumn("purpose") { $0.entry.operation.purpose.map { Int32($0.rawValue) } },
        WrittenColumn("postponed") { $0.entry.daysPostponed.map { Int32(clamping: $0) } },
        WrittenColumn("size") { Int32(clamping: $0.size) },
    ]
}
