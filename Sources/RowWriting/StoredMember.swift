import Postgres

extension StoredTask {
    /// The columns of a member of a calendar: its name, what it is other than a task, what it was sent as, what it is
    /// part of, and `TaskItem.shownColumns`.
    enum Member: Int, CaseIterable {
        case collection, name, resourceTask, series, isHead, uid, madeAt, shownRevision, isGone, component
        case hasOctets, octets, parent, parentSeries, parentUnknown
        case id, title, notes, createdAt, scheduledDate, dueAt, reminderAt, category, priority, tags, recurrence
        case parentRecurringId, parentId, unknown, openState, completion, completionAt, reopenedThrough, tagClocks
        case clocks

        /// What it must have to be read where it lies; nil for any enumeration.
        private var type: PostgresType? {
            switch self {
            case .collection, .resourceTask, .series, .parent, .parentSeries, .id, .parentRecurringId, .parentId: .uuid
            case .name, .uid, .component, .title, .notes, .category: .text
            case .isHead, .isGone, .hasOctets: .bool
            case .madeAt, .createdAt, .dueAt, .reminderAt, .completionAt: .timestamptz
            case .scheduledDate: .date
            case .shownRevision: .int8
            case .priority: .int2
            case .octets, .completion, .reopenedThrough, .clocks: .bytea
            case .tags: .jsonb
            case .recurrence, .unknown, .parentUnknown, .tagClocks: .json
            case .openState: nil
            }
        }

        /// Whether an answer has all of them from this column on.
        static func stand(in row: Row, from first: Int) -> Bool {
            allCases.allSatisfy { column in column.type.map { row.type(of: first + column.rawValue) == $0.oid } ?? true
            }
        }
    }
}
