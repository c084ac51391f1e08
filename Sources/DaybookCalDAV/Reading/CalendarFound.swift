import DaybookLedger
import Postgres

/// What was found at some addresses, each told when it is its turn to be written.
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
    package func each(_ tell: (Int, StoredMember?) throws(PostgresError) -> Void) throws(PostgresError) {
        var next = 0
        for row in rows {
            let place = Int(try row.decode(1, as: Int64.self)) - 1
            while next < place {
                try tell(next, nil)
                next += 1
            }
            try tell(place, try StoredMember(row, from: 2, standing.mark, withTask: withTasks))
            next = place + 1
        }
        while next < count {
            try tell(next, nil)
            next += 1
        }
    }
}
