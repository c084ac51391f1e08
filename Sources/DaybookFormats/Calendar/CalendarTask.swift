import DaybookCore

/// One VTODO on its way to a draft. Every property is taken by somebody, or goes into the notes.
struct CalendarTask {
    private var component: CalendarComponent
    private let zones: CalendarZones
    /// What the tasks that it names are called here.
    private let related: [String: SourceName]
    private var notes = NotesText()
    /// Daybook wrote it, so it means exactly what it says.
    var isOurs = false

    init(_ component: CalendarComponent, in zones: CalendarZones, relatedTo related: [String: SourceName]) {
        self.component = component
        self.zones = zones
        self.related = related
    }

    mutating func draft(_ name: SourceName, into reading: inout Reading) -> TaskDraft {
        var task = TaskDraft(name, line: component.line)
        if !component.take("UID").isEmpty { reading.mapped("UID", to: "id") }
        takeTexts(&task, &reading)
        takeTimes(&task, &reading)
        takeState(&task, &reading)
        takeRecurrence(&task, &reading)
        takeAlarms(&task, &reading)
        takeExceptions(&task, &reading)
        takePriority(&task, &reading)
        takeRest(&reading)
        task.notes = notes.text
        return task
    }

    private mutating func takeTexts(_ task: inout TaskDraft, _ reading: inout Reading) {
        for (number, content) in component.take("SUMMARY").enumerated() {
            if number == 0 { task.title = content.text } else { note(content, &reading) }
            if number == 0 { reading.mapped("SUMMARY", to: "title") }
        }
        for content in component.take("DESCRIPTION") {
            notes.append(content.text)
            reading.mapped("DESCRIPTION", to: "notes")
        }
        for content in component.take("COMMENT") {
            notes.append(content.text)
            reading.noted("COMMENT")
        }
        let labels = component.take("CATEGORIES").flatMap(\.texts)
        if isOurs {
            // The category comes first; where there are tags, X-DAYBOOK tells the one from the others.
            task.category = labels.first
        } else if !labels.isEmpty {
            task.setTags(labels, label: "CATEGORIES", &notes, &reading)
        }
        for content in component.take("RELATED-TO") {
            let relation = content["RELTYPE"]?.uppercased() ?? "PARENT"
            if relation == "PARENT", task.parent == nil, let parent = related[content.text] {
                task.parent = parent
                reading.mapped("RELATED-TO", to: "parentId")
            } else {
                notes.add("RELATED-TO (\(relation))", content.text)
                reading.noted("RELATED-TO")
            }
        }
    }

    /// The first property of this name as a time; what cannot be understood is noted.
    private mutating func time(_ name: String, _ reading: inout Reading) -> CalendarTime? {
        var found: CalendarTime?
        for content in component.take(name) {
            if found == nil, let time = CalendarTime(content, in: zones, reading.context.zone) {
                found = time
            } else {
                notes.add(name, content.written)
                reading.notUnderstood(name, line: content.line)
            }
        }
        return found
    }

    private var start: CalendarTime?
    private var due: CalendarTime?

    private mutating func takeTimes(_ task: inout TaskDraft, _ reading: inout Reading) {
        let zone = reading.context.zone
        if let created = time("CREATED", &reading) {
            task.createdAt = created.instant(zone, isEnd: false)
            reading.mapped("CREATED", to: "createdAt")
        }
        if let modified = time("LAST-MODIFIED", &reading) {
            task.updatedAt = modified.instant(zone, isEnd: false)
            reading.mapped("LAST-MODIFIED", to: "updatedAt")
        }
        start = time("DTSTART", &reading)
        due = time("DUE", &reading)
        if due != nil { reading.mapped("DUE", to: "dueAt") }
        if let start {
            task.scheduledDate = start.date
            reading.mapped("DTSTART", to: "scheduledDate")
            if case .moment(let instant, _) = start, due != start { notes.add("DTSTART", instant.text) }
        }
        for content in component.take("DURATION") {
            guard due == nil, let start, let seconds = CalendarDuration.seconds(content.value) else {
                note(content, &reading)
                continue
            }
            let end = start.instant(zone, isEnd: false).adding(seconds: seconds)
            due = .moment(end, zone.date(of: end))
            reading.mapped("DURATION", to: "dueAt")
        }
        switch due {
        case nil: break
        case .day(let date): task.setDueAndScheduled(on: date, in: zone)
        case .moment(let instant, let date):
            task.dueAt = instant
            if !isOurs { task.scheduledDate = task.scheduledDate ?? date }
        }
    }

    private mutating func takeState(_ task: inout TaskDraft, _ reading: inout Reading) {
        let completed = time("COMPLETED", &reading)?.instant(reading.context.zone, isEnd: false)
        if completed != nil { reading.mapped("COMPLETED", to: "completedAt") }
        let percent = component.take("PERCENT-COMPLETE").first
        let share = percent.flatMap { Int($0.value) }
        let status = component.take("STATUS").first
        switch status?.value.uppercased() {
        case "COMPLETED": task.state = .completed
        case "IN-PROCESS": task.state = .active
        case "NEEDS-ACTION": task.state = .notStarted
        case "CANCELLED":
            task.state = .completed
            if !isOurs { notes.add("STATUS", "CANCELLED") }
        case let other:
            if let other, let status {
                notes.add("STATUS", other)
                reading.notUnderstood("STATUS", line: status.line)
            }
            if completed != nil || share == 100 {
                task.state = .completed
            } else if share ?? 0 > 0 {
                task.state = .active
            }
        }
        if status != nil { reading.mapped("STATUS", to: "state") }
        if task.state == .completed { task.completedAt = completed ?? task.updatedAt }
        guard let percent else { return }
        switch share {
        case 0?: reading.leftOut("PERCENT-COMPLETE")
        case 100?: reading.mapped("PERCENT-COMPLETE", to: "state")
        case let share? where (1...99).contains(share):
            notes.add("PERCENT-COMPLETE", percent.value)
            reading.noted("PERCENT-COMPLETE")
        default:
            notes.add("PERCENT-COMPLETE", percent.value)
            reading.notUnderstood("PERCENT-COMPLETE", line: percent.line)
        }
    }

    private mutating func takeRecurrence(_ task: inout TaskDraft, _ reading: inout Reading) {
        let zone = reading.context.zone
        for content in component.take("RRULE") {
            let rule = try? RecurrenceRule(rrule: content.value, localDate: { zone.date(of: $0) })
            if let rule, task.recurrence == nil, isOurs || task.state != .completed {
                task.recurrence = Recurrence(calendarRule: rule.rrule)
                reading.mapped("RRULE", to: "recurrence")
            } else if rule != nil {
                note(content, &reading)
            } else {
                notes.add("RRULE", content.value)
                reading.notUnderstood("RRULE", line: content.line)
            }
        }
    }

    /// The first alarm is the reminder; there is one.
    private mutating func takeAlarms(_ task: inout TaskDraft, _ reading: inout Reading) {
        var reminders: [Instant] = []
        for alarm in component.children {
            guard alarm.name == "VALARM" else {
                reading.passOver(line: alarm.line, "It is a \(alarm.name.prefix(40)) inside of a task.")
                continue
            }
            // Apple's way of saying that there is none.
            if alarm.first("ACTION")?.value.uppercased() == "NONE" {
                reading.leftOut("VALARM")
                continue
            }
            guard let trigger = alarm.first("TRIGGER"), let instant = instant(of: trigger, reading.context.zone) else {
                notes.add("VALARM", alarm.first("TRIGGER")?.written ?? "without TRIGGER")
                reading.notUnderstood("VALARM", line: alarm.line)
                continue
            }
            reminders.append(instant)
            for content in alarm.properties where !["TRIGGER", "ACTION"].contains(content.name) {
                reading.leftOut("VALARM.\(content.name)")
            }
        }
        reminders.sort()
        task.reminderAt = reminders.first
        if !reminders.isEmpty { reading.mapped("VALARM", to: "reminderAt") }
        for instant in reminders.dropFirst() {
            notes.add("VALARM", instant.text)
            reading.noted("VALARM")
        }
    }

    private func instant(of trigger: ContentLine, _ zone: Zone) -> Instant? {
        if let time = CalendarTime(trigger, in: zones, zone) { return time.instant(zone, isEnd: false) }
        guard let seconds = CalendarDuration.seconds(trigger.value) else { return nil }
        let isEnd = trigger["RELATED"]?.uppercased() == "END"
        // A task without a start counts from when it is due, and the other way round.
        let base = isEnd ? due ?? start : start ?? due
        return base?.instant(zone, isEnd: isEnd && base == due).adding(seconds: seconds)
    }

    /// Dates that the recurrence leaves out.
    private mutating func takeExceptions(_ task: inout TaskDraft, _ reading: inout Reading) {
        for content in component.take("EXDATE") {
            let dates = content.each.map { CalendarTime($0, in: zones, reading.context.zone)?.date }
            let known = (task.recurrence?.except ?? []).union(dates.compactMap(\.self))
            guard task.recurrence != nil, !dates.contains(nil), known.count <= Recurrence.mostExceptions else {
                note(content, &reading)
                continue
            }
            task.recurrence?.except = known
            reading.mapped("EXDATE", to: "recurrence")
        }
    }

    private mutating func takePriority(_ task: inout TaskDraft, _ reading: inout Reading) {
        for content in component.take("PRIORITY") {
            guard task.priority == nil, let priority = Int(content.value), TaskItem.priorities.contains(priority) else {
                notes.add("PRIORITY", content.written)
                reading.notUnderstood("PRIORITY", line: content.line)
                continue
            }
            task.priority = priority
            reading.mapped("PRIORITY", to: "priority")
        }
    }

    private mutating func takeRest(_ reading: inout Reading) {
        for content in component.properties {
            switch content.name {
            case "DTSTAMP", "SEQUENCE", "RECURRENCE-ID", "X-APPLE-SORT-ORDER", "X-MOZ-GENERATION", "X-MOZ-LASTACK",
                "X-DAYBOOK":
                reading.leftOut(content.name)
            case "CLASS" where content.value.uppercased() == "PUBLIC": reading.leftOut("CLASS")
            default: note(content, &reading)
            }
        }
    }

    private mutating func note(_ content: ContentLine, _ reading: inout Reading) {
        guard !content.value.isEmpty else { return }
        notes.add(content.name, content.written)
        reading.noted(content.name)
    }
}
