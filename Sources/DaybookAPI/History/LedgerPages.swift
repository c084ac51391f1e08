import DaybookCore
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// The ledger read by people, newest first.
struct LedgerPages: Sendable {
    let database: Database

    static let most = 200

    /// A page of lines below a revision that pass a filter, and the revision below which the next page begins.
    func page(
        of account: Identifier, before revision: Int64?, limit: Int, where filter: Query
    ) async throws -> (lines: [HistoryLine], next: Int64?) {
        let changes: Query = """
            SELECT change.account_id, \(LedgerEntry.columns) FROM change
            WHERE change.account_id = \(account) AND change.revision < \(revision ?? .max) AND \(filter)
            ORDER BY change.revision DESC LIMIT \(limit + 1)
            """
        let rows = try await database.read(
            of: account,
            """
            SELECT \(LedgerEntry.columns), device.name
            FROM \(.page(of: changes, as: "change", weight: .changeWeight))
            LEFT JOIN device ON device.account_id = \(account) AND device.device_id = change.device_id
            ORDER BY change.revision DESC
            """)
        let lines = try rows.prefix(rows.shown(upTo: limit)).map { row in
            let entry = try LedgerEntry(row)
            let name: String? = try row.decode(row.columnCount - 1)
            return HistoryLine(entry: entry, device: name.map { (entry.operation.at.device, $0) })
        }
        return (lines, rows.count > lines.count ? lines.last?.entry.revision : nil)
    }

    /// An operation and everything that the server concluded from it, oldest first; none where it is unknown.
    func entries(of opId: Identifier, withConsequences: Bool, in account: Identifier) async throws -> [LedgerEntry] {
        let rows = try await database.read(
            of: account,
            withConsequences
                ? """
                WITH RECURSIVE chain AS (
                    SELECT op_id, revision FROM change WHERE account_id = \(account) AND op_id = \(opId)
                    UNION ALL
                    SELECT next.op_id, next.revision FROM chain CROSS JOIN LATERAL (
                        SELECT op_id, revision FROM change
                        WHERE account_id = \(account) AND cause = chain.op_id OFFSET 0
                    ) AS next
                )
                SELECT \(LedgerEntry.columns) FROM change
                WHERE account_id = \(account) AND revision = ANY(ARRAY(SELECT revision FROM chain)) ORDER BY revision
                """
                : """
                SELECT \(LedgerEntry.columns) FROM change WHERE account_id = \(account) AND op_id = \(opId)
                """)
        return try rows.map { try LedgerEntry($0) }
    }
}

extension Request {
    /// How many rows a page is to have: `limit`, from 1 to `most`.
    func pageLimit(most: Int, usual: Int) throws -> Int {
        guard let limit: Int = try queryValue("limit") else { return usual }
        guard (1...most).contains(limit) else { throw Problem(.malformedParameter, parameter: "limit") }
        return limit
    }

    /// The revision below which the page begins, as the page before it said.
    func pageCursor() throws -> Int64? {
        try query("cursor") { Int64(urlText: $0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// Refuses unknown parameters: a misspelt filter must not return everything.
    func requireQuery(among names: Set<String>) throws {
        for item in queryItems where !names.contains(item.name) {
            throw Problem(.malformedParameter, detail: "There is no parameter of this name.", parameter: item.name)
        }
    }
}
