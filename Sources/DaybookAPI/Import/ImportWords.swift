import DaybookCore

/// The report of an import as people read it.
package struct ImportWords {
    package let text: String

    /// - Parameter report: as `POST /v1/import` answers it.
    package init(_ report: JSONValue) {
        var lines: [String] = []
        let isDryRun = report["dryRun"] == true
        func count(_ verdict: String, _ entity: String) -> Int64 {
            if case .integer(let count)? = report[verdict]?[entity] { count } else { 0 }
        }
        func number(_ name: String) -> Int64 { if case .integer(let number)? = report[name] { number } else { 0 } }
        func tell(_ words: String, _ verdict: String) {
            let (tasks, lists) = (count(verdict, "tasks"), count(verdict, "lists"))
            guard tasks + lists > 0 else { return }
            let parts = [Self.say(tasks, "task"), Self.say(lists, "list")].compactMap { $0 }
            lines.append("\(words) \(parts.joined(separator: " and ")).")
        }
        tell(isDryRun ? "Would make" : "Made", "made")
        tell(isDryRun ? "Would change" : "Changed", "changed")
        tell("There already:", "unchanged")
        tell("Deleted here and left so:", "deletedHere")
        if report["settings"] == true { lines.append("\(isDryRun ? "Would fill" : "Filled") in settings.") }
        if let words = Self.say(number("passedOver"), "item") { lines.append("Passed over \(words).") }
        if let words = Self.say(number("refused"), "item") { lines.append("Could not take \(words).") }
        if lines.isEmpty { lines.append("There is nothing in it.") }
        lines += Self.fields(report["fields"])
        lines += Self.remarks(report["remarks"], more: number("moreRemarks"))
        text = lines.joined(separator: "\n")
    }

    private static func say(_ count: Int64, _ what: String) -> String? {
        count == 0 ? nil : "\(count) \(what)\(count == 1 ? "" : "s")"
    }

    private static func fields(_ fields: JSONValue?) -> [String] {
        guard case .array(let fields)? = fields, !fields.isEmpty else { return [] }
        let rows = fields.map { field in
            let target: String
            if case .string(let word)? = field["becomes"] { target = word } else { target = "left out" }
            return (name(field["field"]), target, field["count"].map { $0.compactText } ?? "")
        }
        let width = min(40, rows.map(\.0.count).max() ?? 0)
        return [""]
            + rows.map { row in
                row.0 + String(repeating: " ", count: max(0, width - row.0.count)) + "  -> \(row.1)  (\(row.2))"
            }
    }

    private static func remarks(_ remarks: JSONValue?, more: Int64) -> [String] {
        guard case .array(let remarks)? = remarks, !remarks.isEmpty else { return [] }
        var lines = [""]
        for remark in remarks.prefix(50) {
            lines.append("Line \(remark["line"]?.compactText ?? "?"): \(name(remark["sentence"]))")
        }
        let left = Int64(remarks.count - min(50, remarks.count)) + more
        if left > 0 { lines.append("And \(left) more; --json tells up to 1000.") }
        return lines
    }

    /// Text of a file, which must not steer the terminal.
    private static func name(_ value: JSONValue?) -> String {
        guard case .string(let text)? = value else { return "" }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(200).map { scalar in
                    switch scalar.value {
                    case ..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
