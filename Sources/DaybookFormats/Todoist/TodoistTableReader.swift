import DaybookCore

/// A project of Todoist as the table that it imports and exports: tasks, sections and comments, each a row. The project
/// is the file's name.
struct TodoistTableReader: DraftReader {
    private var rows = TableRows()
    private var table = TodoistTable()

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        try rows.cut(bytes) { row throws(UnreadableSource) in try table.take(row, into: &reading) }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) {
        let isWhole = try rows.finish { row throws(UnreadableSource) in try table.take(row, into: &reading) }
        table.yield(into: &reading)
        guard isWhole else { throw UnreadableSource(.broken, line: rows.line, "The file ends inside of quotes.") }
        guard table.hasBegun else { throw TodoistTable.otherFormat }
    }
}

private struct TodoistTable: Sendable {
    /// The names of the columns; nil before the first row.
    private var columns: [String]?
    private var section: String?
    /// The tasks above, by how far they are indented.
    private var above: [SourceName] = []
    private var list: SourceName?
    private var names = ContentNames()
    /// The last task, whose comments may follow.
    private var task: TaskDraft?
    private var notes = NotesText()

    var hasBegun: Bool { columns != nil }

    static let otherFormat = UnreadableSource(
        .otherFormat, line: 1, "The first row must name the columns TYPE and CONTENT.")
    /// Todoist itself indents four times.
    private static let deepest = 64

    mutating func take(_ row: TableRows.Row, into reading: inout Reading) throws(UnreadableSource) {
        guard let cells = row.cells else { return reading.refuse(line: row.line, "The row is too long.") }
        guard let columns else {
            let names = cells.map { $0.text.uppercased() }
            guard names.contains("TYPE"), names.contains("CONTENT") else { throw Self.otherFormat }
            self.columns = names
            return beginList(row.line, into: &reading)
        }
        var values: [String: String] = [:]
        for (column, cell) in zip(columns, cells) where !cell.text.isEmpty { values[column] = cell.text }
        if cells.count > columns.count {
            let rest = cells[columns.count...].map(\.text).filter { !$0.isEmpty }
            if !rest.isEmpty { values["Further cells"] = rest.joined(separator: ", ") }
        }
        guard !values.isEmpty else { return }
        if row.isGarbled { reading.garbled(line: row.line) }
        switch values.removeValue(forKey: "TYPE")?.lowercased() {
        case "task":
            yield(into: &reading)
            begin(values, line: row.line, into: &reading)
        case "note": comment(values, line: row.line, into: &reading)
        case "section":
            yield(into: &reading)
            section = values["CONTENT"]
            above = []
            reading.noted("section")
        case "meta": reading.leftOut("meta")
        default: reading.refuse(line: row.line, field: "TYPE", "A row is a task, a section or a note.")
        }
    }

    /// `Work [220474322].csv` is the project Work.
    private mutating func beginList(_ line: Int, into reading: inout Reading) {
        guard var name = reading.context.name else { return }
        if name.hasSuffix("]"), let bracket = name.lastIndex(of: "[") { name = String(name[..<bracket]) }
        while name.last == " " { name.removeLast() }
        guard !name.isEmpty, name.lowercased() != "inbox" else { return }
        list = .named(name)
        reading.yield(ListDraft(.named(name), line: line, title: name))
    }

    private mutating func begin(_ row: [String: String], line: Int, into reading: inout Reading) {
        var values = row
        let content = values.removeValue(forKey: "CONTENT") ?? ""
        guard !content.isEmpty || values["DESCRIPTION"] != nil else {
            return reading.refuse(line: line, field: "CONTENT", "A task must have a name.")
        }
        let identity = row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        var task = TaskDraft(names.name("\(section ?? "")\n\(identity)"), line: line)
        task.unsaid = [.reminderAt, .state]
        task.list = list
        let (title, labels) = Self.split(content)
        task.title = title
        notes = NotesText(values.removeValue(forKey: "DESCRIPTION"))
        reading.mapped("CONTENT", to: "title")
        if row["DESCRIPTION"] != nil { reading.mapped("DESCRIPTION", to: "notes") }
        task.setTags(labels, label: "labels", &notes, &reading)

        let indent = max(
            1, min(values.removeValue(forKey: "INDENT").flatMap(Int.init) ?? 1, above.count + 1, Self.deepest))
        above = Array(above.prefix(indent - 1))
        if let parent = above.last {
            task.parent = parent
            reading.mapped("INDENT", to: "parentId")
        }
        above.append(task.name)
        if let section { notes.add("Section", section) }
        if let text = values.removeValue(forKey: "PRIORITY") {
            if let priority = Int(text).flatMap(TodoistPriority.ours) {
                task.priority = priority
                reading.mapped("PRIORITY", to: "priority")
            } else {
                notes.add("PRIORITY", text)
                reading.notUnderstood("PRIORITY", line: line)
            }
        }
        takeDates(&values, &task, &reading)
        for name in ["IS_COLLAPSED", "AUTHOR", "DATE_LANG", "DEADLINE_LANG", "TIMEZONE"]
        where values.removeValue(forKey: name) != nil {
            reading.leftOut(name)
        }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            notes.add(name, value)
            reading.noted(name)
        }
        self.task = task
    }

    private mutating func takeDates(
        _ values: inout [String: String], _ task: inout TaskDraft, _ reading: inout Reading
    ) {
        let zone = values["TIMEZONE"].flatMap { Zone($0) } ?? reading.context.zone
        var time: String?
        if let text = values.removeValue(forKey: "DATE") {
            if let due = TodoistDate(text) {
                task.set(due, in: zone, at: reading.context.now)
                reading.mapped("DATE", to: due.rule == nil ? "dueAt" : "recurrence")
                if due.hour != nil { time = text }
                if due.goesByCompletion { reading.remark(.goesByItsDay(line: task.line, field: "DATE")) }
            } else {
                notes.add("DATE", text)
                reading.notUnderstood("DATE", line: task.line)
            }
        }
        if let text = values.removeValue(forKey: "DEADLINE") {
            if let date = TodoistDate(text)?.date {
                task.setDueAndScheduled(on: date, in: zone)
                reading.mapped("DEADLINE", to: "dueAt")
                // The task stays on its day; there is no field for a time beside that of the deadline.
                if let time {
                    notes.add("DATE", time)
                    reading.noted("DATE")
                }
            } else {
                notes.add("DEADLINE", text)
                reading.notUnderstood("DEADLINE", line: task.line)
            }
        }
        if let duration = values.removeValue(forKey: "DURATION") {
            notes.add("DURATION", "\(duration) \(values["DURATION_UNIT"] ?? "")")
            reading.noted("DURATION")
        }
        if values.removeValue(forKey: "DURATION_UNIT") != nil { reading.noted("DURATION_UNIT") }
    }

    /// A comment belongs to the task above it.
    private mutating func comment(_ values: [String: String], line: Int, into reading: inout Reading) {
        guard task != nil else {
            return reading.passOver(line: line, "It is a comment of the project, which has no place for it.")
        }
        let day = values["DATE"].map { "\($0.prefix(10)) " } ?? ""
        notes.append(day + (values["CONTENT"] ?? ""))
        reading.noted("note")
    }

    mutating func yield(into reading: inout Reading) {
        guard var task else { return }
        self.task = nil
        task.notes = notes.text
        reading.yield(task)
    }

    /// Labels are words at the end that begin with `@`.
    private static func split(_ content: String) -> (title: String, labels: [String]) {
        var words = content.split(separator: " ", omittingEmptySubsequences: false)
        var labels: [String] = []
        while let last = words.last, words.count > 1, last.count > 1, last.first == "@" {
            labels.append(String(last.dropFirst()))
            words.removeLast()
        }
        return labels.isEmpty ? (content, []) : (words.joined(separator: " "), labels.reversed())
    }
}
