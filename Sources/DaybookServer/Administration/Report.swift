import DaybookAPI
import DaybookCore
import DaybookHost

/// What an operator's command has to tell: lines for people, JSON for scripts.
public struct Report: Sendable {
    public let text: String
    public let json: String
    /// How the command ends.
    public var code = ExitCode.success
    /// What has to be seen though the command did what it was to do, also where nobody reads what it prints.
    public var warning: String?

    /// One value under its names.
    struct Entry: Sendable {
        /// The name for scripts.
        let name: String
        /// The heading for people; nil if only scripts see it.
        let title: String?
        let value: JSONValue

        init(_ name: String, _ title: String?, _ value: JSONValue) {
            self.name = name
            self.title = title
            self.value = value
        }
    }

    init(text: String, json: String) {
        self.text = text
        self.json = json
    }

    /// One thing, a line for each of its values.
    init(_ entries: [Entry], note: String? = nil) {
        let shown = entries.filter { $0.title != nil }
        let width = shown.map { $0.title?.count ?? 0 }.max() ?? 0
        var lines = shown.map { entry in
            let title = entry.title ?? ""
            return title + String(repeating: " ", count: width - title.count + 2) + entry.value.shown
        }
        if let note { lines += ["", note] }
        text = lines.joined(separator: "\n")
        json = JSONValue.object(entries.map { JSONMember($0.name, $0.value) }).indentedText
    }

    /// One thing, and tables below it; those without rows are left out for people.
    init(_ entries: [Entry], tables: (name: String, rows: [[Entry]])...) {
        let shown = tables.filter { !$0.rows.isEmpty }.map { Report($0.name, $0.rows, none: "").text }
        text = ([Report(entries).text] + shown).joined(separator: "\n\n")
        json =
            JSONValue.object(
                entries.map { JSONMember($0.name, $0.value) }
                    + tables.map { table in
                        JSONMember(
                            table.name,
                            .array(table.rows.map { .object($0.map { JSONMember($0.name, $0.value) }) }))
                    }
            ).indentedText
    }

    /// Many things of a kind as a table; `rows` have the same entries in the same order.
    init(_ name: String, _ rows: [[Entry]], none: String) {
        json =
            JSONValue.object([
                JSONMember(name, .array(rows.map { .object($0.map { JSONMember($0.name, $0.value) }) }))
            ]).indentedText
        guard let first = rows.first else {
            text = none
            return
        }
        let columns = first.indices.filter { first[$0].title != nil }
        var cells = [columns.map { first[$0].title?.uppercased() ?? "" }]
        cells += rows.map { row in columns.map { row[$0].value.shown } }
        let widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        text = cells.map { row in
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(Substring(padded.joined(separator: "  ")).trimmingEnd())
        }.joined(separator: "\n")
    }
}

extension JSONValue {
    /// The text of a cell: no value is shown as a dash, and no control character reaches the terminal.
    fileprivate var shown: String {
        switch self {
        case .null: "-"
        case .bool(let flag): flag ? "yes" : "no"
        case .string(let text):
            String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
        default: compactText
        }
    }

    static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    static func optional(_ instant: Instant?) -> JSONValue { optional(instant?.text) }
}

extension Substring {
    fileprivate func trimmingEnd() -> Substring {
        var rest = self
        while rest.last == " " { rest = rest.dropLast() }
        return rest
    }
}
