import DaybookLedger
import Postgres

/// What was found at some addresses. Each is decoded when it is its turn to be written: a member has dozens of parts,
/// and a list of them would copy and let go of all of these once more.
package struct CalendarFound: Sendable {
    /// How many of the addresses were looked for.
    package let count: Int
    private let rows: Rows
    private let standing: CalendarReads.AccountState
    private let withTasks: Bool

    /// - Parameter rows: ascending by the place of their address, which is the second column, counted from 1.
    init(_ rows: Rows, _ standing: CalendarReads.AccountState, lookedFor count: Int, withTasks: Bool) {
        (self.rows, self.standing, self.count, self.withTasks) = (rows, standing, count, withTasks)
    }

    /// Each that was looked for, by its place from 0 on; nil where nothing is there.
    package func each(_ tell: (Int, CalendarMember?) -> Void) throws(PostgresError) {
        var next = 0
        for row in rows {
            var columns = StoredColumns(row, from: 1)
            let place = Int(try columns.nextNumber()) - 1
            while next < place {
                tell(next, nil)
                next += 1
            }
            tell(place, try CalendarMember(&columns, standing.mark, withTasks: withTasks))
            next = place + 1
        }
        while next < count {
            tell(next, nil)
            next += 1
        }
    }
}
