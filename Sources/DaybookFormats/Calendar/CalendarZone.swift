import DaybookCore
import Synchronization

/// The time zones of a calendar.
struct CalendarZones: Sendable {
    private var told: [String: CalendarZone] = [:]
    private let known = KnownNames()

    mutating func add(_ component: CalendarComponent) {
        guard let id = component.first("TZID")?.value else { return }
        told[id] = known.zone(id) ?? CalendarZone(component)
    }

    /// Nil for an unknown zone.
    func zone(_ id: String) -> CalendarZone? { told[id] ?? known.zone(id) }

    func knowZones(of component: CalendarComponent) -> Bool {
        component.properties.allSatisfy { $0["TZID"].map { zone($0) != nil } ?? true }
            && component.children.allSatisfy(knowZones)
    }
}

/// The tz database's answers to names: every line of a file may name a zone that does not exist.
private final class KnownNames: Sendable {
    private let answers = Mutex<[String: CalendarZone?]>([:])
    private static let most = 1000

    func zone(_ id: String) -> CalendarZone? {
        if let answer = answers.withLock({ $0[id] }) { return answer }
        let zone = CalendarZone.named(id)
        answers.withLock { if $0.count < Self.most { $0[id] = .some(zone) } }
        return zone
    }
}

/// A time zone as a calendar means it: one of the tz database, or what its VTIMEZONE says.
enum CalendarZone: Sendable {
    case known(Zone)
    case told(ToldZone)

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
        guard let zone = ToldZone(component) else { return nil }
        self = .told(zone)
    }

    func instant(of time: BasicTime) -> Instant? {
        if time.isUTC { return time.instant(in: .utc) }
        switch self {
        case .known(let zone): return time.instant(in: zone)
        case .told(let zone): return Instant(milliseconds: (time.localSeconds - zone.offset(at: time)) * 1000)
        }
    }
}

extension BasicTime {
    /// Seconds of the wall clock since 1970.
    var localSeconds: Int64 {
        Int64(date.dayNumber) * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    }
}
