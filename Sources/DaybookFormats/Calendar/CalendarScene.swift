import DaybookCore

/// What the tasks of one calendar share: its name and its time zones.
struct CalendarScene: Sendable {
    var zones = CalendarZones()
    private var name: String?
    private var color: String?
    private var hasList = false
    private var isOurs = false
    private var names = ContentNames()
    private var met = NamesMet()
    /// The tasks of one UID that stand one behind the other.
    private var series: SeriesMet?

    init() {}

    /// Another calendar of the same file.
    init(after earlier: CalendarScene) { met = earlier.met }

    /// A property of the calendar itself.
    mutating func take(_ content: ContentLine, into reading: inout Reading) {
        switch content.name {
        case "X-WR-CALNAME", "NAME":
            name = content.text
            reading.mapped(content.name, to: "list")
        case "X-APPLE-CALENDAR-COLOR", "COLOR":
            color = Self.hex(content.value)
            if color == nil { reading.leftOut(content.name) } else { reading.mapped(content.name, to: "colorHex") }
        case "X-DAYBOOK-SETTINGS":
            isOurs = true
            if let settings = try? SettingsDraft(daybook: content.text) {
                reading.yield(settings)
            } else {
                reading.refuse(line: content.line, field: content.name, "The settings cannot be read.")
            }
        case "X-DAYBOOK-LIST":
            isOurs = true
            if let list = try? ListDraft(daybook: content.text, line: content.line) {
                reading.yield(list)
            } else {
                reading.refuse(line: content.line, field: content.name, "The list cannot be read.")
            }
        default: reading.leftOut(content.name)
        }
    }

    /// `#RRGGBB`, and Apple's with two more digits for opacity.
    private static func hex(_ text: String) -> String? {
        let digits = text.dropFirst()
        guard text.first == "#", digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit) else {
            return nil
        }
        return "#\(digits.prefix(6))".uppercased()
    }

    /// The list of the calendar's tasks: by its own name, or else by the file's.
    mutating func list(line: Int, into reading: inout Reading) -> SourceName? {
        guard !isOurs, let title = name ?? reading.context.name, !title.isEmpty else { return nil }
        let list = SourceName.named(title)
        if !hasList {
            hasList = true
            var draft = ListDraft(list, line: line, title: title)
            draft.colorHex = color
            reading.yield(draft)
        }
        return list
    }

    /// A task of the calendar. A series waits for the dates of it that were changed, which stand right behind it.
    mutating func offer(_ component: CalendarComponent, into reading: inout Reading) {
        let uid = component.first("UID")?.text
        if series?.uid != uid { endSeries(into: &reading) }
        guard let uid, component.first("X-DAYBOOK") == nil else { return yield(component, into: &reading) }
        if let changed = component.first("RECURRENCE-ID") {
            yield(component, into: &reading)
            var series = series ?? SeriesMet(uid: uid)
            if let date = CalendarTime(changed, in: zones, reading.context.zone)?.date,
                series.changed.count < Recurrence.mostExceptions
            {
                series.changed.insert(date)
            }
            self.series = series
            return
        }
        if series?.master != nil { endSeries(into: &reading) }
        guard component.first("RRULE") != nil else { return yield(component, into: &reading) }
        if series == nil { series = SeriesMet(uid: uid) }
        series?.master = component
    }

    /// Nothing more comes of it.
    mutating func endSeries(into reading: inout Reading) {
        guard let ended = series else { return }
        series = nil
        if let master = ended.master { yield(master, without: ended.changed, into: &reading) }
    }

    private mutating func yield(
        _ component: CalendarComponent, without changed: Set<CalendarDate> = [], into reading: inout Reading
    ) {
        let uid = component.first("UID")?.text
        // One date of a series that was changed has the series' UID, and a row of its own.
        let date = component.first("RECURRENCE-ID").map { "\n\($0.value)" } ?? ""
        var name = uid.map { SourceName.named($0 + date) } ?? names.name(component.content)
        // What our own calendars say beside iCalendar's properties lies over these.
        let ours = component.first("X-DAYBOOK")?.text
        if let uid, date.isEmpty { name = self.name(of: uid, isOurs: ours != nil) }
        if let uid {
            switch met.meet(uid + date, component.whole) {
            case .first: break
            case .copy:
                return reading.passOver(line: component.line, "The same task stands earlier in the file.")
            case .other where name.isOwn:
                return reading.passOver(
                    line: component.line, "A task with the same UID stands earlier in the file, and counts.")
            case .other(let number):
                name = .named("\(uid)\(date)\n\n\(number)")
                reading.remark(
                    Remark(
                        .fitted, line: component.line, field: "UID",
                        "Another task of the file has the same UID; both are kept."))
            }
        }
        if let uid, ours == nil { tellOfSeries(uid, component, hasItsDates: !changed.isEmpty, &reading) }
        var related: [String: SourceName] = [:]
        for content in component.properties where content.name == "RELATED-TO" && content.text != uid {
            related[content.text] = self.name(of: content.text, isOurs: ours != nil)
        }
        var todo = CalendarTask(component, in: zones, relatedTo: related)
        todo.isOurs = ours != nil
        var task = todo.draft(name, into: &reading)
        if let ours {
            var whole = task
            do throws(WireError) {
                try whole.take(daybook: ours)
                task = whole
                reading.mapped("X-DAYBOOK", to: "everything")
            } catch {
                reading.notUnderstood("X-DAYBOOK", line: component.line)
            }
        } else if task.list == nil {
            task.list = list(line: component.line, into: &reading)
        }
        guard changed.isEmpty || task.leaveOut(changed, in: reading.context.zone) else {
            return reading.passOver(
                line: component.line, "Every date of the series is a task of its own in the file.")
        }
        reading.yield(task)
    }

    /// A changed date that does not stand beside its series is not left out of it, and that is told.
    private mutating func tellOfSeries(
        _ uid: String, _ component: CalendarComponent, hasItsDates: Bool, _ reading: inout Reading
    ) {
        let (asSeries, asChanged) = ("\(uid)\n\nseries", "\(uid)\n\nchanged")
        if component.first("RECURRENCE-ID") != nil {
            met.note(asChanged)
            guard met.knows(asSeries) else { return }
            reading.remark(
                Remark(
                    .fitted, line: component.line, field: "RECURRENCE-ID",
                    "Its series stands elsewhere in the file, and has this date as well."))
        } else if component.first("RRULE") != nil {
            met.note(asSeries)
            guard !hasItsDates, met.knows(asChanged) else { return }
            reading.remark(
                Remark(
                    .fitted, line: component.line, field: "RRULE",
                    "Changed dates of the series stand elsewhere in the file, and it has them as well."))
        }
    }

    /// What the task of a UID is called; its own calendar may come later, or never.
    private func name(of uid: String, isOurs: Bool) -> SourceName {
        isOurs ? Identifier(uid).map { .own($0) } ?? .named(uid) : .named(uid)
    }
}

extension CalendarComponent {
    /// What it says, without when it was written down.
    fileprivate var content: String {
        properties.filter { $0.name != "DTSTAMP" }.map { "\($0.name):\($0.value)" }.joined(separator: "\n")
    }

    /// The same, with what is in it.
    fileprivate var whole: String { ([content] + children.map(\.whole)).joined(separator: "\n\n") }
}

/// A series, and the dates of it that are tasks of their own.
private struct SeriesMet: Sendable {
    let uid: String
    var master: CalendarComponent?
    var changed: Set<CalendarDate> = []
}

extension TaskDraft {
    /// Leaves dates of its series out that are tasks of their own; it stands on the next that is none. False where
    /// there is no such date.
    fileprivate mutating func leaveOut(_ dates: Set<CalendarDate>, in zone: Zone) -> Bool {
        guard var series = recurrence, var rule = try? RecurrenceRule(series), let start = scheduledDate else {
            return true
        }
        let left = series.except.union(dates)
        var date = start
        if dates.contains(start) {
            // Among so many there is one that is not left out, unless the series is over before.
            let coming = rule.dates(from: start, limit: left.count + 2)
            guard let passed = coming.firstIndex(where: { $0 > start && !left.contains($0) }) else { return false }
            date = coming[passed]
            if case .count(let count) = rule.end {
                rule.end = .count(count - passed)
                series = Recurrence(calendarRule: rule.rrule)
            }
            let days = date.days(since: start)
            scheduledDate = date
            dueAt = dueAt.flatMap { zone.instant(of: zone.date(of: $0).adding(days: days), as: $0) }
            reminderAt = reminderAt.flatMap { zone.instant(of: zone.date(of: $0).adding(days: days), as: $0) }
        }
        series.except = Set(left.filter { $0 > date }.sorted().prefix(Recurrence.mostExceptions))
        recurrence = series
        return true
    }
}

/// Which tasks a file has had. A UID names one task, but some programs write several under one.
private struct NamesMet: Sendable {
    private var met: Set<UInt64> = []
    /// Of names that came more than once: how often.
    private var counts: [UInt64: Int] = [:]

    enum Meeting {
        case first
        /// The same was there, word for word.
        case copy
        /// Something else of this name was there; the how manieth of it this is.
        case other(Int)
    }

    mutating func note(_ name: String) { met.insert(Self.key(name)) }
    func knows(_ name: String) -> Bool { met.contains(Self.key(name)) }
    private static func key(_ name: String) -> UInt64 { Identifier.derived(.importedRow, from: name).low }

    mutating func meet(_ name: String, _ content: String) -> Meeting {
        let key = Self.key(name)
        let isNew = met.insert(key).inserted
        guard met.insert(Identifier.derived(.importedRow, key, from: content).low).inserted else { return .copy }
        if isNew { return .first }
        counts[key, default: 1] += 1
        return .other(counts[key] ?? 2)
    }
}

extension Reading {
    /// Bytes that are not UTF-8 become replacement characters.
    mutating func garbled(line: Int) {
        remark(Remark(.notUnderstood, line: line, "It is not UTF-8; what could not be read is shown as \u{FFFD}."))
    }
}
