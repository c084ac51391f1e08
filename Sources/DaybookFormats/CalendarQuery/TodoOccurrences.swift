import DaybookCore

/// The occurrences of an object: of a series one for each date of its rule, else the task, event or journal alone.
struct TodoOccurrences {
    let object: CalendarObject
    let zones: ObjectZones
    /// So many of a series are looked at, and fewer of one that says much.
    static let most = 1000
    private static let mostBytes = 4 << 20
    /// Of one that says the most that may be said, so that those of a few days are all looked at.
    private static let least = 8
    /// So many dates of a series are walked through on the way to a time: each day of ten years.
    private static let mostSteps = 4000

    init(_ object: CalendarObject, zone: Zone) {
        self.object = object
        // A task that is due every day at seven is that where its people are, whatever it is written in. What an event
        // says in UTC comes back in UTC.
        let isInUTC = object.kind != .todo && object.master.first("DTSTART")?.text.hasSuffix("Z") ?? false
        zones = ObjectZones(object.others, own: isInUTC ? .utc : zone)
    }

    /// The components that lie in a time, each as it is on its date: one that a series overrides stands for that date.
    func components(in range: TimeRange?) -> [ObjectComponent] { found(in: range).components }

    /// Those, and the event or journal itself where not all of its dates were looked at: who searches had better be
    /// given one too many than miss one.
    func candidates(in range: TimeRange?) -> [ObjectComponent] {
        let found = self.found(in: range)
        return found.isWhole || object.kind == .todo ? found.components : found.components + [object.master]
    }

    private func found(in range: TimeRange?) -> (components: [ObjectComponent], isWhole: Bool) {
        guard let range, let rule, let first = date(of: object.master) else {
            let all = [object.master] + object.overrides
            return (all.filter { isIn(range, $0) || mayComeBack(in: range, $0) }, true)
        }
        let overridden = Set(object.overrides.compactMap { date($0, "RECURRENCE-ID") })
        var found = object.overrides.filter { isIn(range, $0) }
        let (dates, isWhole) = self.dates(of: rule, from: first, in: range)
        for date in dates where !overridden.contains(date) {
            let component = moved(object.master, by: date.days(since: first))
            if isIn(range, component) { found.append(component) }
        }
        return (found, isWhole)
    }

    /// Nil for a task that does not come back, and for a rule of another grammar than ours.
    var rule: RecurrenceRule? {
        let own = zones.own
        return object.master.first("RRULE").flatMap {
            try? RecurrenceRule(rrule: $0.value, localDate: { own.date(of: $0) })
        }
    }

    /// Those that may be in a time, and whether there are no more.
    private func dates(
        of rule: RecurrenceRule, from first: CalendarDate, in range: TimeRange
    ) -> (found: [CalendarDate], isWhole: Bool) {
        let except = Set(
            object.master.lines.filter { $0.name == "EXDATE" }.compactMap { $0.content() }.flatMap(\.each)
                .compactMap { ObjectTime($0, in: zones)?.date })
        let length = days(of: object.master, from: first) + 2
        let begin = range.start.map { $0.utcDate.adding(days: -length) } ?? .earliest
        let last = range.end.map { $0.utcDate.adding(days: 2) } ?? .latest
        var open = rule.pinned(to: first)
        var left = Int.max
        var day = first.adding(days: -1)
        if case .count(let count) = rule.end {
            open.end = .never
            left = count
        } else {
            // What lies before is not walked through.
            day = max(day, begin)
        }
        var found: [CalendarDate] = []
        var steps = 0
        let limit = min(Self.most, Self.least + Self.mostBytes / max(object.master.bytes, 1))
        while left > 0 {
            guard found.count < limit, steps < Self.mostSteps else { return (found, false) }
            // The first date counts, whether the rule names it or not.
            let next = day < first ? first : open.next(after: day, from: first)
            guard let next, next <= last else { break }
            // What a rule counts lies before as well.
            if next > begin, !except.contains(next) { found.append(next) }
            steps += 1
            left -= 1
            day = next
        }
        return (found, true)
    }

    /// The date that a component stands for: when it begins, or else is due.
    func date(of component: ObjectComponent) -> CalendarDate? { date(component, "DTSTART") ?? date(component, "DUE") }

    private func date(_ component: ObjectComponent, _ name: String) -> CalendarDate? {
        component.first(name).flatMap { ObjectTime($0, in: zones)?.date }
    }

    /// How many days it takes.
    private func days(of component: ObjectComponent, from first: CalendarDate) -> Int {
        let end = (date(component, "DTEND") ?? date(component, "DUE")).map { $0.days(since: first) } ?? 0
        let duration = component.first("DURATION").flatMap { CalendarDuration.seconds($0.value) } ?? 0
        return max(end, Int(min(max(duration, 0) / 86_400 + 1, 4_000_000)))
    }

    /// Of an event whose rule or dates are of another grammar than ours nobody here knows when it comes back: who asks
    /// is given it for any time from its beginning on, and looks for themselves.
    private func mayComeBack(in range: TimeRange?, _ component: ObjectComponent) -> Bool {
        guard object.kind != .todo, let range, component == object.master,
            rule == nil && component.first("RRULE") != nil || component.first("RDATE") != nil,
            let begin = component.first("DTSTART").flatMap({ ObjectTime($0, in: zones)?.instant(isEnd: false) })
        else { return false }
        return range.end.map { $0 > begin } ?? true
    }

    /// The same so many days later, as one occurrence of the series.
    func moved(_ component: ObjectComponent, by days: Int) -> ObjectComponent {
        var moved = component
        moved.lines = component.lines.compactMap { line in
            switch line.name {
            case "RRULE", "EXDATE", "RDATE": nil
            case "DTSTART", "DUE", "DTEND": self.moved(line, by: days)
            default: line
            }
        }
        return moved
    }

    private func moved(_ line: ObjectLine, by days: Int) -> ObjectLine {
        guard let time = ObjectTime(line, in: zones), case let value = line.value, value.utf8.count >= 8,
            let old = CalendarDate(basic: value.prefix(8)),
            case let text = line.with(value: old.adding(days: days).basic + String(value.dropFirst(8))),
            let there = ObjectLine(text)
        else { return line }
        return time.kind == .utc ? inUTC(there, sameTimeAs: time, days) : there
    }

    /// What is written in UTC is at the same time of the zone's day.
    private func inUTC(_ line: ObjectLine, sameTimeAs time: ObjectTime, _ days: Int) -> ObjectLine {
        let instant = time.instant(isEnd: false)
        let local = zones.own.basicTime(of: instant)
        guard let date = CalendarDate(basic: local.prefix(8))?.adding(days: days),
            let moved = BasicTime(date.basic + String(local.dropFirst(8)))?.instant(in: zones.own)
        else { return line }
        return ObjectLine(line.with(value: Zone.utc.basicTime(of: moved) + "Z")) ?? line
    }

    // MARK: Times

    /// RFC 4791's tables of what is in a time (9.9).
    func isIn(_ range: TimeRange?, _ component: ObjectComponent) -> Bool {
        guard let range else { return true }
        switch object.kind {
        case .todo: return isTask(component, in: range)
        case .event, .journal: return takesTime(component, in: range)
        }
    }

    /// When an event or a journal begins and ends. One without an end takes its day, or no time at all. Nil for one
    /// that is at no time.
    func times(of component: ObjectComponent) -> (begin: Instant, end: Instant)? {
        guard let first = component.first("DTSTART").flatMap({ ObjectTime($0, in: zones) }) else { return nil }
        let begin = first.instant(isEnd: false)
        if object.kind == .event {
            if let end = component.first("DTEND").flatMap({ ObjectTime($0, in: zones)?.instant(isEnd: false) }) {
                return (begin, max(begin, end))
            }
            if let seconds = component.first("DURATION").flatMap({ CalendarDuration.seconds($0.value) }), seconds > 0 {
                return (begin, begin.adding(seconds: seconds))
            }
        }
        return (begin, first.kind == .date ? first.instant(isEnd: true).adding(seconds: 1) : begin)
    }

    private func takesTime(_ component: ObjectComponent, in range: TimeRange) -> Bool {
        guard let (begin, end) = times(of: component) else { return false }
        let (from, to) = (range.start ?? .earliest, range.end ?? .latest)
        return to > begin && (begin == end ? from <= begin : from < end)
    }

    /// A task that has no time at all is in all of them.
    private func isTask(_ component: ObjectComponent, in range: TimeRange) -> Bool {
        let start = range.start ?? .earliest
        let end = range.end ?? .latest
        func time(_ name: String, isEnd: Bool = false) -> Instant? {
            component.first(name).flatMap { ObjectTime($0, in: zones)?.instant(isEnd: isEnd) }
        }
        let (begin, due) = (time("DTSTART"), time("DUE", isEnd: true))
        if let begin, let seconds = component.first("DURATION").flatMap({ CalendarDuration.seconds($0.value) }) {
            let over = begin.adding(seconds: seconds)
            return start <= over && (end > begin || end >= over)
        }
        switch (begin, due) {
        case (let begin?, let due?): return (start < due || start <= begin) && (end > begin || end >= due)
        case (let begin?, nil):
            // A day without a time is in what begins or ends in it.
            let over = time("DTSTART", isEnd: true) ?? begin
            return start <= over && end > begin
        case (nil, let due?): return start < due && end >= due
        case (nil, nil): break
        }
        switch (time("CREATED"), time("COMPLETED")) {
        case (let created?, let completed?):
            return (start <= created || start <= completed) && (end >= created || end >= completed)
        case (nil, let completed?): return start <= completed && end >= completed
        case (let created?, nil): return end > created
        case (nil, nil): return true
        }
    }

    /// The times that the alarms of a component count from.
    func bases(of component: ObjectComponent) -> TodoAlarms.Bases {
        func time(_ name: String, isEnd: Bool) -> Instant? {
            component.first(name).flatMap { ObjectTime($0, in: zones)?.instant(isEnd: isEnd) }
        }
        var bases = TodoAlarms.Bases(
            start: time("DTSTART", isEnd: false), dueBegin: time("DUE", isEnd: false), dueEnd: time("DUE", isEnd: true))
        if object.kind == .event, let end = times(of: component)?.end { (bases.dueBegin, bases.dueEnd) = (end, end) }
        return bases
    }

    /// Whether an alarm goes off in a time, by itself or once more.
    func rings(_ alarm: ObjectComponent, from bases: TodoAlarms.Bases, in range: TimeRange) -> Bool {
        guard let trigger = alarm.first("TRIGGER")?.content(),
            let first = TodoAlarms([], bases).instant(of: trigger)
        else { return false }
        let again = Int64(min(max(alarm.first("REPEAT").flatMap { Int($0.value) } ?? 0, 0), Self.most))
        let distance = (alarm.first("DURATION").flatMap { CalendarDuration.seconds($0.value) } ?? 0) * 1000
        let start = (range.start ?? .earliest).milliseconds
        let end = (range.end ?? .latest).milliseconds
        guard first.milliseconds < start else { return first.milliseconds < end }
        guard distance > 0 else { return false }
        // The first time that it goes off in the range or behind it.
        let number = (start - first.milliseconds + distance - 1) / distance
        return number <= again && first.milliseconds + number * distance < end
    }
}

extension ObjectComponent {
    fileprivate var bytes: Int {
        lines.reduce(0) { $0 + $1.text.utf8.count + 64 } + components.reduce(0) { $0 + $1.bytes }
    }
}
