import DaybookCore
import HTTP
import Postgres

/// Rows that are read by key and page by page in the user's order: tasks and lists. The code that reads them is
/// generic, and specialised for both at compile time.
protocol ReadableRow: Sendable {
    static var table: Query { get }
    static var key: Query { get }
    /// What `init` reads.
    static var columns: Query { get }
    /// What a page takes from the table before it is cut: `columns`, and what they follow from.
    static var pageColumns: Query { get }
    /// The bytes of a row's text.
    static var weight: Query { get }
    /// What a page of them is called.
    static var plural: String { get }
    /// Of the table's rows, those that are there for the one who asks.
    static func seen(by visibility: Visibility) -> Query
    /// Which of them a request asks for.
    static func filter(_ request: Request) throws -> RowFilter

    var id: Identifier { get }
    var sortOrder: OrderKey { get }
    var revision: Int64 { get }
    var isDeleted: Bool { get }
    /// Its words were erased for good.
    var isErased: Bool { get }

    init(_ row: Row) throws(PostgresError)
    func write(to json: inout JSONWriter, _ form: RowForm)
    /// The rows of a page, as elements of an array.
    static func write(_ page: Rows.SubSequence, to json: inout JSONWriter) throws(PostgresError)
}

/// Which rows a page holds at most, and where it begins.
struct RowFilter: Sendable {
    let limit: Int
    /// As a part of the statement.
    let condition: Query
}

extension Request {
    /// The condition that rows stand behind the `cursor`, if there is one.
    func cursorCondition(_ columns: Query) throws -> Query? {
        try query("cursor") { OrderedPlace($0)?.isBefore(columns) }
    }
}
