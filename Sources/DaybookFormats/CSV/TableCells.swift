import DaybookCore

/// The cells of one row of our table, by column.
struct TableCells {
    let values: [TableRows.Cell?]
    let line: Int

    /// A cell that is not what its column has.
    struct Refusal: Error {
        let column: TableColumn
    }

    func task() throws(Refusal) -> TaskDraft {
        var task = TaskDraft(try name(.id), line: line, title: try title())
        task.state = try value(.state) { TaskState(name: $0) } ?? .notStarted
        task.createdAt = try value(.createdAt) { Instant($0) }
        task.updatedAt = try value(.updatedAt) { Instant($0) }
        task.completedAt = try value(.completedAt) { Instant($0) }
        task.scheduledDate = try value(.scheduledDate) { CalendarDate($0) }
        task.notes = text(.notes)
        task.dueAt = try value(.dueAt) { Instant($0) }
        task.reminderAt = try value(.reminderAt) { Instant($0) }
        task.list = try value(.listId) { Identifier($0) }.map { .own($0) }
        let rank = try value(.sortOrder) { Int($0) }
        task.sortOrder = try value(.orderKey) { OrderKey($0) } ?? rank.map(OrderKey.init(rank:))
        task.region = try value(.region) { Region(name: $0) }
        task.bucket = try value(.bucket) { Bucket(name: $0) } ?? .none
        task.enteredBacklogAt = try value(.enteredBacklogAt) { Instant($0) }
        task.carryCount = try value(.carryCount) { Int($0).flatMap { $0 >= 0 ? $0 : nil } } ?? 0
        task.sticky = try flag(.sticky)
        task.autoCarry = try flag(.autoCarry)
        task.category = text(.category)
        task.recurrence = try value(.recurrence) { text in
            var reader = JSONReader(Array(FormulaGuard.unguarded(text).utf8))
            return try? reader.readRecurrence()
        }
        task.parentRecurringId = try value(.parentRecurringId) { Identifier($0) }
        task.deletedAt = try value(.deletedAt) { Instant($0) }
        if text(.otherFields) != nil { task.unknown = try members(.otherFields) }
        return task
    }

    func list() throws(Refusal) -> ListDraft {
        var list = ListDraft(try name(.id), line: line, title: try title())
        list.createdAt = try value(.createdAt) { Instant($0) }
        list.updatedAt = try value(.updatedAt) { Instant($0) }
        list.sortOrder = try value(.orderKey) { OrderKey($0) }
        list.deletedAt = try value(.deletedAt) { Instant($0) }
        list.colorHex = text(.colorHex)
        if text(.otherFields) != nil { list.unknown = try members(.otherFields) }
        return list
    }

    /// A JSON object's members.
    func members(_ column: TableColumn) throws(Refusal) -> [JSONMember] {
        guard let text = text(column), case .object(let members)? = try? JSONValue(json: Array(text.utf8)) else {
            throw Refusal(column: column)
        }
        return members
    }

    /// What people wrote, without the guard that kept spreadsheets from taking it for a formula.
    func text(_ column: TableColumn) -> String? {
        values[column.rawValue].map { FormulaGuard.unguarded($0.text) }
    }

    private func title() throws(Refusal) -> String {
        guard let title = text(.text), !title.isEmpty else { throw Refusal(column: .text) }
        return title
    }

    private func name(_ column: TableColumn) throws(Refusal) -> SourceName {
        guard let id = try value(column, { Identifier($0) }) else { throw Refusal(column: column) }
        return .own(id)
    }

    private func flag(_ column: TableColumn) throws(Refusal) -> Bool {
        // Spreadsheets write them in capitals.
        try value(column) { ["true": true, "false": false][$0.lowercased()] } ?? false
    }

    private func value<Value>(_ column: TableColumn, _ read: (String) -> Value?) throws(Refusal) -> Value? {
        guard let cell = values[column.rawValue], !cell.text.isEmpty else { return nil }
        guard let value = read(cell.text) else { throw Refusal(column: column) }
        return value
    }
}
