import DAV
import DaybookCore
import DaybookStore
import Foundation
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import TestAccounts
@testable import TestService

/// Whose events they are, and how much of a request's work they are.
@Suite(.closing) struct GuestBoundsTests {
    private let house: GuestHouse
    private let client: CalendarClient

    init() async throws {
        house = try await GuestHouse.open()
        client = house.client
    }

    private var account: Identifier { house.account }

    /// Whatever door another account comes through, and though it has a calendar and an event of the same names.
    @Test func nobodyReadsOrChangesAnEventOfAnother() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        let text = CalendarClient.event("canary", "SUMMARY:Canary", "DTSTART:20261201T090000Z")
        #expect(await client.putText(work + "canary.ics", text).status == 201)
        let other = await house.live.calendarClient()
        let own = try await other.calendar("work", for: ["VEVENT"])
        let ownText = CalendarClient.event("canary", "SUMMARY:Own", "DTSTART:20261201T090000Z")
        #expect(await other.putText(own + "canary.ics", ownText).status == 201)
        let path = work + "canary.ics"
        #expect(await other.call("GET", path).status == 404)
        #expect(await other.call("GET", work).status == 404)
        #expect(await other.call("DELETE", path).status == 404)
        #expect([404, 409].contains(await other.putText(path, ownText).status))
        #expect(await other.call("MOVE", path, nil, ["Destination": own + "taken.ics"]).status == 404)
        #expect(await other.call("MOVE", own + "canary.ics", nil, ["Destination": work + "given.ics"]).status != 201)
        let many = await other.report(
            own, "C:calendar-multiget",
            "<D:prop><C:calendar-data/></D:prop><D:href>\(path)</D:href><D:href>\(own)canary.ics</D:href>")
        #expect(many.status == 207 && !many.text.contains("Canary") && many.text.contains("SUMMARY:Own"))
        let busy = await other.report(
            work, "C:free-busy-query", "<C:time-range start=\"20261201T000000Z\" end=\"20261202T000000Z\"/>")
        #expect(busy.status == 404)
        let caller = house.live.caller.with(String(other.authorization?.dropFirst(7) ?? ""))
        #expect(!(await caller.get("/v1/export?format=json")).text.contains("Canary"))
        #expect(await client.call("GET", path).text == text)
        #expect(await client.find(work, "<D:getetag/>", depth: "1").hrefs.count == 2)
    }

    /// Each is kept as it came and asked for in every way. The answers may be few, and nobody waits long for them.
    @Test func eventsAtTheEndsOfTimeAreKeptAndLookedAt() async throws {
        let work = try await client.calendar("work", for: ["VEVENT", "VJOURNAL"])
        let zone = [
            "DTSTART;TZID=Pacific/Auckland:99991231T235959", "DTEND;TZID=Pacific/Kiritimati:99991231T235959",
            "RRULE:FREQ=DAILY",
        ]
        let odd: [[String]] = [
            zone,
            ["DTSTART;TZID=Pacific/Auckland:00010101T000000", "RRULE:FREQ=DAILY"],
            ["DTSTART:00010101T000000Z", "RRULE:FREQ=DAILY;COUNT=2000000000"],
            ["DTSTART:00010101T000000Z", "RRULE:FREQ=DAILY;UNTIL=20201231T000000Z"],
            ["DTSTART;VALUE=DATE:99991231", "DURATION:P999999999W", "RRULE:FREQ=YEARLY"],
            ["DTSTART:20270101T000000Z", "DURATION:-P999999999W"],
            ["DTSTART:20270101T000000Z", "DTEND:20260101T000000Z", "RRULE:FREQ=WEEKLY;INTERVAL=999999999"],
            ["DTSTART:20270101T000000Z", "RRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2"],
            ["DTSTART:20270101T000000Z", "RRULE:FREQ=DAILY;COUNT=-9223372036854775808"],
            ["DTSTART:20270101T000000Z", "RRULE:FREQ=DAILY", "RECURRENCE-ID:99991231T235959Z"],
        ]
        for (number, lines) in odd.enumerated() {
            let text = CalendarClient.object("VEVENT", "e\(number)", lines)
            #expect(await client.putText(work + "e\(number).ics", text).status == 201, "\(lines)")
            #expect(await client.call("GET", work + "e\(number).ics").text == text)
        }
        for (start, end) in [
            ("00010101T000000Z", "00010102T000000Z"), ("20270101T000000Z", "20270201T000000Z"),
            ("99991201T000000Z", "99991231T235959Z"), ("00010101T000000Z", "99991231T235959Z"),
        ] {
            let query = await client.report(
                work, "C:calendar-query",
                """
                <D:prop><C:calendar-data><C:expand start="\(start)" end="\(end)"/></C:calendar-data></D:prop>\
                <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">\
                <C:time-range start="\(start)" end="\(end)"/></C:comp-filter></C:comp-filter></C:filter>
                """)
            #expect(query.status == 207, "\(start)")
            let busy = await client.report(
                work, "C:free-busy-query", "<C:time-range start=\"\(start)\" end=\"\(end)\"/>")
            #expect([200, 507].contains(busy.status), "\(start)")
        }
        let whole = await client.call("GET", work)
        #expect(whole.status == 200 && whole.text.components(separatedBy: "BEGIN:VEVENT").count == odd.count + 1)
        #expect(await client.find(work, "<C:calendar-data/>", depth: "1").status == 207)
    }

    /// As for tasks.
    @Test func whatIsTooMuchForATaskIsTooMuchForAnEvent() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        let long = CalendarClient.event("long", "DESCRIPTION:" + String(repeating: "x", count: 2 << 20))
        let refused = await client.putText(work + "long.ics", long)
        #expect(refused.status == 403 && refused.condition == "max-resource-size")
        let lines = CalendarClient.object("VEVENT", "lines", Array(repeating: "X-A:1", count: 50_001))
        #expect(await client.putText(work + "lines.ics", lines).condition == "max-resource-size")
        let occurrences = (0...1000).map { number in
            "END:VEVENT\r\nBEGIN:VEVENT\r\nUID:often\r\nRECURRENCE-ID:20270101T0\(number + 10000)Z"
        }
        let often = CalendarClient.object("VEVENT", "often", ["DTSTART:20270101T090000Z"] + occurrences)
        #expect(await client.putText(work + "often.ics", often).condition == "max-instances")
        let name = String(repeating: "u", count: 1001)
        #expect(
            await client.putText(work + "name.ics", CalendarClient.event(name)).condition
                == "valid-calendar-object-resource")
        for uid in ["", "\\"] {
            let nameless = await client.putText(work + "nameless.ics", CalendarClient.event(uid))
            #expect(nameless.status == 403 && nameless.condition == "valid-calendar-object-resource")
        }
        let filters = String(repeating: "<C:prop-filter name=\"SUMMARY\"/>", count: 30)
        let query = await client.report(
            work, "C:calendar-query",
            """
            <D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">\
            \(filters)</C:comp-filter></C:comp-filter></C:filter>
            """)
        #expect(query.status == 403 && query.condition == "supported-filter")
        #expect(await client.find(work, "<D:getetag/>", depth: "1").hrefs == [work])
    }

    /// An alarm before the end of an event rings where that says.
    @Test func alarmsOfEventsAreFoundByTheirTimes() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        let text = CalendarClient.event(
            "e", "DTSTART:20270105T090000Z", "DTEND:20270105T120000Z", "BEGIN:VALARM", "ACTION:DISPLAY",
            "TRIGGER;RELATED=END:-PT30M", "END:VALARM")
        #expect(await client.putText(work + "e.ics", text).status == 201)
        func found(_ start: String, _ end: String) async -> Int {
            await client.report(
                work, "C:calendar-query",
                """
                <D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">\
                <C:comp-filter name="VALARM"><C:time-range start="\(start)" end="\(end)"/></C:comp-filter>\
                </C:comp-filter></C:comp-filter></C:filter>
                """
            ).hrefs.count
        }
        #expect(await found("20270105T112900Z", "20270105T113100Z") == 1)
        #expect(await found("20270105T083000Z", "20270105T090000Z") == 0)
    }

    @Test func thereIsRoomForAsManyAsForTasks() async throws {
        let house = try await GuestHouse.open(["DAYBOOK_UNCLAIMED_TASKS": "3", "DAYBOOK_UNCLAIMED_BYTES": "100KiB"])
        let client = house.client
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        #expect(await client.put(work + "t.ics", "UID:t", "SUMMARY:T").status == 201)
        for number in 0..<2 {
            #expect(await client.putText(work + "e\(number).ics", CalendarClient.event("e\(number)")).status == 201)
        }
        let full = await client.putText(work + "e2.ics", CalendarClient.event("e2"))
        #expect(full.status == 507 && full.condition == "quota-not-exceeded")
        // It may become another.
        #expect(await client.putText(work + "e1.ics", CalendarClient.event("e1", "SUMMARY:X")).status == 204)
        let long = CalendarClient.event("e1", "DESCRIPTION:" + String(repeating: "x", count: 120_000))
        #expect(await client.putText(work + "e1.ics", long).status == 507)
        // An app has as little room for a task.
        #expect(
            await house.caller.post("/v1/tasks", #"{"title":"One more"}"#).statusAndCode == "403 task_quota_exceeded")
        #expect(await client.call("DELETE", work + "e0.ics").status == 204)
        #expect(await client.putText(work + "e2.ics", CalendarClient.event("e2")).status == 201)
    }

    /// What a time holds is told of some thousands of occurrences and no more.
    @Test func whoIsBusyForYearsIsNotToldForHowLong() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        for number in 0..<25 {
            let text = CalendarClient.event(
                "e\(number)", "DTSTART:20270101T09\(number + 10)00Z",
                "DURATION:PT1M", "RRULE:FREQ=DAILY")
            #expect(await client.putText(work + "e\(number).ics", text).status == 201)
        }
        let years = await client.report(
            work, "C:free-busy-query", "<C:time-range start=\"20270101T000000Z\" end=\"20300101T000000Z\"/>")
        #expect(years.status == 507, "\(years.text.prefix(200))")
        let day = await client.report(
            work, "C:free-busy-query", "<C:time-range start=\"20270201T000000Z\" end=\"20270202T000000Z\"/>")
        #expect(day.status == 200 && day.text.contains("FREEBUSY;FBTYPE=BUSY:20270201T09"))
    }

    /// However short the time is.
    @Test func ofTooManyEventsNobodyIsToldWhenTheyAre() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        #expect(await client.putText(work + "e.ics", CalendarClient.event("e")).status == 201)
        let list = try await house.list("work")
        let now = Instant.now()
        try await house.database.write(
            of: account,
            """
            INSERT INTO dav_guest SELECT \(account), gen_random_uuid(), \(list), n::text || '.ics', n::text, 'VEVENT',
                'BEGIN:VCALENDAR', \(now), \(now), n, NULL
            FROM generate_series(1, 10000) AS n
            """)
        try await house.database.write(
            of: account,
            """
            INSERT INTO dav_resource (account_id, collection_id, name, task_id, series_id, is_head, uid, made_at,
                shown_revision, is_gone, component)
            SELECT account_id, list_id, name, guest_id, guest_id, true, uid, written_at, 1, false, component
            FROM dav_guest WHERE account_id = \(account) ON CONFLICT DO NOTHING
            """)
        let busy = await client.report(
            work, "C:free-busy-query", "<C:time-range start=\"20270201T000000Z\" end=\"20270202T000000Z\"/>")
        #expect(busy.status == 507 && busy.text.contains("too many events"), "\(busy.text.prefix(200))")
    }
}
