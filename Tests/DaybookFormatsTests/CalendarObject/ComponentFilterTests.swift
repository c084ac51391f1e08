import DaybookFormats
import TestWire
import Testing

@testable import DaybookCore

/// Filters and selections of calendar-query, by RFC 4791.
@Suite struct ComponentFilterTests {
    private let zone = Zone.utc

    private func object(_ lines: String...) throws -> CalendarObject {
        try CalendarObject(CalendarDesk.calendar((["UID:one"] + lines).joined(separator: "\n")))
    }

    private func todo(_ make: (inout ComponentFilter) -> Void) -> ComponentFilter {
        var todo = ComponentFilter("VTODO")
        make(&todo)
        var calendar = ComponentFilter("VCALENDAR")
        calendar.components = [todo]
        return calendar
    }

    private func range(_ start: String?, _ end: String?) -> TimeRange {
        TimeRange(start: start.flatMap { Instant($0) }, end: end.flatMap { Instant($0) })
    }

    /// A row of the table in 9.9: what the task says, and whether it is in 2 to 3 December.
    @Test(arguments: [
        ("DTSTART:20261202T100000Z", true), ("DTSTART:20261201T235959Z", false), ("DTSTART:20261203T000000Z", false),
        ("DUE:20261202T000000Z", false), ("DUE:20261203T000000Z", true), ("DUE;VALUE=DATE:20261202", true),
        ("DUE;VALUE=DATE:20261203", false), ("DTSTART:20261130T000000Z\nDUE:20261205T000000Z", true),
        ("DTSTART:20261201T100000Z\nDURATION:PT20H", true), ("DTSTART:20261201T100000Z\nDURATION:PT2H", false),
        ("COMPLETED:20261202T100000Z", true), ("COMPLETED:20261204T100000Z", false),
        ("CREATED:20261201T100000Z", true), ("CREATED:20261204T100000Z", false), ("SUMMARY:No time at all", true),
        ("DTSTART;VALUE=DATE:20261202", true), ("DUE:20261125T100000Z\nRRULE:FREQ=WEEKLY", true),
        ("DUE:20261126T100000Z\nRRULE:FREQ=WEEKLY", false), ("DUE:20261125T100000Z\nRRULE:FREQ=WEEKLY;COUNT=1", false),
        ("DUE:20261125T100000Z\nRRULE:FREQ=WEEKLY\nEXDATE:20261202T100000Z", false),
    ])
    func timesByTheTable(_ lines: String, _ isIn: Bool) throws {
        let filter = todo { $0.timeRange = range("2026-12-02T00:00:00Z", "2026-12-03T00:00:00Z") }
        #expect(filter.matches(try object(lines), zone: zone) == isIn)
    }

    private func event(_ lines: String...) throws -> CalendarObject {
        let text =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:one"] + lines + ["END:VEVENT", "END:VCALENDAR", ""]
        return try CalendarObject(Array(text.joined(separator: "\r\n").utf8), of: CalendarObject.Kind.all)
    }

    private func isFound(_ event: CalendarObject, _ start: String, _ end: String) -> Bool {
        var inner = ComponentFilter("VEVENT")
        inner.timeRange = range(start, end)
        var calendar = ComponentFilter("VCALENDAR")
        calendar.components = [inner]
        return calendar.matches(event, zone: zone)
    }

    /// However many dates lie before the time that is asked for, and however much the event says.
    @Test func aLongSeriesIsFoundToItsLastDate() throws {
        let daily = try event("DTSTART:20230101T090000Z", "RRULE:FREQ=DAILY;COUNT=1500")
        #expect(isFound(daily, "2027-02-08T00:00:00Z", "2027-02-09T00:00:00Z"))
        #expect(!isFound(daily, "2027-02-09T00:00:00Z", "2027-02-10T00:00:00Z"))
        let large = "ATTACH:" + String(repeating: "x", count: 400_000)
        let weekly = try event("DTSTART:20260105T090000Z", "RRULE:FREQ=WEEKLY;COUNT=52", large)
        #expect(isFound(weekly, "2026-10-12T00:00:00Z", "2026-10-13T00:00:00Z"))
        #expect(!isFound(weekly, "2026-10-13T00:00:00Z", "2026-10-14T00:00:00Z"))
        let huge = "ATTACH:" + String(repeating: "x", count: 1_800_000)
        let endless = try event("DTSTART:20260101T090000Z", "RRULE:FREQ=DAILY", huge)
        #expect(isFound(endless, "2026-06-01T15:00:00Z", "2026-06-02T14:00:00Z"))
        #expect(!isFound(endless, "2026-06-01T15:00:00Z", "2026-06-01T16:00:00Z"))
    }

    /// Where not all of its dates are looked at.
    @Test func aSeriesOfMoreDatesThanAreLookedAtIsFound() throws {
        let counted = try event("DTSTART:00010101T090000Z", "RRULE:FREQ=DAILY;COUNT=2000000000")
        #expect(isFound(counted, "2026-06-01T15:00:00Z", "2026-06-01T16:00:00Z"))
    }

    @Test func propertiesAndParameters() throws {
        let task = try object("SUMMARY;LANGUAGE=de:Milch\\, kühl", "CATEGORIES:Home,Work", "PRIORITY:1")
        func matches(_ make: (inout PropertyFilter) -> Void, _ name: String = "SUMMARY") -> Bool {
            var property = PropertyFilter(name)
            make(&property)
            return todo { $0.properties = [property] }.matches(task, zone: zone)
        }
        #expect(matches { $0.text = TextMatch("milch, K") })
        #expect(!matches { $0.text = TextMatch("milch", .octet) })
        #expect(matches { $0.text = TextMatch("KÜHL", .unicodeCasemap) })
        #expect(!matches { $0.text = TextMatch("KÜHL", .asciiCasemap) })
        #expect(matches { $0.text = TextMatch("butter", isNegated: true) })
        #expect(matches({ $0.isNotDefined = true }, "LOCATION") && !matches { $0.isNotDefined = true })
        var parameter = ParameterFilter("LANGUAGE")
        parameter.text = TextMatch("de")
        #expect(matches { $0.parameters = [parameter] })
        parameter.isNotDefined = true
        #expect(!matches { $0.parameters = [parameter] })
        #expect(matches({ $0.text = TextMatch("work") }, "CATEGORIES"))
    }

    @Test func aFilterWithoutAComponentMeansTheTask() throws {
        var calendar = ComponentFilter("VCALENDAR")
        #expect(calendar.matches(try object("SUMMARY:Milk"), zone: zone))
        var property = PropertyFilter("SUMMARY")
        property.text = TextMatch("ilk")
        calendar.properties = [property]
        #expect(calendar.matches(try object("SUMMARY:Milk"), zone: zone))
        #expect(!calendar.matches(try object("SUMMARY:Bread"), zone: zone))
        calendar.name = nil
        #expect(calendar.matches(try object("SUMMARY:Milk"), zone: zone))
        #expect(!ComponentFilter("VEVENT").matches(try object("SUMMARY:Milk"), zone: zone))
    }

    @Test func alarmsByWhenTheyRing() throws {
        let task = try object(
            "DUE:20261203T100000Z", "BEGIN:VALARM\nTRIGGER:-P1D\nREPEAT:2\nDURATION:PT12H\nEND:VALARM")
        func rings(_ start: String, _ end: String) -> Bool {
            var alarm = ComponentFilter("VALARM")
            alarm.timeRange = range(start, end)
            return todo { $0.components = [alarm] }.matches(task, zone: zone)
        }
        #expect(rings("2026-12-02T10:00:00Z", "2026-12-02T10:00:01Z"))
        #expect(rings("2026-12-03T09:00:00Z", "2026-12-03T11:00:00Z"))
        #expect(!rings("2026-12-03T11:00:00Z", "2026-12-04T11:00:00Z"))
        #expect(!rings("2026-12-02T10:00:01Z", "2026-12-02T22:00:00Z"))
        #expect(rings("2026-12-02T10:00:01Z", "2026-12-02T22:00:01Z"))
        #expect(!rings("2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z"))
        // Each by the same times.
        let many = Array(repeating: "BEGIN:VALARM\nTRIGGER:-P9D\nEND:VALARM", count: 3).joined(separator: "\n")
        let last = try object(many, "BEGIN:VALARM\nTRIGGER;RELATED=END:PT1H\nEND:VALARM", "DUE:20261203T100000Z")
        var alarm = ComponentFilter("VALARM")
        alarm.timeRange = range("2026-12-03T11:00:00Z", "2026-12-03T11:00:01Z")
        #expect(todo { $0.components = [alarm] }.matches(last, zone: zone))
        var none = ComponentFilter("VALARM")
        none.isNotDefined = true
        #expect(!todo { $0.components = [none] }.matches(task, zone: zone))
        #expect(todo { $0.components = [none] }.matches(try object("SUMMARY:Milk"), zone: zone))
    }

    private func written(_ object: CalendarObject, _ make: (inout CalendarSelection) -> Void) -> [String] {
        var selection = CalendarSelection()
        make(&selection)
        var bytes: [UInt8] = []
        #expect(selection.write(object, zone: zone, to: &bytes))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    @Test func aSeriesIsExpanded() throws {
        let series = """
            BEGIN:VTODO
            UID:one
            SUMMARY:Weekly
            DUE;TZID=Europe/Berlin:20261201T120000
            RRULE:FREQ=WEEKLY
            END:VTODO
            BEGIN:VTODO
            UID:one
            RECURRENCE-ID;TZID=Europe/Berlin:20261208T120000
            SUMMARY:Once
            DUE;TZID=Europe/Berlin:20261209T120000
            END:VTODO
            """
        let object = try CalendarObject(CalendarDesk.calendar(series))
        let lines = written(object) { $0.expand = range("2026-12-01T00:00:00Z", "2026-12-20T00:00:00Z") }
        #expect(
            lines.filter { $0.hasPrefix("RECURRENCE-ID") }.sorted() == [
                "RECURRENCE-ID:20261201T110000Z", "RECURRENCE-ID:20261208T110000Z", "RECURRENCE-ID:20261215T110000Z",
            ])
        #expect(lines.contains("DUE:20261209T110000Z") && !lines.contains { $0.hasPrefix("RRULE") })
        let limited = written(object) { $0.limitRecurrenceSet = range("2027-01-01T00:00:00Z", nil) }
        #expect(limited.contains("RRULE:FREQ=WEEKLY") && !limited.contains("SUMMARY:Once"))
    }

    /// A series is told date by date as long as there is room, and else not at all.
    @Test func whatIsExpandedHasItsRoom() throws {
        let object = try object("SUMMARY:Daily", "DUE:20261201T100000Z", "RRULE:FREQ=DAILY")
        var selection = CalendarSelection()
        selection.expand = range("2026-12-01T00:00:00Z", "2027-12-01T00:00:00Z")
        var bytes: [UInt8] = []
        #expect(!selection.write(object, zone: zone, to: &bytes, room: 4_000) && bytes.isEmpty)
        #expect(selection.write(object, zone: zone, to: &bytes, room: 400_000) && bytes.count > 4_000)
        // What is told as it is needs none.
        selection.expand = nil
        bytes = []
        #expect(selection.write(object, zone: zone, to: &bytes, room: 0) && !bytes.isEmpty)
    }

    @Test func partsOfATask() throws {
        let task = try object("SUMMARY:Milk", "LOCATION:Shop", "BEGIN:VALARM\nTRIGGER:-P1D\nEND:VALARM")
        var todo = CalendarSelection.Component("VTODO")
        todo.properties = ["SUMMARY": false, "LOCATION": true]
        todo.components = []
        var calendar = CalendarSelection.Component("VCALENDAR")
        calendar.properties = [:]
        calendar.components = [todo]
        #expect(
            written(task) { $0.component = calendar } == [
                "BEGIN:VCALENDAR", "BEGIN:VTODO", "SUMMARY:Milk", "LOCATION:", "END:VTODO", "END:VCALENDAR",
            ])
    }

    /// Whatever is searched for in whatever, every byte is looked at once.
    @Test func aSearchThatGoesWrongAgainAndAgainIsNotSlow() throws {
        let task = try object("DESCRIPTION:" + String(repeating: "a", count: 1_000_000))
        var property = PropertyFilter("DESCRIPTION")
        property.text = TextMatch(String(repeating: "a", count: 50_000) + "b")
        let filter = todo { $0.properties = [property] }
        let began = ownTime()
        #expect(!filter.matches(task, zone: zone))
        measured { #expect(ownTime() - began < .seconds(5)) }
    }
}
