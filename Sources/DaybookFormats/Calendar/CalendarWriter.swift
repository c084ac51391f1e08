import DaybookCore

/// Tasks as VTODOs for calendar apps (RFC 5545). What a VTODO cannot say stands in one property of ours, as a JSON
/// object with the members of our documents, so that nothing is lost on the way back; settings and lists in two of the
/// calendar's.
struct CalendarWriter: ExportWriter {
    private var lines = ContentLines()

    mutating func begin(_ head: ExportHead) {
        lines.reserve()
        lines.line("BEGIN", "VCALENDAR")
        lines.line("VERSION", "2.0")
        lines.text("PRODID", "-//\(ExportHead.product)//\(ExportHead.product) \(head.appVersion)//EN")
        lines.line("CALSCALE", "GREGORIAN")
        lines.text("X-WR-CALNAME", ExportHead.product)
        lines.json("X-DAYBOOK-SETTINGS") { $0.object(head.settings.fields) }
    }

    mutating func write(_ list: ListDraft) {
        lines.json("X-DAYBOOK-LIST") { $0.list(list) }
    }

    mutating func write(_ task: TaskDraft, rank: Int) {
        lines.beginTodo(task)
        lines.line("X-APPLE-SORT-ORDER", "\(rank)")
        lines.json("X-DAYBOOK") { $0.beyondCalendar(task) }
        if let reminder = task.reminderAt {
            lines.line("BEGIN", "VALARM")
            lines.line("ACTION", "DISPLAY")
            lines.text("DESCRIPTION", task.title)
            lines.instant("TRIGGER;VALUE=DATE-TIME", reminder)
            lines.line("END", "VALARM")
        }
        lines.line("END", "VTODO")
    }

    mutating func end() { lines.line("END", "VCALENDAR") }

    mutating func take() -> [UInt8] { lines.take() }
    var count: Int { lines.bytes.count }
}

extension ContentLines {
    /// A VTODO up to where what only we understand begins.
    mutating func beginTodo(_ task: TaskDraft) {
        line("BEGIN", "VTODO")
        switch task.name {
        case .own(let id): line("UID", id.text)
        case .named(let name): text("UID", name)
        }
        instant("DTSTAMP", task.updatedAt)
        instant("CREATED", task.createdAt)
        instant("LAST-MODIFIED", task.updatedAt)
        text("SUMMARY", task.title)
        if let notes = task.notes { text("DESCRIPTION", notes) }
        line("STATUS", task.status)
        instant("COMPLETED", task.completedAt)
        // The two must be of one type, and a due date is the more telling.
        if task.dueAt == nil, let day = task.scheduledDate { date("DTSTART;VALUE=DATE", day) }
        instant("DUE", task.dueAt)
        switch task.parent {
        case .own(let id)?: line("RELATED-TO", id.text)
        case .named(let name)?: text("RELATED-TO", name)
        case nil: break
        }
        if let rule = task.recurrence?.calendarRule {
            line("RRULE", rule)
            let dates = (task.recurrence?.except ?? []).sorted().map { $0.text.filter { $0 != "-" } }
            if !dates.isEmpty { line("EXDATE;VALUE=DATE", dates.joined(separator: ",")) }
        }
        let labels = [task.category].compactMap(\.self) + (task.tags ?? [])
        if !labels.isEmpty { texts("CATEGORIES", labels) }
        if let priority = task.priority { line("PRIORITY", "\(priority)") }
    }

    mutating func json(_ name: String, _ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        // JSON lets this control stand for itself; iCalendar lets none.
        text(name, String(decoding: writer.bytes, as: UTF8.self).replacing("\u{7F}", with: "\\u007F"))
    }
}

extension TaskDraft {
    fileprivate var status: String {
        if deletedAt != nil { return "CANCELLED" }
        switch state {
        case .notStarted: return "NEEDS-ACTION"
        case .active: return "IN-PROCESS"
        case .completed: return "COMPLETED"
        }
    }
}

extension Recurrence {
    /// An RRULE's value; nil if the rule cannot be written as one.
    var calendarRule: String? { (try? RecurrenceRule(self))?.rrule }

    /// What an RRULE means to us: plain days of the week are the apps' own pattern.
    init(calendarRule text: String) {
        self = .rule(text)
        guard let rule = try? RecurrenceRule(rrule: text), rule.frequency == .weekly, rule.interval == 1,
            rule.end == .never, rule.months.isEmpty, !rule.days.isEmpty, rule.weekStart == .monday,
            let days = Weekdays(rule.days.map(\.weekday.rawValue)), RecurrenceRule(days).rrule == text
        else { return }
        self = .weekly(days)
    }
}

extension JSONWriter {
    /// The members that the properties beside it do not say, or not exactly.
    fileprivate mutating func beyondCalendar(_ task: TaskDraft) {
        beginObject()
        if !ContentLines.survives(task.title) {
            name(.text)
            string(task.title)
        }
        if task.deletedAt != nil {
            name(.state)
            string(task.state.name)
        }
        if task.dueAt != nil, let date = task.scheduledDate {
            name(.scheduledDate)
            self.date(date)
        }
        if task.category == nil, task.tags != nil {
            name(.category)
            null()
        }
        millisecondsBelowSecond([
            ("createdAt", task.createdAt), ("updatedAt", task.updatedAt), ("completedAt", task.completedAt),
            ("dueAt", task.dueAt), ("reminderAt", task.reminderAt),
        ])
        further(task) { member in
            switch member {
            case .dueAt, .reminderAt, .priority, .parentId: false
            case .notes: task.notes.map { $0.isEmpty || !ContentLines.survives($0) } ?? false
            case .category:
                task.category.map {
                    task.tags != nil || $0.isEmpty || $0.contains(",") || !ContentLines.survives($0)
                } ?? false
            case .recurrence:
                task.recurrence.map { rule in rule.calendarRule.map { Recurrence(calendarRule: $0) != rule } ?? true }
                    ?? false
            default: true
            }
        }
        endObject()
    }
}
