import DaybookCore

/// Taskwarrior's JSON: an array of tasks, as `task export` writes it, or one task a line, as it is exchanged.
struct TaskwarriorReader: DraftReader {
    private var pieces = JSONPieces(opensObjects: false)
    private var rows = TaskwarriorRowReader()

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        try pieces.cut(bytes) { piece throws(UnreadableSource) in rows.take(piece, into: &reading) }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) { try pieces.finish() }
}

/// Reads the tasks of one file one by one, and remembers what they share.
struct TaskwarriorRowReader: Sendable {
    private var projects: Set<String> = []
    private var names = ContentNames()
    /// Children of series that may still be counted. Each is a step along a rule, and a daily series of ten years has
    /// some thousands.
    var childrenLeft = 200_000

    mutating func take(_ piece: JSONPieces.Piece, into reading: inout Reading) {
        guard let bytes = piece.bytes else { return reading.refuse(line: piece.line, "The task is too long.") }
        do throws(UnreadableRow) {
            var object = try JSONObject(bytes, line: piece.line)
            take(&object, content: bytes, into: &reading)
        } catch {
            reading.refuse(line: error.line, error.sentence)
        }
    }

    private mutating func take(_ object: inout JSONObject, content: [UInt8], into reading: inout Reading) {
        let status = object["status"]?.text ?? "pending"
        guard status != "deleted" else {
            return reading.passOver(line: object.line, "It was deleted in Taskwarrior.")
        }
        var notes = NotesText()
        guard let title = object.takeText("description", &notes, &reading) else {
            return reading.refuse(line: object.line, field: "description", "A task must have a description.")
        }
        let uuid = object.takeText("uuid", &notes, &reading)
        let name =
            uuid.map { SourceName.named($0.lowercased()) } ?? names.name(String(decoding: content, as: UTF8.self))
        var task = TaskDraft(name, line: object.line, title: title)
        task.unsaid = [.reminderAt]
        reading.mapped("description", to: "title")
        if uuid != nil { reading.mapped("uuid", to: "id") }

        for annotation in object.take("annotations", \.items, &notes, &reading) ?? [] {
            notes.append(annotation.annotated)
            reading.noted("annotations")
        }
        takeTimes(&object, status, &task, &notes, &reading)
        takeProject(&object, &task, &notes, &reading)
        task.setTags(object.take("tags", \.texts, &notes, &reading) ?? [], label: "tags", &notes, &reading)
        takePriority(&object, &task, &notes, &reading)
        if status == "recurring" {
            takeSeries(&object, &task, &notes, &reading)
        } else if let parent = object.take("parent") {
            // The series goes on with its template; a child is a task of its own.
            object.leaveOut("recur", "imask", "rtype", into: &reading)
            notes.add("parent", parent.written)
            reading.noted("parent")
        }
        // Counted or computed anew by each program.
        object.leaveOut("id", "urgency", "mask", "imask", into: &reading)
        object.noteRest(&notes, &reading)
        task.notes = notes.text
        reading.yield(task)
    }

    private func takeTimes(
        _ object: inout JSONObject, _ status: String, _ task: inout TaskDraft, _ notes: inout NotesText,
        _ reading: inout Reading
    ) {
        let zone = reading.context.zone
        func instant(_ name: String, _ ours: String) -> Instant? {
            let instant = object.take(name, { $0.text.flatMap { BasicTime($0)?.instant(in: .utc) } }, &notes, &reading)
            if instant != nil { reading.mapped(name, to: ours) }
            return instant
        }
        task.createdAt = instant("entry", "createdAt")
        task.updatedAt = instant("modified", "updatedAt")
        // A day; a time of it, for which there is no field, stays in the notes as it is written.
        func day(_ name: String) -> CalendarDate? {
            let written = object[name]?.written
            guard let time = instant(name, "scheduledDate") else { return nil }
            if let written, zone.secondOfDay(at: time) != 0 {
                notes.add(name, written)
                reading.noted(name)
            }
            return zone.date(of: time)
        }
        if let scheduled = day("scheduled") { task.scheduledDate = scheduled }
        if let due = instant("due", "dueAt") { task.setDueAndScheduled(at: due, in: zone) }
        if task.scheduledDate == nil { task.scheduledDate = day("wait") }
        switch object.take("status")?.text {
        case "completed":
            task.state = .completed
            task.completedAt = instant("end", "completedAt") ?? task.updatedAt
        case nil, "pending", "waiting", "recurring":
            if instant("start", "state") != nil { task.state = .active }
        case let other?:
            notes.add("status", other)
            return reading.notUnderstood("status", line: object.line)
        }
        reading.mapped("status", to: "state")
    }

    private mutating func takeProject(
        _ object: inout JSONObject, _ task: inout TaskDraft, _ notes: inout NotesText, _ reading: inout Reading
    ) {
        guard let project = object.takeText("project", &notes, &reading) else { return }
        let name = SourceName.named(project)
        if projects.insert(project).inserted { reading.yield(ListDraft(name, line: object.line, title: project)) }
        task.list = name
        reading.mapped("project", to: "listId")
    }

    /// High, medium and low, as calendars count them; other words are the user's own.
    private func takePriority(
        _ object: inout JSONObject, _ task: inout TaskDraft, _ notes: inout NotesText, _ reading: inout Reading
    ) {
        task.priority = 0
        guard let text = object.takeText("priority", &notes, &reading) else { return }
        guard let priority = ["H": 1, "M": 5, "L": 9][text] else {
            notes.add("priority", text)
            return reading.notUnderstood("priority", line: object.line)
        }
        task.priority = priority
        reading.mapped("priority", to: "priority")
    }

    /// The template of a series. Its children so far are tasks of their own, so it becomes the one that comes next.
    private mutating func takeSeries(
        _ object: inout JSONObject, _ task: inout TaskDraft, _ notes: inout NotesText, _ reading: inout Reading
    ) {
        let children = object["mask"]?.text?.utf8.count ?? 0
        guard let text = object.takeText("recur", &notes, &reading) else { return }
        let until = object.take("until", { $0.text.flatMap { BasicTime($0)?.date } }, &notes, &reading)
        guard var rule = TaskwarriorPeriod.rule(text), let due = task.dueAt,
            children <= min(10_000, childrenLeft)
        else {
            notes.add("recur", text)
            return reading.notUnderstood("recur", line: object.line)
        }
        if let until {
            rule.end = .until(until)
            reading.mapped("until", to: "recurrence")
        }
        childrenLeft -= children
        let start = reading.context.zone.date(of: due)
        var date = start
        for _ in 0..<children {
            guard let next = rule.next(after: date, from: start) else {
                notes.add("recur", text)
                return reading.noted("recur")
            }
            date = next
        }
        task.scheduledDate = date
        // By the clock on the wall, which is set forward and back.
        if date != start { task.dueAt = reading.context.zone.instant(of: date, as: due) }
        task.recurrence = .rule(rule.rrule)
        reading.mapped("recur", to: "recurrence")
    }
}

extension TaskDraft {
    /// Labels are tags; what cannot be one, or is one too many, is in the notes.
    mutating func setTags(
        _ labels: [String], label: String, _ notes: inout NotesText, _ reading: inout Reading
    ) {
        var found: Set<String> = []
        for text in labels {
            if let tag = Tag.read(text), found.count < TagSet.most || found.contains(tag) {
                found.insert(tag)
                reading.mapped(label, to: "tags")
            } else {
                notes.add(label, text)
                reading.notUnderstood(label, line: line)
            }
        }
        tags = found.sorted()
    }
}

extension JSONValue {
    /// An annotation as a line of notes, with the day on which it was made.
    fileprivate var annotated: String {
        guard let text = self["description"]?.text else { return written }
        guard let entry = self["entry"]?.text, let time = BasicTime(entry) else { return text }
        return "\(time.date.text) \(text)"
    }
}
