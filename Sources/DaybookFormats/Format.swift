/// The formats that files are read in; the raw values are what commands and requests call them.
package enum Format: String, Hashable, Sendable, CaseIterable {
    case json, ndjson, csv
    case ics
    case todoistCSV = "todoist-csv"
    case todoistJSON = "todoist-json"
    case taskwarrior
    case googleTasks = "google-tasks"
    case todoTxt = "todo-txt"

    package func reader() -> any DraftReader {
        switch self {
        case .json: DocumentReader()
        case .ndjson: LinesReader()
        case .csv: TableReader()
        case .ics: CalendarReader()
        case .todoistCSV: TodoistTableReader()
        case .todoistJSON: TodoistReader()
        case .taskwarrior: TaskwarriorReader()
        case .googleTasks: GoogleTasksReader()
        case .todoTxt: TodoTxtReader()
        }
    }

    /// Keeps the names of different sources apart: those of one app in two formats are one app's.
    package var origin: String {
        switch self {
        case .json, .ndjson, .csv: "daybook"
        case .ics: CalendarReader.origin
        case .todoistCSV, .todoistJSON: "todoist"
        case .taskwarrior: "taskwarrior"
        case .googleTasks: "google-tasks"
        case .todoTxt: "todo-txt"
        }
    }

    /// What its tasks refer to may come after them, so files of it are read twice.
    package var hasListsLast: Bool {
        switch self {
        case .json: true
        case .ndjson, .csv, .ics, .todoistCSV, .todoistJSON, .taskwarrior, .googleTasks, .todoTxt: false
        }
    }
}

extension Format {
    /// How much of a file's beginning is enough to tell what it is.
    package static let beginning = 65_536

    /// The format of a file, found from its beginning; its name only decides where that leaves a choice. Nil for any
    /// other file.
    package static func detect(_ beginning: [UInt8], name: String? = nil) -> Format? {
        let text = String(decoding: beginning.prefix(Self.beginning), as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.first == "[" || start.first == "{" { return detectJSON(start) }
        if start.hasPrefix("id,text,") || start.hasPrefix("id;text;") || start.hasPrefix("id\ttext\t") { return .csv }
        if start.prefix(15).uppercased() == "BEGIN:VCALENDAR" { return .ics }
        if let row = start.split(whereSeparator: \.isNewline).first?.uppercased() {
            let cells = Set(row.split { ",;\t\"".contains($0) })
            if cells.contains("TYPE"), cells.contains("CONTENT") { return .todoistCSV }
        }
        return isTodoTxt(start, name) ? .todoTxt : nil
    }

    /// Any text may be todo.txt: most of its lines have to bear a sign of it, or its name says so.
    private static func isTodoTxt(_ text: Substring, _ name: String?) -> Bool {
        guard !text.isEmpty,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0) })
        else { return false }
        if let name = name?.lowercased(), name == "todo" || name == "done" { return true }
        let lines = text.split(whereSeparator: \.isNewline).prefix(100).compactMap { TodoTxtLine(String($0)) }
        return lines.count { $0.isSigned } * 2 > lines.count
    }

    private static func detectJSON(_ text: Substring) -> Format? {
        func has(_ name: String) -> Bool { text.contains("\"\(name)\"") }
        if start(text, with: "{\"type\":\"export\"") { return .ndjson }
        if has("exportDate"), has("tasks") { return .json }
        if text.contains("\"tasks#") { return .googleTasks }
        if has("uuid"), has("entry") || has("status"), has("description") { return .taskwarrior }
        if has("sync_token") || has("full_sync") || has("project_id") || has("inbox_project") { return .todoistJSON }
        return nil
    }

    /// Whether a text begins so, spaces aside.
    private static func start(_ text: Substring, with beginning: String) -> Bool {
        String(text.prefix(100).filter { !$0.isWhitespace }).hasPrefix(beginning)
    }
}
