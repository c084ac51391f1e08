import DaybookCore

/// The zones that the times of an object are in.
struct ObjectZones {
    private var told: [String: CalendarZone] = [:]
    /// Of times that name no zone.
    var own: Zone

    init(_ components: [ObjectComponent], own: Zone) {
        self.own = own
        for component in components where component.name == "VTIMEZONE" {
            guard let id = component.first("TZID")?.value else { continue }
            told[id] = CalendarZone(CalendarComponent(component))
        }
    }

    /// A zone by the name that a line has for it: one of the tz database, also behind a path; else what the object
    /// says; else one of Windows'. Nil for an unknown zone.
    func zone(_ id: String) -> CalendarZone? {
        CalendarZone.named(id) ?? told[id] ?? WindowsZones.name(of: id).flatMap { CalendarZone.named($0) }
    }
}

extension CalendarComponent {
    init(_ component: ObjectComponent) {
        self.init(name: component.name, line: 0)
        properties = component.lines.compactMap { $0.content() }
        children = component.components.map { CalendarComponent($0) }
    }
}

/// The time that a line says.
struct ObjectTime {
    let time: CalendarTime
    /// How it is written.
    let kind: Kind
    /// In which its wall clock counts, or in which it was read; nil where only the object knows it.
    let zone: Zone?

    enum Kind: Hashable {
        case date, utc, zoned, floating
    }

    /// Nil for what is no time.
    init?(_ line: ObjectLine, in zones: ObjectZones) {
        guard let content = line.content() else { return nil }
        self.init(content, in: zones)
    }

    init?(_ content: ContentLine, in zones: ObjectZones) {
        let value = content.value.filter { $0 != " " }
        if let date = CalendarDate(basic: value[...]) {
            (time, kind, zone) = (.day(date), .date, zones.own)
            return
        }
        guard let basic = BasicTime(value) else { return nil }
        if basic.isUTC {
            guard let instant = basic.instant(in: .utc) else { return nil }
            (time, kind, zone) = (.moment(instant, zones.own.date(of: instant)), .utc, zones.own)
            return
        }
        // A zone that nobody knows is the account's.
        let named = content["TZID"].flatMap { zones.zone($0) } ?? .known(zones.own)
        guard let instant = named.instant(of: basic) else { return nil }
        time = .moment(instant, basic.date)
        kind = content["TZID"] == nil ? .floating : .zoned
        if case .known(let known) = named { zone = known } else { zone = nil }
    }

    var date: CalendarDate { time.date }

    /// When it is; a day ends with its last second and begins at its beginning.
    func instant(isEnd: Bool) -> Instant { time.instant(zone ?? .utc, isEnd: isEnd) }
}

extension Zone {
    /// What the zone's wall clock shows, `20261201T120000`.
    func basicTime(of instant: Instant) -> String {
        let local = Instant(milliseconds: instant.milliseconds + Int64(offset(at: instant)) * 1000)
        return String(
            local.text.utf8.prefix(19).filter { $0 != 0x2D && $0 != 0x3A }.map { Character(Unicode.Scalar($0)) })
    }
}

extension CalendarDate {
    /// `20261201`
    var basic: String { text.filter { $0 != "-" } }
}
