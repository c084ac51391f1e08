import DaybookCore
import DaybookStore
import Postgres

/// Some lines of the ledger, read at once.
package struct LedgerPiece: Sendable {
    fileprivate let rows: Rows
    /// How much text they hold.
    package let bytes: Int

    package var count: Int { rows.count }

    package func forEach(_ body: (LedgerEntry) -> Void) throws(PostgresError) {
        for row in rows { body(try LedgerEntry(row)) }
    }
}

extension LedgerEntry {
    /// How many are read at once.
    private static let mostAtOnce = 2_000

    /// Reads what happened to some rows after one revision and up to another, in that order and piece by piece: a row
    /// may have any number of lines, and each may be long.
    ///
    /// - Parameter bytes: how much text is read at once; the line that reaches it ends its piece.
    package static func inPieces(
        of rows: [Identifier], in account: Identifier, after revision: Int64 = 0, through head: Int64 = .max,
        bytes most: Int, read: (Query) async throws -> Rows, _ body: (LedgerPiece) async throws -> Void
    ) async throws {
        // Row by row (`OFFSET 0`), so that PostgreSQL finds each by its index.
        let lines = try await read(
            """
            SELECT change.revision,
                coalesce(change.size, octet_length(change.patch::text) + octet_length(change.prior::text))
            FROM (SELECT DISTINCT unnest(\(rows)) AS id) AS wanted CROSS JOIN LATERAL (
                SELECT * FROM change WHERE account_id = \(account) AND entity_id = wanted.id OFFSET 0
            ) AS change
            WHERE change.revision > \(revision) AND change.revision <= \(head) ORDER BY change.revision
            """
        ).decode((Int64, Int32).self)
        var piece: [Int64] = []
        var bytes = 0
        for (index, (revision, size)) in lines.enumerated() {
            piece.append(revision)
            bytes += Int(size)
            guard bytes >= most || piece.count == mostAtOnce || index == lines.count - 1 else { continue }
            let told = try await read(
                """
                SELECT \(columns) FROM change
                WHERE account_id = \(account) AND revision = ANY(\(piece)) ORDER BY revision
                """)
            try await body(LedgerPiece(rows: told, bytes: bytes))
            (piece, bytes) = ([], 0)
        }
    }
}
