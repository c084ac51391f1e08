import DaybookCore

/// Dates and due times for calendar programs that only read: each task as a VEVENT, which every calendar shows, and as
/// a VTODO, for those that show tasks.
package struct FeedWriter: Sendable {
    private var lines = ContentLines()

    /// - Parameter name: what the calendar is called where it is shown.
    package init(name: String, version: String) {
        lines.reserve()
        lines.line("BEGIN", "VCALENDAR")
        lines.line("VERSION", "2.0")
        lines.text("PRODID", "-//\(ExportHead.product)//\(ExportHead.product) \(version)//EN")
        lines.line("CALSCALE", "GREGORIAN")
        lines.line("METHOD", "PUBLISH")
        lines.text("NAME", name)
        lines.text("X-WR-CALNAME", name)
        // RFC 7986, and the older name of it that most programs know.
        lines.line("REFRESH-INTERVAL;VALUE=DURATION", "PT15M")
        lines.line("X-PUBLISHED-TTL", "PT15M")
    }

    /// A task with a date or a due time.
    package mutating func write(_ task: TaskDraft) {
        lines.beginTodo(task)
        lines.line("END", "VTODO")
        guard case .own(let id) = task.name else { return }
        if let date = task.scheduledDate {
            event(task, "\(id.text)-date") { lines in
                lines.date("DTSTART;VALUE=DATE", date)
                lines.date("DTEND;VALUE=DATE", date.adding(days: 1))
            }
        }
        if let due = task.dueAt {
            event(task, "\(id.text)-due") { $0.instant("DTSTART", due) }
        }
    }

    private mutating func event(_ task: TaskDraft, _ uid: String, _ times: (inout ContentLines) -> Void) {
        lines.line("BEGIN", "VEVENT")
        lines.line("UID", uid)
        lines.instant("DTSTAMP", task.updatedAt)
        lines.instant("LAST-MODIFIED", task.updatedAt)
        times(&lines)
        lines.text("SUMMARY", task.state == .completed ? "✓ \(task.title)" : task.title)
        if let notes = task.notes { lines.text("DESCRIPTION", notes) }
        // A task takes no time of the day, so nobody is busy by it.
        lines.line("TRANSP", "TRANSPARENT")
        lines.line("END", "VEVENT")
    }

    package mutating func end() { lines.line("END", "VCALENDAR") }

    package mutating func take() -> [UInt8] { lines.take() }
}
