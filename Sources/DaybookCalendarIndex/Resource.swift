import DaybookCore
import DaybookFormats
import DaybookLedger
import DaybookStore
import Postgres

/// A name under which calendar programs see a task, or saw one: what `dav_resource` holds.
package struct Resource: Hashable, Sendable {
    /// Where programs find it.
    package struct Address: Hashable, Sendable {
        /// The list; zero is the Inbox.
        package var collection: Identifier
        package var name: String

        package init(_ collection: Identifier, _ name: String) { (self.collection, self.name) = (collection, name) }
    }

    package let address: Address
    package let task: Identifier
    package let series: Identifier
    /// It is what its series shows now: the task of it that was made last.
    package var isHead: Bool
    /// As the program calls it; nil where that is what we would call it.
    package var uid: String?
    package var madeAt: Instant
    /// The last change of something that a program is shown, or that it is gone. An ETag is made of it.
    package var shownRevision: Int64
    package var isGone = false
    /// What it is other than a task: an event or a journal, of which a guest is kept and no row.
    package private(set) var component: String?

    package var isGuest: Bool { component != nil && !isGone }
    package var part: ShownTask.Part { isHead ? .head : .earlier }
    package var uidText: String { uid ?? (isHead ? series : task).text }

    /// An identifier is the same however it is spelled.
    package func isCalled(_ uid: String) -> Bool {
        let own = uidText
        return own == uid || Identifier(own) != nil && Identifier(own) == Identifier(uid)
    }

    init(_ task: TaskItem, _ part: ShownTask.Part, at address: Address, shown revision: Int64) {
        self.address = address
        self.task = task.id
        series = task.series
        isHead = part == .head
        uid = task.customCalendarUID(part)
        madeAt = task.createdAt
        shownRevision = revision
    }
}

extension TaskItem {
    /// The collection that shows it.
    package var collection: Identifier { listId ?? .zero }

    /// Nil where the UID is of our own making.
    fileprivate func customCalendarUID(_ part: ShownTask.Part) -> String? {
        let uid = calendarUID(part)
        let own = part == .head ? series.text : id.text
        return uid == own ? nil : uid
    }

    /// Whether programs are shown the same of two states of a row.
    func showsTheSame(as other: TaskItem) -> Bool {
        for field in Self.shownFields where field != .notes || !leavesNotes && !other.leavesNotes {
            if shownValue(of: field) != other.shownValue(of: field) { return false }
        }
        // They are shown when it was, too: by its clock, what is said again is another state.
        if leavesNotes != other.leavesNotes || lastShownChange != other.lastShownChange { return false }
        let mine = unknown.entries.filter { CalendarFields.shows($0.name) }
        let theirs = other.unknown.entries.filter { CalendarFields.shows($0.name) }
        return mine.elementsEqual(theirs) { $0.name == $1.name && $0.value == $1.value }
    }

    private static let shownFields = TaskField.allCases.filter { CalendarFields.shows($0.name) }
}

// MARK: Rows

extension Resource {
    package static let columns: Query = """
        dav_resource.collection_id, dav_resource.name, dav_resource.task_id, dav_resource.series_id, dav_resource.is_head,
        dav_resource.uid, dav_resource.made_at, dav_resource.shown_revision, dav_resource.is_gone,
        dav_resource.component
        """

    package init(_ columns: inout StoredColumns) throws(PostgresError) {
        address = Address(try columns.nextId(), try columns.nextText() ?? "")
        task = try columns.nextId()
        series = try columns.nextId()
        isHead = try columns.nextFlag()
        uid = try columns.nextText()
        madeAt = try columns.nextInstant()
        shownRevision = try columns.nextNumber()
        isGone = try columns.nextFlag()
        component = try columns.nextText()
    }
}

extension Query {
    static func write(_ owned: [Owned<Resource>], spread: Bool) -> Query {
        let resources = owned.map(\.row)
        let rows: Query = .rows(
            of: owned.map(\.account),
            """
            \(resources.map(\.address.collection)), \(resources.map(\.address.name)),
                \(resources.map(\.task)), \(resources.map(\.series)), \(resources.map(\.isHead)), \(resources.map(\.uid)),
                \(resources.map(\.madeAt)), \(resources.map(\.shownRevision)), \(resources.map(\.isGone))
            """, spread: spread)
        return """
            INSERT INTO dav_resource (account_id, collection_id, name, task_id, series_id, is_head, uid, made_at,
                shown_revision, is_gone)
            \(rows)
            ON CONFLICT (account_id, collection_id, name) DO UPDATE SET task_id = excluded.task_id,
                series_id = excluded.series_id, is_head = excluded.is_head, uid = excluded.uid,
                made_at = excluded.made_at, shown_revision = excluded.shown_revision, is_gone = excluded.is_gone,
                component = NULL
            """
    }

    /// Octets are kept for as long as they say what the task says.
    static func dropOctets(_ owned: [Owned<Resource>], spread: Bool) -> Query {
        """
        DELETE FROM dav_body USING unnest(\(owned.map(\.account)), \(owned.map(\.row.task))) AS told (account_id, task_id)
        WHERE dav_body.account_id = told.account_id AND dav_body.task_id = told.task_id
            \(only("dav_body", of: owned.map(\.account), spread: spread))
        """
    }
}
