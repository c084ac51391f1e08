import DaybookCore
import Postgres
import Testing

@testable import DaybookLedger

/// Rows on their way to PostgreSQL: a few value by value, more as an array for each column.
@Suite struct WrittenRowsTests {
    private static let columns: [WrittenColumn<Int64>] = [
        WrittenColumn("number") { $0 }, WrittenColumn("word", as: "mood") { "\($0)" },
    ]

    /// Each way to say so many rows.
    private func texts(of count: Int64, spread: Bool) -> [String] {
        let rows = (0..<count).map { Owned(Identifier(high: 1, low: UInt64($0)), $0) }
        var keys = OwnedKeys(isSpread: spread)
        for row in rows { keys.append(row.account, of: row.account) }
        return [
            Query.insertion(into: "t", rows, Self.columns, spread: spread).sql,
            Query.told(rows, Self.columns, spread: spread).sql, keys.table.sql,
        ]
    }

    @Test func aFewRowsAreSaidValueByValue() {
        #expect(
            texts(of: 2, spread: false) == [
                "INSERT INTO t (account_id, number, word) VALUES ($1, $2, $3::mood), ($4, $5, $6::mood)",
                "(VALUES ($1, $2, $3::mood), ($4, $5, $6::mood)) AS told (account_id, number, word)",
                "(VALUES ($1, $2), ($3, $4)) AS wanted (account_id, id)",
            ])
    }

    @Test func moreRowsGoAsArrays() {
        for text in texts(of: 9, spread: false) {
            #expect(text.contains("unnest($1, $2") && !text.contains("VALUES"), "\(text)")
        }
    }

    @Test func whereTablesAreSpreadAllRowsGoAsArrays() {
        for count in [1, 2, 9] as [Int64] {
            for text in texts(of: count, spread: true) {
                #expect(text.contains("unnest($1, $2") && !text.contains("VALUES"), "\(text)")
            }
        }
    }
}
