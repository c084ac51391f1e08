import DaybookCore

/// Which fields of a task a calendar shows.
package enum CalendarFields {
    /// Its list says in which collection it is.
    private static let fields: Set<TaskField> = Set(TodoGroup.allCases.flatMap(\.shownFields) + [.listId, .deletedAt])
    private static let shown: Set<String> = Set(fields.map(\.name))

    /// A completion has a clock of its own.
    package static let mask: UInt32 = fields.subtracting([.completedAt]).reduce(0) { $0 | 1 << UInt32($1.rawValue) }

    /// Whether a change of a field, by its name in the protocol, changes what is shown.
    package static func shows(_ field: String) -> Bool { shown.contains(field) || field.hasPrefix(TodoName.prefix) }
}

extension TaskItem {
    /// When anything changed that a calendar shows: the greatest clock of it.
    package var lastShownChange: Instant {
        var last = clocks.greatest(of: CalendarFields.mask)
        func take(_ clock: HybridTime?) {
            if let clock, last.map({ $0 < clock }) ?? true { last = clock }
        }
        take(completion?.clock)
        take(reopenedThrough)
        for entry in unknown.entries where entry.name.hasPrefix(TodoName.prefix) { take(entry.clock) }
        return last?.instant ?? createdAt
    }
}
