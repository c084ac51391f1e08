import DaybookCore
import DaybookHost
import HTTP

/// What the routes that change one row have in common. The routes of tasks and of lists are generic over it.
protocol RowChange: Sendable {
    associatedtype Action: RowAction

    /// Makes one change to a row, whose id is in the path unless the request names it elsewhere, and returns the row as
    /// it is then.
    func answer(_ submission: Submission, _ action: Action, on id: Identifier?) async throws -> Response
}

/// What can be done to a row of each kind.
protocol RowAction: Sendable {
    associatedtype Row: LedgerRow

    static func create(_ fields: Patch<Row>) -> Self
    static func update(_ fields: Patch<Row>) -> Self
    static var restore: Self { get }
}

extension Response {
    /// A row with the tag of its state.
    static func row<Item: ReadableRow>(_ row: Item, of history: AccountHistory, isNew: Bool = false) -> Response {
        var response = Response.document(isNew ? .created : .ok, tag: history.tag(of: row.revision)) {
            row.write(to: &$0, .plain)
        }
        if isNew { response.fields["location"] = "/v1/\(Item.plural)/\(row.id.text)" }
        return response
    }
}
