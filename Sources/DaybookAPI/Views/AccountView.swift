import DaybookCore
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// A view as one statement and what becomes of its rows.
protocol AccountView: Sendable {
    /// What besides the account's rows the view follows from: the account's date, unless it says otherwise.
    static var follows: ViewTag.Clock { get }

    /// Whether its answer is made beside the requests, however few its rows are: each may take its time.
    static var isLong: Bool { get }

    /// Whether this request asks for so much that even the statement is made beside the others.
    func asksMuch(_ context: ViewContext) -> Bool

    /// One statement whose first columns are `ViewHead.columns`, and which has at least one row where there is the
    /// account.
    func statement(_ context: ViewContext) throws -> Query

    /// Writes the members of the answer from rows.
    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws

    /// The same of a view that follows the time of day: answers the instant at which they change by themselves before
    /// the day ends.
    func writeChanging(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws -> Instant?

    /// The whole answer, with that instant. JSON with the revision behind the members unless a view is something else.
    func answer(_ rows: Rows, _ context: ViewContext, _ head: ViewHead) throws -> (Response, changesAt: Instant?)
}

extension AccountView {
    static var follows: ViewTag.Clock { .day }
    static var isLong: Bool { false }
    func asksMuch(_ context: ViewContext) -> Bool { false }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {}

    func writeChanging(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws -> Instant? {
        try write(rows, context, to: &json)
        return nil
    }

    func answer(_ rows: Rows, _ context: ViewContext, _ head: ViewHead) throws -> (Response, changesAt: Instant?) {
        var json = JSONWriter(reserving: 512 + rows.count * 640)
        json.language = context.language
        json.beginObject()
        let changesAt = try writeChanging(rows, context, to: &json)
        json.member("revision", head.position.revision)
        json.endObject()
        return (.json(json.bytes), changesAt)
    }
}

/// The context in which a view is read: for whom, when, and by which settings.
struct ViewContext: Sendable {
    let account: Identifier
    let moment: Moment
    let settings: AccountSettings
    /// What the client speaks.
    let language: Language
    var visibility = Visibility.everything
}

/// The columns with which a statement tells the account's revision, and whether the settings that it was made with are
/// still current.
struct ViewHead: Equatable {
    let position: AccountPosition
    let settingsRevision: Int64

    static let columns: Query = """
        \(AccountPosition.columns(of: "clock", epoch: Epoch.column)), settings.revision
        """

    /// How many columns these are.
    static let width = 4

    /// One row for an account that is there.
    static let tables: Query = """
        account_clock AS clock JOIN account_settings AS settings ON settings.account_id = clock.account_id
            CROSS JOIN instance
        """

    init(_ row: Row) throws(PostgresError) {
        position = try AccountPosition(row)
        settingsRevision = try row.decode(ViewHead.width - 1)
    }
}

extension StoredColumns {
    /// The columns behind the head's.
    init(behindHeadOf row: Row, skipping more: Int = 0) { self.init(row, from: ViewHead.width + more) }
}
