import DaybookCore

/// When a task begins and when it is due, as its resource says it.
struct TodoTimes {
    /// A time with the line that says it.
    struct Shown {
        let line: String
        let kind: ObjectTime.Kind
        /// For a date: when it begins, and when its last second is.
        let begin: Instant
        let end: Instant
        let date: CalendarDate
        /// It stands as a client wrote it.
        let isVerbatim: Bool
    }

    private(set) var start: Shown?
    private(set) var due: Shown?
    /// Further lines of the same properties, kept as they came.
    private(set) var startLines: [String] = []
    private(set) var dueLines: [String] = []

    init(_ task: TaskItem) {
        let startForm = task.form(of: .start)
        let dueForm = task.form(of: .due)
        start = Self.start(task.scheduledDate, startForm)
        due = Self.due(task, dueForm, start: start)
        let isStartTrue = startForm.map { $0.value == task.value(of: .start) } ?? false
        let isDueTrue = dueForm.map { $0.value == task.value(of: .due, $0) } ?? false
        // As a client put them beside each other, they stand.
        if let startForm, isStartTrue, isDueTrue || dueForm == nil && task.dueAt == nil {
            startLines = startForm.lines
        } else if let start, agreesWithDue(start, isGenerated: startForm?.lines.isEmpty ?? true) {
            startLines = isStartTrue ? startForm?.lines ?? [start.line] : [start.line]
        } else {
            start = nil
        }
        if let dueForm, isDueTrue { dueLines = dueForm.lines } else { dueLines = due.map { [$0.line] } ?? [] }
    }

    /// Of one type with what is due, and not later. What only repeats the date on which it is due is not said.
    private func agreesWithDue(_ start: Shown, isGenerated: Bool) -> Bool {
        guard let due else { return true }
        guard (start.kind == .date) == (due.kind == .date) else { return false }
        if isGenerated, start.kind == .date, start.date == due.date { return false }
        return start.kind == .date ? start.date <= due.date : start.begin <= due.end
    }

    private static func start(_ date: CalendarDate?, _ form: TodoForm?) -> Shown? {
        guard let date else { return nil }
        let zone = form?.zone.flatMap { Zone($0) } ?? .utc
        if let form, let line = form.lines.first.flatMap({ ObjectLine($0) }),
            let old = ObjectTime(line, in: ObjectZones([], own: zone))
        {
            if form.value == .string(date.text) { return Shown(old, line.text, zone, isVerbatim: true) }
            return moved(old, line, to: date, zone)
        }
        return Shown(
            line: "DTSTART;VALUE=DATE:\(date.basic)", kind: .date, begin: LocalDay(zone: zone).start(of: date),
            end: zone.end(of: date), date: date, isVerbatim: false)
    }

    /// On another date, at the same time of the day.
    private static func moved(_ old: ObjectTime, _ line: ObjectLine, to date: CalendarDate, _ zone: Zone) -> Shown {
        let basic = BasicTime(line.value)
        let value: String
        switch old.kind {
        case .date: value = date.basic
        case .zoned, .floating: value = date.basic + String(line.value.dropFirst(8))
        case .utc:
            let local = zone.basicTime(of: old.instant(isEnd: false))
            let time = BasicTime(date.basic + String(local.dropFirst(8)))
            value = time?.instant(in: zone).map { Zone.utc.basicTime(of: $0) + "Z" } ?? date.basic + "T000000Z"
        }
        let text = line.with(value: value)
        let own = basic == nil ? zone : old.zone ?? zone
        if let moved = ObjectLine(text).flatMap({ ObjectTime($0, in: ObjectZones([], own: own)) }) {
            return Shown(moved, text, zone, isVerbatim: false)
        }
        return Shown(old, text, zone, isVerbatim: false)
    }

    private static func due(_ task: TaskItem, _ form: TodoForm?, start: Shown?) -> Shown? {
        guard let dueAt = task.dueAt else { return nil }
        guard let form, let line = form.lines.first.flatMap({ ObjectLine($0) }) else {
            return Shown(line: "DUE:\(Zone.utc.basicTime(of: dueAt))Z", kind: .utc, at: dueAt, in: .utc)
        }
        let zone = form.zone.flatMap { Zone($0) }
        let isTrue = form.value == task.value(of: .due, form)
        let own = ObjectZones([], own: zone ?? .utc)
        // A duration counts from the start, and is due as that is written.
        let kind = line.name == "DURATION" ? start?.kind ?? .utc : ObjectTime(line, in: own)?.kind ?? .utc
        let text: String
        if isTrue {
            text = line.text
        } else if line.name == "DURATION" {
            text = kind == .date ? "DUE;VALUE=DATE:" : "DUE:"
        } else {
            text = line.text
        }
        if isTrue {
            return Shown(line: text, kind: kind, at: dueAt, in: zone ?? .utc, isVerbatim: true)
        }
        let written = ObjectLine(text) ?? line
        switch kind {
        case .date:
            let date = (zone ?? .utc).date(of: dueAt)
            return Shown(line: written.with(value: date.basic), kind: .date, at: dueAt, in: zone ?? .utc)
        case .zoned, .floating:
            guard let zone, line.name != "DURATION" else { break }
            return Shown(line: written.with(value: zone.basicTime(of: dueAt)), kind: kind, at: dueAt, in: zone)
        case .utc: break
        }
        return Shown(line: "DUE:\(Zone.utc.basicTime(of: dueAt))Z", kind: .utc, at: dueAt, in: zone ?? .utc)
    }
}

extension TodoTimes.Shown {
    fileprivate init(_ time: ObjectTime, _ line: String, _ zone: Zone, isVerbatim: Bool) {
        self.init(
            line: line, kind: time.kind, begin: time.time.instant(time.zone ?? zone, isEnd: false),
            end: time.time.instant(time.zone ?? zone, isEnd: true), date: time.date, isVerbatim: isVerbatim)
    }

    fileprivate init(
        line: String, kind: ObjectTime.Kind, at instant: Instant, in zone: Zone, isVerbatim: Bool = false
    ) {
        let date = zone.date(of: instant)
        self.init(
            line: line, kind: kind, begin: kind == .date ? LocalDay(zone: zone).start(of: date) : instant, end: instant,
            date: date, isVerbatim: isVerbatim)
    }
}
