import DaybookCore
import Postgres

extension Waiting {
    /// The row's name, then the line.
    static let columns: Query = """
        waiting_change.entity, waiting_change.entity_id, \(LedgerEntry.columns)
        """

    init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        let entity = try columns.next { (name: String) in SyncOperation.Entity(name: name) }
        let id: Identifier = try columns.next()
        self.init(RowKey(entity, id), try LedgerEntry(&columns))
    }
}

extension Query {
    /// What waits for some rows.
    static func waiting(for rows: [RowKey], of account: Identifier) -> Query {
        """
        SELECT \(Waiting.columns) FROM waiting_change JOIN change
            ON change.account_id = \(account) AND change.revision = waiting_change.revision
        WHERE waiting_change.account_id = \(account) AND waiting_change.entity_id = ANY(\(rows.map(\.id)))
        """
    }

    static func write(_ waits: [Waiting], of account: Identifier) -> Query {
        """
        INSERT INTO waiting_change (account_id, revision, entity, entity_id, recorded_at)
        SELECT \(account), * FROM unnest(\(waits.map(\.entry.revision)),
            \(waits.map(\.row.entity.name))::change_entity[], \(waits.map(\.row.id)), \(waits.map(\.entry.recordedAt)))
        """
    }

    static func endWaiting(_ revisions: [Int64], of account: Identifier) -> Query {
        "DELETE FROM waiting_change WHERE account_id = \(account) AND revision = ANY(\(revisions))"
    }
}
