import DaybookCore
import Postgres

extension Waiting {
    /// The row's name, then the line.
    static let columns: Query = """
        waiting_change.entity, waiting_change.entity_id, \(LedgerEntry.columns)
        """

    init(_ columns: inout StoredColumns) throws(PostgresError) {
        let entity = try columns.next { (name: String) in SyncOperation.Entity(name: name) }
        let id: Identifier = try columns.next()
        self.init(RowKey(entity, id), try LedgerEntry(&columns))
    }
}

extension Query {
    /// What waits for some rows, in the order in which it came.
    static func waiting(for rows: OwnedKeys) -> Query {
        """
        SELECT waiting_change.account_id, \(Waiting.columns) FROM \(rows.table)
        JOIN waiting_change ON waiting_change.account_id = wanted.account_id AND waiting_change.entity_id = wanted.id
            \(rows.only("waiting_change"))
        JOIN change ON change.account_id = waiting_change.account_id AND change.revision = waiting_change.revision
            \(rows.only("change"))
        ORDER BY change.revision
        """
    }

    static func write(_ waits: [Owned<Waiting>], spread: Bool) -> Query {
        let rows: Query = .rows(
            of: waits.map(\.account),
            """
            \(waits.map(\.row.entry.revision)),
            \(waits.map(\.row.row.entity.name))::change_entity[], \(waits.map(\.row.row.id)),
            \(waits.map(\.row.entry.recordedAt))
            """, spread: spread)
        return """
            INSERT INTO waiting_change (account_id, revision, entity, entity_id, recorded_at)
            \(rows)
            """
    }

    static func endWaiting(_ revisions: [Owned<Int64>], spread: Bool) -> Query {
        """
        DELETE FROM waiting_change USING unnest(\(revisions.map(\.account)), \(revisions.map(\.row)))
            AS ended (account_id, revision)
        WHERE waiting_change.account_id = ended.account_id AND waiting_change.revision = ended.revision
            \(only("waiting_change", of: revisions.map(\.account), spread: spread))
        """
    }
}
