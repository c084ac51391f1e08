import DaybookCore
import Postgres

/// How much one page of rows may hold. Notes may be a mebibyte each, so a number of rows alone bounds nothing.
enum PageBound {
    /// A page ends with the row with which its rows hold so many bytes, so it holds at least one. A thousand everyday
    /// tasks are a third of it.
    static let bytes = 1 << 20

    /// Rows that a reactor reads and writes in a millisecond or two; more are long work.
    static let rowsAtOnce = 200
}

extension Query {
    /// A page of a statement that has an order and a limit, and no more of it than a page holds and one row behind it.
    /// The text of the others is not even read: PostgreSQL knows the length of a long value without reading it.
    ///
    /// The window has no order of its own, so it takes the rows as the statement below it brings them. It copies each,
    /// a microsecond for those columns that are needed and two for all, so the statement names its columns.
    ///
    /// - Parameters:
    ///   - name: of the rows in `weight`, and of the outcome.
    ///   - weight: the bytes of a row's text, of columns that the page is read with and of no others.
    ///   - bytes: how many of them end the page.
    static func page(of rows: Query, as name: Query, weight: Query, bytes: Int = PageBound.bytes) -> Query {
        """
        (
            SELECT * FROM (
                SELECT *, sum(\(weight)) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS bytes_before_last
                FROM (\(rows)) AS \(name)
            ) AS weighed WHERE bytes_before_last IS NULL OR bytes_before_last < \(bytes)
        ) AS \(name)
        """
    }

    /// What pages of tasks are read with and put in order by.
    static let taskPageColumns: Query = """
        \(TaskItem.columns), task.state, task.bucket, task.updated_at, task.completed_at
        """
    static let listWeight: Query = "octet_length(list.name) + coalesce(octet_length(list.unknown::text), 0)"
    static let changeWeight: Query = """
        octet_length(change.patch::text) + octet_length(change.prior::text) + coalesce(octet_length(change.detail::text), 0)
        """
}

extension Rows {
    /// How many of these rows a page shows; where there are more of them, there is a page behind it.
    func shown(upTo limit: Int) -> Int { Swift.min(limit, count(filling: PageBound.bytes)) }
}
