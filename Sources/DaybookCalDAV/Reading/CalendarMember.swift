import DaybookCalendarIndex
import DaybookCore
import DaybookFormats
import DaybookLedger
import Postgres

/// A resource of a collection as it is now, or that it is gone: a task, or an event or a journal that is kept beside
/// the tasks.
package struct CalendarMember: Sendable {
    package let resource: Resource
    package let mark: CalendarMark
    /// Nil where it is gone, or where it was not asked for.
    package let shown: ShownTask?
    /// What a program sent of it, where that is true.
    package let octets: [UInt8]?
    private let hasOctets: Bool

    package var name: String { resource.address.name }

    package var tag: CalendarTag {
        CalendarTag(mark: mark, revision: resource.shownRevision, form: hasOctets ? .octets : .made)
    }

    package var kind: CalendarObject.Kind { resource.component.flatMap { CalendarObject.Kind(rawValue: $0) } ?? .todo }

    /// The calendar object, exactly as the tag stands for it.
    package func append(to bytes: inout [UInt8]) {
        if let octets {
            bytes += octets
        } else if let shown {
            CalendarRendering.append(shown, to: &bytes)
        }
    }

    /// In the order of `init`; with what it shows only where that is wanted.
    static func columns(withTasks: Bool) -> Query {
        let columns: Query = """
            \(Resource.columns), dav_body.task_id IS NOT NULL OR dav_resource.component IS NOT NULL
            """
        guard withTasks else { return columns }
        return """
            \(columns), coalesce(dav_body.octets, dav_guest.octets), parent.task_id, parent.parent_recurring_id,
             parent.unknown, \(TaskItem.shownColumns)
            """
    }

    /// What the columns are of, beside `dav_resource`.
    ///
    /// - Parameter kinds: of others nothing is read but what `dav_resource` has.
    static func tables(
        of account: Identifier, withTasks: Bool, kinds: Set<CalendarObject.Kind> = CalendarObject.Kind.all
    ) -> Query {
        let takesTasks = kinds.contains(.todo)
        // Each is looked for alone. A plan that was made while nothing was kept would read all of the account's.
        let body: Query =
            takesTasks
            ? """
            LEFT JOIN LATERAL (
                SELECT * FROM dav_body AS kept
                WHERE kept.account_id = \(account) AND kept.task_id = dav_resource.task_id
                    AND kept.shown_revision = dav_resource.shown_revision AND NOT dav_resource.is_gone
                    AND dav_resource.component IS NULL
                OFFSET 0
            ) AS dav_body ON true
            """ : "LEFT JOIN (SELECT NULL::uuid AS task_id, NULL::bytea AS octets) AS dav_body ON true"
        guard withTasks else { return body }
        return """
            \(body)
            LEFT JOIN LATERAL (
                SELECT * FROM dav_guest AS kept
                WHERE kept.account_id = \(account) AND kept.guest_id = dav_resource.task_id AND NOT dav_resource.is_gone
                    AND dav_resource.component = ANY(\(kinds.map(\.rawValue).sorted()))
                OFFSET 0
            ) AS dav_guest ON true
            LEFT JOIN task ON task.account_id = \(account) AND task.task_id = dav_resource.task_id
                AND NOT dav_resource.is_gone AND dav_resource.component IS NULL AND \(takesTasks)
            LEFT JOIN task AS parent ON parent.account_id = \(account) AND parent.task_id = task.parent_id
            """
    }

    /// How many bytes of it are read.
    static let weight: Query = """
        (coalesce(octet_length(task.title), 0) + coalesce(octet_length(task.notes), 0)
            + coalesce(octet_length(task.unknown::text), 0) + coalesce(octet_length(dav_body.octets), 0)
            + coalesce(octet_length(dav_guest.octets), 0)
            + coalesce(octet_length(parent.unknown::text), 0))
        """

    init(_ columns: inout StoredColumns, _ mark: CalendarMark, withTasks: Bool) throws(PostgresError) {
        self.mark = mark
        let resource = try Resource(&columns)
        self.resource = resource
        hasOctets = try columns.nextFlag()
        guard withTasks else {
            (shown, octets) = (nil, nil)
            return
        }
        octets = try columns.nextOctets()
        let parentId = try columns.nextIdentifier()
        let parentSeries = try columns.nextIdentifier()
        let unknown = try columns.nextUnknown()
        var parentUID: String?
        if let parentId {
            var parent = TaskItem(id: parentId)
            (parent.parentRecurringId, parent.unknown) = (parentSeries, unknown)
            parentUID = parent.calendarUID()
        }
        guard let task = try TaskItem(shownIfThere: &columns) else {
            shown = nil
            return
        }
        shown = ShownTask(task, resource.part, parentUID: parentUID, base: CalendarBase(resource).text(mark))
    }
}
