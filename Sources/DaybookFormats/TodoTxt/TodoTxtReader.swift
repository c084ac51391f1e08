import DaybookCore

/// todo.txt: a task a line, in plain text.
struct TodoTxtReader: DraftReader {
    private var lines = LineCutter()
    private var rows = TodoTxtRows()

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        lines.cut(bytes) { rows.take($0, into: &reading) }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) {
        lines.finish { rows.take($0, into: &reading) }
    }
}

/// What tasks of one file share.
struct TodoTxtRows: Sendable {
    private var projects: Set<String> = []
    private var names = ContentNames()

    mutating func take(_ line: LineCutter.Line, into reading: inout Reading) {
        switch line {
        case .tooLong(let number): reading.refuse(line: number, "The task is too long.")
        case .text(let bytes, let number):
            let valid = String(validating: bytes, as: UTF8.self)
            let text = valid ?? String(decoding: bytes, as: UTF8.self)
            guard let row = TodoTxtLine(text) else { return }
            if valid == nil { reading.garbled(line: number) }
            take(row, text, number, into: &reading)
        }
    }

    private mutating func take(_ row: TodoTxtLine, _ text: String, _ line: Int, into reading: inout Reading) {
        guard !row.words.isEmpty else {
            return reading.refuse(line: line, field: "text", "A task must have a text.")
        }
        var task = TaskDraft(names.name(text), line: line)
        task.unsaid = [.reminderAt, .state]
        var notes = NotesText()
        var words = row.words
        takeState(row, &task, &reading)
        takePriority(row, &words, &task, &notes, &reading)
        takeDates(&words, &task, &notes, &reading)
        takeMarks(words, &task, &notes, &reading)
        takeTitle(words, or: row, &task, &notes, &reading)
        task.notes = notes.text
        reading.yield(task)
    }

    /// A date without a time is the middle of its day, so that it is the same day wherever the account's begins.
    private func takeState(_ row: TodoTxtLine, _ task: inout TaskDraft, _ reading: inout Reading) {
        let context = reading.context
        func instant(_ date: CalendarDate?, _ name: String, _ ours: String) -> Instant? {
            guard let date, let noon = context.zone.instant(of: date, hour: 12, minute: 0) else { return nil }
            reading.mapped(name, to: ours)
            return context.zone.date(of: context.now) == date ? min(noon, context.now) : noon
        }
        task.createdAt = instant(row.created, "creation date", "createdAt")
        guard row.isDone else { return }
        task.state = .completed
        reading.mapped("x", to: "state")
        task.completedAt = instant(row.done, "completion date", "completedAt")
    }

    /// (A) is 1, and so on to 9; a task that is done has its letter as `pri:A`.
    private func takePriority(
        _ row: TodoTxtLine, _ words: inout [TodoTxtWord], _ task: inout TaskDraft, _ notes: inout NotesText,
        _ reading: inout Reading
    ) {
        task.priority = 0
        var letter = row.priority
        if letter == nil, let place = words.firstIndex(where: { $0.priority != nil }) {
            letter = words[place].priority
            words.remove(at: place)
        }
        guard let letter else { return }
        let priority = Int(letter - UInt8(ascii: "A")) + 1
        task.priority = min(priority, TaskItem.priorities.upperBound)
        reading.mapped("priority", to: "priority")
        guard priority > TaskItem.priorities.upperBound else { return }
        let text = String(Unicode.Scalar(letter))
        notes.add("priority", text)
        reading.noted("priority")
        reading.remark(
            Remark(
                .fitted, line: task.line, field: "priority", "(\(text)) is 9, the lowest; its letter is in the notes."))
    }

    private func takeDates(
        _ words: inout [TodoTxtWord], _ task: inout TaskDraft, _ notes: inout NotesText, _ reading: inout Reading
    ) {
        let zone = reading.context.zone
        func take(_ key: String, _ read: (Substring) -> Bool, to ours: String) {
            guard let place = words.firstIndex(where: { $0.key == key }), let value = words[place].value else { return }
            words.remove(at: place)
            if read(value) { return reading.mapped(key, to: ours) }
            notes.add(key, String(value))
            reading.notUnderstood(key, line: task.line)
        }
        take(
            "t",
            { text in
                guard let date = CalendarDate(String(text)) else { return false }
                task.scheduledDate = date
                return true
            }, to: "scheduledDate")
        take("due", { task.setDueAndScheduled($0, in: zone) }, to: "dueAt")
        take(
            "rec",
            { text in
                guard let repetition = TodoTxtRepetition(text) else { return false }
                task.recurrence = repetition.recurrence
                if !repetition.isStrict {
                    reading.remark(.goesByItsDay(line: task.line, field: "rec"))
                }
                return true
            }, to: "recurrence")
    }

    /// The first project is the list; contexts are tags.
    private mutating func takeMarks(
        _ words: [TodoTxtWord], _ task: inout TaskDraft, _ notes: inout NotesText, _ reading: inout Reading
    ) {
        for project in words.compactMap(\.project) {
            guard task.list == nil else {
                notes.add("project", project)
                reading.noted("project")
                continue
            }
            let name = SourceName.named(project)
            if projects.insert(project).inserted { reading.yield(ListDraft(name, line: task.line, title: project)) }
            task.list = name
            reading.mapped("project", to: "listId")
        }
        task.setTags(words.compactMap(\.context), label: "context", &notes, &reading)
    }

    /// Signs and keys at the beginning and the end of a line stand beside what it says; in the middle they are words of
    /// it, which the title keeps.
    private func takeTitle(
        _ words: [TodoTxtWord], or row: TodoTxtLine, _ task: inout TaskDraft, _ notes: inout NotesText,
        _ reading: inout Reading
    ) {
        let first = words.firstIndex { $0.isPlain } ?? words.endIndex
        let end = (words.lastIndex { $0.isPlain } ?? first - 1) + 1
        for word in words[..<first] + words[max(first, end)...] {
            guard let key = word.key, let value = word.value else { continue }
            notes.add(key, String(value))
            reading.noted(key)
        }
        let said = first < end ? words[first..<end].map(\.spoken) : row.words.map(\.text)
        task.title = said.joined(separator: " ")
        reading.mapped("text", to: "title")
    }
}

extension TaskDraft {
    /// A date, or a date with a time as some apps write it: `2026-11-21T09:30`.
    fileprivate mutating func setDueAndScheduled(_ text: Substring, in zone: Zone) -> Bool {
        if let date = CalendarDate(String(text)) {
            setDueAndScheduled(on: date, in: zone)
            return true
        }
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = CalendarDate(String(parts[0])) else { return false }
        let time = parts[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard time.count == 2, let hour = time[0], let minute = time[1],
            let instant = zone.instant(of: date, hour: hour, minute: minute)
        else { return false }
        setDueAndScheduled(at: instant, in: zone)
        return true
    }
}
