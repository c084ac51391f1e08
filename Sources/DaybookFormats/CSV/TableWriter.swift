import DaybookCore

/// One table for spreadsheets (RFC 4180): settings, lists and tasks, a row each. It begins with a byte order mark, by
/// which Excel knows UTF-8.
struct TableWriter: ExportWriter {
    private var bytes: [UInt8] = []
    private var column = 0
    /// Names for people, beside the identifiers that count.
    private var lists: [SourceName: String] = [:]

    mutating func begin(_ head: ExportHead) {
        bytes.reserveCapacity(1 << 17)
        bytes += [0xEF, 0xBB, 0xBF]
        bytes += TableColumn.names.joined(separator: ",").utf8
        bytes += "\r\n".utf8
        put(.kind, plain: "settings")
        put(.otherFields, .object(head.settings.fields))
        endRow()
    }

    mutating func write(_ list: ListDraft) {
        lists[list.name] = list.title
        put(.id, list.name)
        put(.text, list.title)
        put(.createdAt, list.createdAt)
        put(.updatedAt, list.updatedAt)
        put(.kind, plain: "list")
        put(.orderKey, plain: list.sortOrder?.text)
        put(.deletedAt, list.deletedAt)
        put(.colorHex, list.colorHex)
        if !list.unknown.isEmpty { put(.otherFields, .object(list.unknown)) }
        endRow()
    }

    mutating func write(_ task: TaskDraft, rank: Int) {
        put(.id, task.name)
        put(.text, task.title)
        put(.state, plain: task.state.name)
        put(.createdAt, task.createdAt)
        put(.updatedAt, task.updatedAt)
        put(.completedAt, task.completedAt)
        put(.scheduledDate, plain: task.scheduledDate?.text)
        put(.sortOrder, plain: "\(rank)")
        put(.kind, plain: "task")
        put(.notes, task.notes)
        put(.dueAt, task.dueAt)
        put(.reminderAt, task.reminderAt)
        if let list = task.list {
            put(.list, lists[list])
            put(.listId, list)
        }
        put(.orderKey, plain: task.sortOrder?.text)
        put(.region, plain: task.region?.name)
        put(.bucket, plain: task.bucket == .none ? nil : task.bucket.name)
        put(.enteredBacklogAt, task.enteredBacklogAt)
        put(.carryCount, plain: task.carryCount == 0 ? nil : "\(task.carryCount)")
        put(.sticky, plain: task.sticky ? "true" : nil)
        put(.autoCarry, plain: task.autoCarry ? "true" : nil)
        put(.category, task.category)
        if let rule = task.recurrence { put(.recurrence, rule.json) }
        put(.parentRecurringId, plain: task.parentRecurringId?.text)
        put(.deletedAt, task.deletedAt)
        if !task.unknown.isEmpty { put(.otherFields, .object(task.unknown)) }
        endRow()
    }

    mutating func end() {}

    // MARK: Cells

    private mutating func go(to target: TableColumn) {
        while column < target.rawValue {
            bytes.append(0x2C)
            column += 1
        }
    }

    private mutating func endRow() {
        go(to: .otherFields)
        bytes += "\r\n".utf8
        column = 0
    }

    /// Of letters, digits and signs that need no quotes.
    private mutating func put(_ target: TableColumn, plain text: String?) {
        guard let text else { return }
        go(to: target)
        bytes += text.utf8
    }

    /// Instants in the shortest form that loses nothing.
    private mutating func put(_ target: TableColumn, _ instant: Instant?) {
        guard let instant else { return }
        go(to: target)
        instant.append(to: &bytes)
        guard instant.belowSecond == 0 else { return }
        bytes.removeLast(5)
        bytes.append(0x5A)
    }

    private mutating func put(_ target: TableColumn, _ name: SourceName) {
        switch name {
        case .own(let id): put(target, plain: id.text)
        case .named(let name): put(target, name)
        }
    }

    private mutating func put(_ target: TableColumn, _ json: JSONValue) {
        put(target, String(decoding: json.json, as: UTF8.self))
    }

    /// What people wrote is quoted always, so that an empty text is not taken for nothing.
    private mutating func put(_ target: TableColumn, _ text: String?) {
        guard let text else { return }
        go(to: target)
        bytes.append(0x22)
        for byte in FormulaGuard.guarded(text).utf8 {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }

    mutating func take() -> [UInt8] {
        defer {
            bytes = []
            bytes.reserveCapacity(1 << 17)
        }
        return bytes
    }

    var count: Int { bytes.count }
}
