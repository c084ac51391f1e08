import DAV
import DaybookFormats
import HTTP
import Postgres
import Reactor

/// When somebody is busy by the events of a calendar (RFC 4791, 7.10). Tasks take nobody's time, so who keeps no events
/// never is.
struct FreeBusy: Sendable {
    let calendars: Calendars

    func answer(_ element: Element, _ asked: DAVRequest, _ seen: SeenCollection) async throws -> Response {
        guard let asking = element.first(.calDAV("time-range")), let start = asking.attribute("start"),
            let end = asking.attribute("end")
        else { throw Violation.malformed("A free-busy-query has a time-range with a start and an end.") }
        let range = try TimeRange(asking, isBounded: true)
        let zone = try await calendars.facts(of: asked.account).zone
        var times = BusyTimes(in: range, zone: zone)
        if seen.kinds.contains(.event) { times = try await busy(times, asked, seen) }
        let text =
            [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Daybook//Daybook//EN", "BEGIN:VFREEBUSY",
                "DTSTAMP:\(start)", "DTSTART:\(start)", "DTEND:\(end)",
            ] + times.lines + ["END:VFREEBUSY", "END:VCALENDAR", ""]
        return Response(
            .ok, fields: ["content-type": "text/calendar; charset=utf-8"],
            body: .bytes(Array(text.joined(separator: "\r\n").utf8)))
    }

    /// Of more events, or more bytes of them, nobody is told when they are: a request is to end.
    private static let mostEvents = 10_000
    private static let mostBytes = 32 << 20

    private func busy(_ none: BusyTimes, _ asked: DAVRequest, _ seen: SeenCollection) async throws -> BusyTimes {
        var (times, events, bytes) = (none, 0, 0)
        var last: String?
        while true {
            let page = try await calendars.reads.names(
                in: seen.id, after: last, atMost: Calendars.longPage, withTasks: true, kinds: [.event],
                of: asked.account)
            let before = times
            let read: Int
            // Each may come back a thousand times.
            (times, read) = try await aside(if: true) {
                var (times, read) = (before, 0)
                for member in page.members where try member.kind() == .event && !times.isTooMuch {
                    guard let octets = try member.read().octets else { continue }
                    read += octets.count
                    if let event = try? CalendarObject(octets, of: [.event]) { times.take(event) }
                }
                return (times, read)
            }
            events += page.members.count
            bytes += read
            let isFull = events > Self.mostEvents || bytes > Self.mostBytes
            guard !times.isTooMuch, !isFull else {
                throw Violation(
                    507, .dav("number-of-matches-within-limits"),
                    isFull ? "The calendar has too many events." : "Ask for a shorter time.")
            }
            last = try page.members.last?.name()
            guard page.isCut, last != nil else { return times }
        }
    }
}
