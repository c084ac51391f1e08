import DaybookCore

/// A task of Todoist's JSON with what it refers to.
struct TodoistItem {
    private var object: JSONObject
    private let zone: Zone
    private var notes = NotesText()
    /// When it is due, without its deadline.
    private var due: Instant?
    /// The time of that, as it is written; nil where it is a day alone.
    private var dueTime: String?
    var list: SourceName?
    /// It is in a project that is no list here: its name, if the file has one.
    var project: String?
    var isOfInbox = false
    var section: String?
    var parent: SourceName?
    var comments: [String] = []
    var reminders: [JSONObject] = []
    /// The file has reminders, of whatever task.
    var knowsReminders = false

    init(_ object: JSONObject, zone: Zone) {
        self.object = object
        self.zone = zone
    }

    mutating func yield(into reading: inout Reading) {
        let line = object.line
        let isDeleted = object["is_deleted"]?.flag ?? (object["is_deleted"]?.number == 1)
        guard !isDeleted else { return reading.passOver(line: line, "It was deleted in Todoist.") }
        guard let id = object.take("id") else {
            return reading.refuse(line: line, field: "id", "A task must have an id.")
        }
        var task = TaskDraft(.named(id.written), line: line)
        task.unsaid = knowsReminders ? [.state] : [.state, .reminderAt]
        reading.mapped("id", to: "id")
        task.title = object.takeText("content", &notes, &reading) ?? ""
        reading.mapped("content", to: "title")
        if let description = object.takeText("description", &notes, &reading) {
            notes.append(description)
            reading.mapped("description", to: "notes")
        }
        for comment in comments {
            notes.append(comment)
            reading.noted("notes")
        }
        task.list = list
        if let value = object.take("project_id") {
            if list != nil || isOfInbox {
                reading.mapped("project_id", to: "listId")
            } else {
                notes.add(
                    "Project", project ?? String(String.UnicodeScalarView(value.written.unicodeScalars.prefix(2_000))))
                reading.noted("project_id")
            }
        }
        task.setTags(object.take("labels", \.texts, &notes, &reading) ?? [], label: "labels", &notes, &reading)
        takeTimes(&task, &reading)
        takeDue(&task, &reading)
        takeReminders(&task, &reading)
        takePlace(&task, &reading)
        if let priority = object.take("priority") {
            // The API counts the other way round from what people see.
            if let level = priority.number.flatMap({ (1...4).contains($0) ? TodoistPriority.ours(5 - $0) : nil }) {
                task.priority = level
                reading.mapped("priority", to: "priority")
            } else {
                notes.add("priority", priority.written)
                reading.notUnderstood("priority", line: line)
            }
        }
        object.leaveOut(
            "user_id", "creator_id", "added_by_uid", "assigned_by_uid", "completed_by_uid", "sync_id", "child_order",
            "order", "day_order", "collapsed", "is_collapsed", "is_deleted", "note_count", "comment_count", "url",
            "v2_id", "v2_project_id", "v2_section_id", "v2_parent_id", "goal_ids", "is_uncompletable", into: &reading)
        object.noteRest(&notes, &reading)
        task.notes = notes.text
        reading.yield(task)
    }

    private mutating func instant(_ names: String..., ours: String, _ reading: inout Reading) -> Instant? {
        for name in names {
            let instant = object.take(name, { $0.text.flatMap { Instant($0) } }, &notes, &reading)
            if let instant {
                reading.mapped(name, to: ours)
                return instant
            }
        }
        return nil
    }

    private mutating func takeTimes(_ task: inout TaskDraft, _ reading: inout Reading) {
        task.createdAt = instant("added_at", "created_at", "date_added", ours: "createdAt", &reading)
        task.updatedAt = instant("updated_at", ours: "updatedAt", &reading)
        task.completedAt = instant("completed_at", "date_completed", ours: "completedAt", &reading)
        let checked = (object.take("checked") ?? object.take("is_completed")).map { $0 == true || $0 == 1 }
        // A list of what is completed does not say that each of it is.
        if checked ?? (task.completedAt != nil) { task.state = .completed }
        if checked != nil { reading.mapped("checked", to: "state") }
        if task.state != .completed { task.completedAt = nil }
    }

    private mutating func takeDue(_ task: inout TaskDraft, _ reading: inout Reading) {
        if let due = object.take("due") {
            if !understand(due, &task, &reading) {
                notes.add("due", due["string"]?.text ?? due.written)
                reading.notUnderstood("due", line: object.line)
            }
        }
        due = task.dueAt
        if let deadline = object.take("deadline") {
            if let date = deadline["date"]?.text.flatMap({ CalendarDate($0) }) {
                task.setDueAndScheduled(on: date, in: zone)
                reading.mapped("deadline", to: "dueAt")
                // The task stays on the day that it was due; there is no field for a time beside that of the deadline.
                if let dueTime {
                    notes.add("due", dueTime)
                    reading.noted("due")
                }
            } else {
                notes.add("deadline", deadline.written)
                reading.notUnderstood("deadline", line: object.line)
            }
        }
        if let duration = object.take("duration") {
            notes.add("duration", "\(duration["amount"]?.written ?? "") \(duration["unit"]?.text ?? "")")
            reading.noted("duration")
        }
    }

    /// `date` is a day, a floating time or one in UTC, which is meant in `timezone`.
    private mutating func understand(_ due: JSONValue, _ task: inout TaskDraft, _ reading: inout Reading) -> Bool {
        guard let text = (due["datetime"]?.text ?? due["date"]?.text) else { return false }
        let place = due["timezone"]?.text.flatMap { Zone($0) } ?? zone
        if let date = CalendarDate(text) {
            task.setDueAndScheduled(on: date, in: zone)
        } else if let instant = Instant(text) {
            task.setDueAndScheduled(at: instant, in: place)
            dueTime = text
        } else if let date = CalendarDate(String(text.prefix(10))),
            let time = TimeOfDay(String(text.dropFirst(11).prefix(5))),
            let instant = place.instant(of: date, hour: time.hour, minute: time.minute)
        {
            task.setDueAndScheduled(at: instant, in: place)
            dueTime = text
        } else {
            return false
        }
        reading.mapped("due", to: "dueAt")
        guard due["is_recurring"] == true, let string = due["string"]?.text else { return true }
        if let date = TodoistDate(string), let rule = date.rule {
            task.recurrence = Recurrence(calendarRule: rule.rrule)
            if date.goesByCompletion { reading.remark(.goesByItsDay(line: object.line, field: "due.string")) }
            reading.mapped("due.string", to: "recurrence")
        } else {
            notes.add("due.string", string)
            reading.notUnderstood("due.string", line: object.line)
        }
        return true
    }

    /// The first reminder is ours; there is one.
    private mutating func takeReminders(_ task: inout TaskDraft, _ reading: inout Reading) {
        var instants: [Instant] = []
        for reminder in reminders {
            if let minutes = reminder["minute_offset"]?.number, let due = due ?? task.dueAt,
                minutes.magnitude < 10_000_000
            {
                instants.append(due.adding(seconds: -Int64(minutes) * 60))
            } else if let text = reminder["due"]?["date"]?.text, let instant = Instant(text) {
                instants.append(instant)
            } else {
                notes.add("reminder", JSONValue.object(reminder.members).written)
                reading.notUnderstood("reminders", line: reminder.line)
            }
        }
        instants.sort()
        task.reminderAt = instants.first
        if !instants.isEmpty { reading.mapped("reminders", to: "reminderAt") }
        for instant in instants.dropFirst() {
            notes.add("reminder", instant.text)
            reading.noted("reminders")
        }
    }

    private mutating func takePlace(_ task: inout TaskDraft, _ reading: inout Reading) {
        if let value = object.take("section_id") {
            notes.add("Section", section ?? value.written)
            reading.noted("section_id")
        }
        if let value = object.take("parent_id") {
            if parent == nil {
                notes.add("Part of", value.written)
                reading.noted("parent_id")
            } else {
                task.parent = parent
                reading.mapped("parent_id", to: "parentId")
            }
        }
    }
}

/// Todoist's four levels.
enum TodoistPriority {
    /// What a level, as people see it (p1 is the highest, p4 none), is as calendars count.
    static func ours(_ level: Int) -> Int? { [1: 1, 2: 5, 3: 9, 4: 0][level] }
}

/// The colours of projects by the names that the API gives them.
enum TodoistColor {
    static let hex = [
        "berry_red": "#B8255F", "red": "#DC4C3E", "orange": "#C77100", "yellow": "#B29104", "olive_green": "#949C31",
        "lime_green": "#65A33A", "green": "#369307", "mint_green": "#42A393", "teal": "#148FAD", "sky_blue": "#319DC0",
        "light_blue": "#6988A4", "blue": "#4180FF", "grape": "#692EC2", "violet": "#CA3FEE", "lavender": "#A4698C",
        "magenta": "#E05095", "salmon": "#C9766F", "charcoal": "#808080", "grey": "#999999", "taupe": "#8F7A69",
    ]
}
