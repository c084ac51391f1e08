import DaybookCore
import DaybookLedger
import Postgres
import RowWriting

/// A page for a device, and where its rows are.
struct PulledPage {
    let page: SyncPage
    let changes: Changes

    enum Changes {
        /// In the page itself.
        case inPage
        /// Written a moment ago, for another device.
        case written([UInt8])
        case stored(StoredRows)
    }

    init(_ page: SyncPage, _ changes: Changes = .inPage) {
        self.page = page
        self.changes = changes
    }

    /// How many rows have to be written.
    var count: Int {
        switch changes {
        case .inPage: page.tasks.count + page.lists.count + (page.settings == nil ? 0 : 1)
        case .written: 0
        case .stored(let rows): rows.count
        }
    }

    var writtenBytes: Int { if case .written(let rows) = changes { rows.count } else { 0 } }

    func writeChanges(to json: inout JSONWriter) throws {
        switch changes {
        case .inPage: page.writeChanges(to: &json)
        case .written(let rows): json.alreadyJSON(rows)
        case .stored(let rows): try rows.write(to: &json)
        }
    }
}

/// A page's rows as PostgreSQL answered them. None is kept: each is written where it is read.
struct StoredRows {
    var tasks: Rows.SubSequence
    var lists: Rows.SubSequence
    var settings: AccountSettings?

    var count: Int { tasks.count + lists.count + (settings == nil ? 0 : 1) }

    func write(to json: inout JSONWriter) throws(PostgresError) {
        try json.changes(settings) { json throws(PostgresError) in
            try json.storedTasks(tasks, .whole, .replica)
        } lists: { json throws(PostgresError) in
            for row in lists { try TaskList(row).write(to: &json, .replica) }
        }
    }
}
