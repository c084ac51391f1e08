import DaybookCore

/// A task of Google's as a draft.
enum GoogleTask {
    static func yield(
        _ row: JSONObject, in list: SourceName?, partOf parent: SourceName?, repeating recurrence: GoogleRecurrence?,
        knowingRules: Bool, into reading: inout Reading
    ) {
        var object = row
        guard row["deleted"] != true else {
            return reading.passOver(line: row.line, "It was deleted in Google Tasks.")
        }
        var notes = NotesText()
        guard let id = object.takeText("id", &notes, &reading) else {
            return reading.refuse(line: row.line, field: "id", "A task must have an id.")
        }
        var task = TaskDraft(.named(id), line: row.line)
        task.list = list
        task.unsaid = knowingRules ? [.reminderAt, .state] : [.reminderAt, .state, .recurrence]
        task.title = object.takeText("title", &notes, &reading) ?? ""
        reading.mapped("id", to: "id")
        if !task.title.isEmpty { reading.mapped("title", to: "title") }
        if let text = object.takeText("notes", &notes, &reading) {
            notes.append(text)
            reading.mapped("notes", to: "notes")
        }
        takeTimes(&object, &task, &notes, &reading)
        if let recurrence {
            if let rule = recurrence.rule(from: task.scheduledDate) {
                task.recurrence = Recurrence(calendarRule: rule.rrule)
                reading.mapped("task_recurrence_id", to: "recurrence")
            } else {
                notes.add("recurrence", recurrence.written)
                reading.notUnderstood("task_recurrence_id", line: row.line)
            }
        } else if object["task_recurrence_id"] != nil {
            // One of many occurrences, each of which is a task of its own.
            reading.leftOut("task_recurrence_id")
        }
        _ = object.take("task_recurrence_id")
        if let value = object.take("parent") {
            if let parent {
                task.parent = parent
                reading.mapped("parent", to: "parentId")
            } else {
                notes.add("Part of", value.written)
                reading.noted("parent")
            }
        }
        for link in object.take("links", \.items, &notes, &reading) ?? [] {
            let title = link["description"]?.text.map { "\($0) " } ?? ""
            notes.append(title + (link["link"]?.text ?? link.written))
            reading.noted("links")
        }
        if row["hidden"] == false || row["deleted"] == false { object.leaveOut("hidden", "deleted", into: &reading) }
        object.leaveOut(
            "kind", "etag", "selfLink", "webViewLink", "position", "hidden", "deleted", "task_type", into: &reading)
        object.noteRest(&notes, &reading)
        task.notes = notes.text
        reading.yield(task)
    }

    /// The one of several planned times that counts.
    static func start(of scheduled: JSONValue) -> String? {
        let times = scheduled.items ?? [scheduled]
        return (times.first { $0["current"] == true } ?? times.last)?["start"]?.text
    }

    /// Once in a file.
    private static func tellOfMidnight(line: Int, _ reading: inout Reading) {
        guard reading.report.count(of: "scheduled_time", .field("scheduledDate")) == 0 else { return }
        reading.remark(
            Remark(
                .fitted, line: line, field: "scheduled_time",
                "It is midnight in UTC and may have been a time; it is the whole day now. So it is with others."))
    }

    private static func takeTimes(
        _ object: inout JSONObject, _ task: inout TaskDraft, _ notes: inout NotesText, _ reading: inout Reading
    ) {
        func instant(_ name: String, _ ours: String) -> Instant? {
            let instant = object.take(name, { $0.text.flatMap { Instant($0) } }, &notes, &reading)
            if instant != nil { reading.mapped(name, to: ours) }
            return instant
        }
        task.createdAt = instant("created", "createdAt")
        task.updatedAt = instant("updated", "updatedAt")
        // Only the day of it means anything.
        let due = instant("due", "dueAt")
        if let due { task.setDueAndScheduled(on: due.utcDate, in: reading.context.zone) }
        if let scheduled = object.take("scheduled_time") {
            if let text = start(of: scheduled), let instant = Instant(text) {
                // A day without a time is its midnight in UTC, which elsewhere is a time as well: one of another day.
                if instant.milliseconds % Instant.dayLength == 0, due.map({ $0.utcDate == instant.utcDate }) ?? true {
                    task.setDueAndScheduled(on: instant.utcDate, in: reading.context.zone)
                    if due == nil { tellOfMidnight(line: object.line, &reading) }
                    reading.mapped("scheduled_time", to: due == nil ? "scheduledDate" : "dueAt")
                } else {
                    task.setDueAndScheduled(at: instant, in: reading.context.zone)
                    reading.mapped("scheduled_time", to: "dueAt")
                }
            } else {
                notes.add("scheduled_time", scheduled.written)
                reading.notUnderstood("scheduled_time", line: object.line)
            }
        }
        let completed = instant("completed", "completedAt")
        switch object.take("status")?.text {
        case "completed":
            task.state = .completed
            task.completedAt = completed ?? task.updatedAt
        case "needsAction", nil: break
        case let other?:
            notes.add("status", other)
            return reading.notUnderstood("status", line: object.line)
        }
        reading.mapped("status", to: "state")
    }
}
