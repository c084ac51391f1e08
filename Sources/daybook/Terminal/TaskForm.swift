import DaybookCore

/// A task as a text to be edited: a line for each field, an empty line, and the notes. Only lines that became others
/// are read, so what a form shows with less than the task holds is never written back.
struct TaskForm: Hashable {
    enum Field: String, CaseIterable {
        case title = "Title"
        case date = "Date"
        case due = "Due"
        case remind = "Remind"
        case list = "List"
        case category = "Category"
        case priority = "Priority"
        case tags = "Tags"
        case every = "Every"
        case except = "Except"
    }

    /// Why a text is no form.
    struct Fault: Error, Equatable {
        let line: Int
        let sentence: String
    }

    private(set) var values: [Field: String] = [:]
    private(set) var notes = ""

    init(_ task: TaskItem, list: String?, at moment: Moment) {
        func time(_ instant: Instant?) -> String { instant.map { Clock.local($0, moment.day.zone) } ?? "" }
        values = [
            .title: Self.line(task.title), .date: task.scheduledDate?.text ?? "", .due: time(task.dueAt),
            .remind: time(task.reminderAt), .list: Self.line(list ?? ""), .category: Self.line(task.category ?? ""),
            .priority: task.priority == 0 ? "" : "\(task.priority)", .tags: task.tags.joined(separator: ", "),
            .every: task.recurrence.map { RecurrenceWords.text($0, at: moment) } ?? "",
            .except: task.recurrence?.except.sorted().map(\.text).joined(separator: ", ") ?? "",
        ]
        notes = task.notes ?? ""
    }

    /// Reads a text that was edited.
    init(_ text: String) throws(Fault) {
        var rest = Substring(text)
        var number = 0
        while !rest.isEmpty {
            let end = rest.firstIndex { $0.isNewline } ?? rest.endIndex
            let line = rest[..<end]
            rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
            number += 1
            if line.allSatisfy(\.isWhitespace) { break }
            guard !line.hasPrefix("#") else { continue }
            guard let colon = line.firstIndex(of: ":"), let field = Field(rawValue: String(line[..<colon])) else {
                let names = Field.allCases.map { "\($0.rawValue):" }.joined(separator: " ")
                throw Fault(line: number, sentence: "expected one of \(names), or an empty line before the notes")
            }
            guard values[field] == nil else { throw Fault(line: number, sentence: "\(field.rawValue) is there twice") }
            let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
            values[field] = String(value.reversed().drop(while: \.isWhitespace).reversed())
        }
        notes = String(rest)
    }

    /// What stands in the file.
    var text: String {
        var text = "# Lines that you leave as they are change nothing. The notes begin behind the empty line.\n"
        for field in Field.allCases { text += "\(field.rawValue): \(values[field] ?? "")\n" }
        return text + "\n" + notes + (notes.isEmpty || notes.hasSuffix("\n") ? "" : "\n")
    }

    /// The fields that are other than before; a line that is gone is empty.
    func changes(since before: TaskForm) -> [Field: String] {
        var changes: [Field: String] = [:]
        for field in Field.allCases {
            // What an editor may do to the end of a line is no change.
            let old = before.values[field].map { String($0.reversed().drop(while: \.isWhitespace).reversed()) } ?? ""
            let new = values[field] ?? ""
            if old.drop(while: \.isWhitespace) != new[...] { changes[field] = new }
        }
        return changes
    }

    /// The notes as they are now, where they are others than before. The line end that editors put last is not theirs.
    func changedNotes(since before: TaskForm) -> String?? {
        guard notes != before.notes, notes != before.notes + "\n" else { return nil }
        let text = notes.hasSuffix("\n") && !before.notes.hasSuffix("\n") ? String(notes.dropLast()) : notes
        return .some(text.isEmpty ? nil : text)
    }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
