import DaybookCore

/// The time zones of a calendar.
struct CalendarZones: Sendable {
    private var told: [String: CalendarZone] = [:]

    mutating func add(_ component: CalendarComponent) {
        guard let id = component.first("TZID")?.value else { return }
        told[id] = CalendarZone.named(id) ?? CalendarZone(component)
    }

    /// Nil for one that nobody knows.
    func zone(_ id: String) -> CalendarZone? { told[id] ?? CalendarZone.named(id) }

    func knowZones(of component: CalendarComponent) -> Bool {
        component.properties.allSatisfy { $0["TZID"].map { zone($0) != nil } ?? true }
            && component.children.allSatisfy(knowZones)
    }
}

/// A time zone as a calendar means it: one of the tz database, or what its VTIMEZONE says.
enum CalendarZone: Sendable {
    case known(Zone)
    case told([Observance])

    /// From when on which offset counts.
    struct Observance: Sendable {
        /// In seconds of the wall clock before it.
        let start: Int64
        let date: CalendarDate
        let offset: Int64
        var rule: RecurrenceRule?
        var further: [Int64] = []
    }

    /// A zone by its name, also where a path was put before it, as some programs do. Nil for names of others.
    static func named(_ id: String) -> CalendarZone? {
        if let zone = Zone(id) { return .known(zone) }
        let parts = id.split(separator: "/")
        guard parts.count > 2 else { return nil }
        for count in [2, 3] {
            if let zone = Zone(parts.suffix(count).joined(separator: "/")) { return .known(zone) }
        }
        return nil
    }

    /// Nil where it says nothing that can be understood.
    init?(_ component: CalendarComponent) {
        if let location = component.first("X-LIC-LOCATION")?.value, let zone = Zone(location) {
            self = .known(zone)
            return
        }
        let observances = component.children.prefix(Self.mostObservances).compactMap(Observance.init)
        guard !observances.isEmpty else { return nil }
        self = .told(observances)
    }

    /// Every time is held against all of them; the tz database's zones have fewer.
    private static let mostObservances = 200

    func instant(of time: BasicTime) -> Instant? {
        if time.isUTC { return time.instant(in: .utc) }
        switch self {
        case .known(let zone): return time.instant(in: zone)
        case .told(let observances):
            let local = time.localSeconds
            // The one that began last; before all of them, the first.
            let begun = observances.compactMap { observance in
                observance.onset(before: local, on: time.date).map { (onset: $0, offset: observance.offset) }
            }
            let offset =
                begun.max { $0.onset < $1.onset }?.offset
                ?? observances.min { $0.start < $1.start }?.offset ?? 0
            return Instant(milliseconds: (local - offset) * 1000)
        }
    }
}

extension CalendarZone.Observance {
    init?(_ component: CalendarComponent) {
        guard let text = component.first("DTSTART")?.value, let begin = BasicTime(text),
            let offset = component.first("TZOFFSETTO").flatMap({ Self.seconds($0.value) })
        else { return nil }
        start = begin.localSeconds
        date = begin.date
        self.offset = offset
        // An UNTIL in UTC is on the same day, or so near to it that the rule changes nothing.
        rule = component.first("RRULE").flatMap { try? RecurrenceRule(rrule: $0.value, localDate: { $0.utcDate }) }
        // Counting from the beginning each time would take too long, and no zone is told so.
        if case .count = rule?.end { rule = nil }
        further = component.properties.filter { $0.name == "RDATE" }.flatMap { property in
            property.value.split(separator: ",").prefix(200).compactMap { BasicTime($0)?.localSeconds }
        }
    }

    /// The last time it began, up to some moment of the wall clock.
    func onset(before local: Int64, on day: CalendarDate) -> Int64? {
        var last = start <= local ? start : nil
        for time in further where time <= local && time > last ?? .min { last = time }
        guard let rule, last != nil else { return last }
        let timeOfDay = start - Int64(date.dayNumber) * 86_400
        var candidate = max(date, day.adding(days: -800))
        while let next = rule.next(after: candidate, from: date), next <= day {
            candidate = next
            let onset = Int64(next.dayNumber) * 86_400 + timeOfDay
            if onset <= local, onset > last ?? .min { last = onset }
        }
        return last
    }

    /// `+0100`, `-033000`.
    private static func seconds(_ text: String) -> Int64? {
        let digits = text.dropFirst()
        guard text.first == "+" || text.first == "-", digits.count == 4 || digits.count == 6,
            digits.allSatisfy({ $0.isASCII && $0.isNumber }), let hours = Int64(digits.prefix(2)),
            let minutes = Int64(digits.dropFirst(2).prefix(2)), hours < 24, minutes < 60
        else { return nil }
        let seconds = Int64(digits.dropFirst(4)) ?? 0
        return (hours * 3600 + minutes * 60 + seconds) * (text.first == "-" ? -1 : 1)
    }
}

extension BasicTime {
    /// Seconds of the wall clock since 1970.
    var localSeconds: Int64 {
        Int64(date.dayNumber) * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    }
}
