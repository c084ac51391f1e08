import DaybookCore

extension CalendarRendering {
    /// A task that no client has written to, from its fields straight to bytes: most tasks are so, and a first
    /// synchronisation asks for all of them.
    static func appendPlain(_ shown: ShownTask, to bytes: inout [UInt8]) {
        let task = shown.task
        bytes.append(contentsOf: "BEGIN:VTODO\r\nUID:")
        if shown.part == .head {
            task.series.append(to: &bytes)
            bytes.endLine()
        } else {
            bytes.append(contentsOf: task.calendarUID(.earlier).utf8)
            bytes.endLine()
        }
        bytes.stamps(task)
        bytes.foldText("SUMMARY", task.title)
        if let notes = task.notes { bytes.foldText("DESCRIPTION", notes) }
        switch task.state {
        case .notStarted: bytes.append(contentsOf: "STATUS:NEEDS-ACTION\r\n")
        case .active: bytes.append(contentsOf: "STATUS:IN-PROCESS\r\n")
        case .completed:
            bytes.append(contentsOf: "STATUS:COMPLETED\r\n")
            if let at = task.completedAt { bytes.instant("COMPLETED:", at) }
            bytes.append(contentsOf: "PERCENT-COMPLETE:100\r\n")
        }
        if let due = task.dueAt {
            bytes.instant("DUE:", due)
        } else if let date = task.scheduledDate {
            bytes.append(contentsOf: "DTSTART;VALUE=DATE:")
            bytes.basic(date)
            bytes.endLine()
        }
        if shown.part == .head, let recurrence = task.recurrence { bytes.recurrence(recurrence) }
        bytes.labels(task.category, task.tags)
        if task.priority != 0 {
            bytes.append(contentsOf: "PRIORITY:")
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: task.priority))
            bytes.endLine()
        }
        if let parent = task.parentId { bytes.foldText("RELATED-TO", shown.parentUID ?? parent.text) }
        if let base = shown.base { bytes.foldText("X-DAYBOOK-BASE", base) }
        if let reminder = task.reminderAt {
            bytes.append(contentsOf: "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Reminder\r\n")
            bytes.instant("TRIGGER;VALUE=DATE-TIME:", reminder)
            bytes.append(contentsOf: "END:VALARM\r\n")
        }
        bytes.append(contentsOf: "END:VTODO\r\n")
    }
}

extension [UInt8] {
    /// When it was made and last changed. The stamp is no time of day, or no two answers were equal.
    mutating func stamps(_ task: TaskItem) {
        let changed = task.lastShownChange
        instant("DTSTAMP:", changed)
        instant("CREATED:", task.createdAt)
        instant("LAST-MODIFIED:", changed)
    }

    /// `20261121T091500Z`: iCalendar knows no part of a second.
    fileprivate mutating func instant(_ name: StaticString, _ instant: Instant) {
        append(contentsOf: name)
        let start = count
        instant.append(to: &self)
        // 2026-11-21T09:15:00.000Z, without what separates.
        for (to, from) in [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].enumerated() {
            let skipped = from < 6 ? 1 : from < 11 ? 2 : from < 13 ? 3 : 4
            self[start + 4 + to] = self[start + from + skipped]
        }
        self[start + 15] = UInt8(ascii: "Z")
        removeLast(count - start - 16)
        endLine()
    }

    fileprivate mutating func basic(_ date: CalendarDate) {
        let start = count
        date.append(to: &self)
        self[start + 4] = self[start + 5]
        self[start + 5] = self[start + 6]
        self[start + 6] = self[start + 8]
        self[start + 7] = self[start + 9]
        removeLast(2)
    }

    package mutating func recurrence(_ recurrence: Recurrence) {
        guard let rule = recurrence.calendarRule else { return }
        fold("RRULE:\(rule)")
        guard !recurrence.except.isEmpty else { return }
        fold("EXDATE;VALUE=DATE:" + recurrence.except.sorted().map(\.basic).joined(separator: ","))
    }

    package mutating func labels(_ category: String?, _ tags: [String]) {
        guard category != nil || !tags.isEmpty else { return }
        let labels = [category].compactMap(\.self) + tags
        guard !labels.isEmpty else { return }
        fold("CATEGORIES:" + labels.map { ContentLines.escaped($0) }.joined(separator: ","))
    }
}
