import DaybookCore

/// The cells of one row of our table, by column.
struct TableCells {
    let values: [TableRows.Cell?]
    let line: Int

    /// A cell that is not what its column has.
    struct Refusal: Error {
        let column: TaskMember
    }

    func task() throws(Refusal) -> TaskDraft {
        var task = TaskDraft(try name(.id), line: line, title: try title())
        for column in TaskMember.columns {
            switch column {
            case .text: break
            case .updatedAt: task.updatedAt = try value(column) { Instant($0) }
            case .orderKey:
                let rank = try value(.sortOrder) { Int($0) }
                task.sortOrder = try value(column) { OrderKey($0) } ?? rank.map(OrderKey.init(rank:))
            case .enteredBacklogAt: task.enteredBacklogAt = try value(column) { Instant($0) }
            case .otherFields: if text(column) != nil { task.unknown = try members(column) }
            default:
                guard let field = column.field, let value = try value(column, of: field.kind) else { continue }
                task[field] = value
            }
        }
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
        // The table has no column for a saved filter.
        if let place = list.unknown.firstIndex(where: { $0.name == "filter" }),
            let filter = list.unknown[place].value.text
        {
            list.filter = filter
            list.unknown.remove(at: place)
        }
        return list
    }

    /// A JSON object's members.
    func members(_ column: TaskMember) throws(Refusal) -> [JSONMember] {
        guard let text = text(column), case .object(let members)? = try? JSONValue(json: Array(text.utf8)) else {
            throw Refusal(column: column)
        }
        return members
    }

    /// The text that people wrote, without the apostrophe that kept spreadsheets from taking it for a formula.
    func text(_ column: TaskMember) -> String? {
        values[column.column].map { FormulaGuard.unguarded($0.text) }
    }

    private func title() throws(Refusal) -> String {
        guard let title = text(.text), !title.isEmpty else { throw Refusal(column: .text) }
        return title
    }

    private func name(_ column: TaskMember) throws(Refusal) -> SourceName {
        guard let id = try value(column, { Identifier($0) }) else { throw Refusal(column: column) }
        return .own(id)
    }

    private func value(_ column: TaskMember, of kind: FieldKind) throws(Refusal) -> FieldValue? {
        switch kind {
        case .text: text(column).map { .text($0) }
        // Spreadsheets write them in capitals.
        case .flag: try value(column) { ["true": .flag(true), "false": .flag(false)][$0.lowercased()] }
        case .number: try value(column) { Int($0).flatMap { $0 >= 0 ? .number($0) : nil } }
        case .instant: try value(column) { Instant($0).map { .instant($0) } }
        case .date: try value(column) { CalendarDate($0).map { .date($0) } }
        case .identifier: try value(column) { Identifier($0).map { .identifier($0) } }
        case .order: try value(column) { OrderKey($0).map { .order($0) } }
        case .state: try value(column) { TaskState(name: $0).map { .state($0) } }
        case .region: try value(column) { Region(name: $0).map { .region($0) } }
        case .bucket: try value(column) { Bucket(name: $0).map { .bucket($0) } }
        case .tags:
            try value(column) { text in
                var reader = JSONReader(Array(FormulaGuard.unguarded(text).utf8))
                return (try? reader.readTexts()).map { .tags(TagEdit(whole: $0)) }
            }
        case .recurrence:
            try value(column) { text in
                var reader = JSONReader(Array(FormulaGuard.unguarded(text).utf8))
                return (try? reader.readRecurrence()).map { .recurrence($0) }
            }
        }
    }

    private func value<Value>(_ column: TaskMember, _ read: (String) -> Value?) throws(Refusal) -> Value? {
        guard let cell = values[column.column], !cell.text.isEmpty else { return nil }
        guard let value = read(cell.text) else { throw Refusal(column: column) }
        return value
    }
}
