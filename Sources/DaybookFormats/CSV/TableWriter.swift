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
        bytes += TaskMember.columns.map(\.name).joined(separator: ",").utf8
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
        // The table has no column for a saved filter.
        let others = list.unknown + [list.filter.map { JSONMember("filter", .string($0)) }].compactMap(\.self)
        if !others.isEmpty { put(.otherFields, .object(others)) }
        endRow()
    }

    mutating func write(_ task: TaskDraft, rank: Int) {
        for column in TaskMember.columns {
            switch column {
            case .id: put(column, task.name)
            case .updatedAt: put(column, task.updatedAt)
            case .sortOrder: put(column, plain: "\(rank)")
            case .kind: put(column, plain: "task")
            case .list: put(column, task.list.flatMap { lists[$0] })
            case .listId: if let list = task.list { put(column, list) }
            case .enteredBacklogAt: put(column, task.enteredBacklogAt)
            case .otherFields: if !task.unknown.isEmpty { put(column, .object(task.unknown)) }
            default: if let field = column.field { put(column, task[field]) }
            }
        }
        endRow()
    }

    mutating func end() {}

    // MARK: Cells

    private mutating func go(to target: TaskMember) {
        while column < target.column {
            bytes.append(0x2C)
            column += 1
        }
    }

    private mutating func endRow() {
        go(to: .otherFields)
        bytes += "\r\n".utf8
        column = 0
    }

    /// Nothing is put where it would say nothing, but for the state.
    private mutating func put(_ target: TaskMember, _ value: FieldValue) {
        switch value {
        case .text(let text): put(target, text)
        case .instant(let instant): put(target, instant)
        case .recurrence(let rule): put(target, rule.json)
        case .tags(let edit): if !value.saysNothing { put(target, edit.json) }
        case .number(let number): put(target, plain: value.saysNothing ? nil : "\(number)")
        case .flag(let flag): put(target, plain: flag ? "true" : nil)
        case .date(let date): put(target, plain: date.text)
        case .identifier(let id): put(target, plain: id.text)
        case .order(let key): put(target, plain: key.text)
        case .state(let state): put(target, plain: state.name)
        case .region(let region): put(target, plain: region.name)
        case .bucket(let bucket): put(target, plain: value.saysNothing ? nil : bucket.name)
        case .null, .time, .limits: break
        }
    }

    /// Writes a text of letters, digits and signs that need no quotes.
    private mutating func put(_ target: TaskMember, plain text: String?) {
        guard let text else { return }
        go(to: target)
        bytes += text.utf8
    }

    /// Instants in the shortest form that loses nothing.
    private mutating func put(_ target: TaskMember, _ instant: Instant?) {
        guard let instant else { return }
        go(to: target)
        instant.append(to: &bytes)
        guard instant.belowSecond == 0 else { return }
        bytes.removeLast(5)
        bytes.append(0x5A)
    }

    private mutating func put(_ target: TaskMember, _ name: SourceName) {
        switch name {
        case .own(let id): put(target, plain: id.text)
        case .named(let name): put(target, name)
        }
    }

    private mutating func put(_ target: TaskMember, _ json: JSONValue) {
        put(target, String(decoding: json.json, as: UTF8.self))
    }

    /// Texts that people wrote are always quoted, so that an empty text is not taken for a missing one.
    private mutating func put(_ target: TaskMember, _ text: String?) {
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
