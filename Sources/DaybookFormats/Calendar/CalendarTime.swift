import DaybookCore

/// A DATE or DATE-TIME of a property, understood.
enum CalendarTime: Hashable, Sendable {
    case day(CalendarDate)
    case moment(Instant, CalendarDate)

    /// Nil for a value that is neither, or whose zone is unknown.
    init?(_ content: ContentLine, in zones: CalendarZones, _ zone: Zone) {
        let value = content.value.filter { $0 != " " }
        if let date = CalendarDate(basic: value[...]) {
            self = .day(date)
            return
        }
        guard let time = BasicTime(value) else { return nil }
        let place: CalendarZone?
        if let id = content["TZID"], !time.isUTC { place = zones.zone(id) } else { place = .known(zone) }
        guard let instant = place?.instant(of: time) else { return nil }
        // Where the wall clock is named, its date is the date.
        self = .moment(instant, time.isUTC ? zone.date(of: instant) : time.date)
    }

    var date: CalendarDate {
        switch self {
        case .day(let date), .moment(_, let date): date
        }
    }

    /// When it is; a day is over at its end and begins at its beginning.
    func instant(_ zone: Zone, isEnd: Bool) -> Instant {
        switch self {
        case .moment(let instant, _): instant
        case .day(let date): isEnd ? zone.end(of: date) : LocalDay(zone: zone).start(of: date)
        }
    }
}

/// RFC 5545's durations: `-PT15M`, `P1W`, `P1DT2H`, in seconds.
enum CalendarDuration {
    static func seconds(_ text: String) -> Int64? {
        // What is longer is none, and could count beyond all bounds.
        guard text.utf8.count <= 64 else { return nil }
        var rest = text.uppercased()[...]
        var sign: Int64 = 1
        if rest.first == "-" || rest.first == "+" {
            sign = rest.first == "-" ? -1 : 1
            rest = rest.dropFirst()
        }
        guard rest.first == "P" else { return nil }
        rest = rest.dropFirst()
        var total: Int64 = 0
        var isTime = false
        var isEmpty = true
        while let first = rest.first {
            if first == "T" {
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            // Nine digits of weeks still fit.
            guard !digits.isEmpty, digits.count <= 9, let count = Int64(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            guard let unit = rest.popFirst(), let length = length(unit, isTime) else { return nil }
            total += count * length
            isEmpty = false
        }
        return isEmpty ? nil : total * sign
    }

    private static func length(_ unit: Character, _ isTime: Bool) -> Int64? {
        switch (unit, isTime) {
        case ("W", false): 604_800
        case ("D", false): 86_400
        case ("H", true): 3600
        case ("M", true): 60
        case ("S", true): 1
        default: nil
        }
    }
}
