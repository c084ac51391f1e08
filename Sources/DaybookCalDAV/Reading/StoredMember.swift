import DaybookCalendarIndex
import DaybookCore
import DaybookFormats
import DaybookLedger
import Postgres
import RowWriting

/// A member of a collection where it lies in an answer. Most are written from there, and only what needs more than
/// that is made into a `CalendarMember`.
package struct StoredMember: Sendable {
    private let row: Row
    /// The column with which `CalendarMember.columns` begin.
    private let first: Int
    private let mark: CalendarMark
    private let withTask: Bool
    package let shownRevision: Int64
    package let isGone: Bool
    private let hasOctets: Bool

    init(_ row: Row, from first: Int, _ mark: CalendarMark, withTask: Bool) throws(PostgresError) {
        (self.row, self.first, self.mark, self.withTask) = (row, first, mark, withTask)
        var columns = StoredColumns(row, from: first + 7)
        shownRevision = try columns.nextNumber()
        isGone = try columns.nextFlag()
        _ = try columns.nextText()
        hasOctets = try columns.nextFlag()
    }

    package var tag: CalendarTag {
        CalendarTag(mark: mark, revision: shownRevision, form: hasOctets ? .octets : .made)
    }

    /// The component that it is: a task's, or that of an event or a journal.
    func component() throws(PostgresError) -> String {
        var columns = StoredColumns(row, from: first + 9)
        return try columns.nextText() ?? CalendarObject.Kind.todo.rawValue
    }

    func kind() throws(PostgresError) -> CalendarObject.Kind {
        CalendarObject.Kind(rawValue: try component()) ?? .todo
    }

    package func name() throws(PostgresError) -> String { try address().name }

    /// Its name while it is looked at, for which no text is made of it.
    func withName(_ look: (Span<UInt8>) -> Void) { row.withBytes(of: first + 1, look) }

    package func address() throws(PostgresError) -> Resource.Address {
        var columns = StoredColumns(row, from: first)
        return Resource.Address(try columns.nextId(), try columns.nextText() ?? "")
    }

    /// What an edit of it is made from.
    package func base() throws(PostgresError) -> CalendarBase {
        var columns = StoredColumns(row, from: first + 2)
        return CalendarBase(revision: shownRevision, task: try columns.nextId())
    }

    package func read() throws(PostgresError) -> CalendarMember {
        var columns = StoredColumns(row, from: first)
        return try CalendarMember(&columns, mark, withTasks: withTask)
    }

    /// Tells its object as the text of an XML document; false where it has to be made of what `read` answers.
    func write(
        with writer: inout StoredObjectWriter, _ take: (Span<UInt8>) -> Void
    ) throws(PostgresError) -> Bool {
        guard withTask else { return false }
        return try writer.write(row, from: first, mark: mark.text, take)
    }
}
