import DAV
import DaybookCore
import DaybookStore
import Foundation
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookLedger
@testable import TestAccounts
@testable import TestService

/// Who is told what of events and journals: programs as they ask for them, exports, and no device that syncs.
@Suite(.closing) struct GuestReadingTests {
    private let house: GuestHouse
    private let client: CalendarClient

    init() async throws {
        house = try await GuestHouse.open()
        client = house.client
    }

    private var account: Identifier { house.account }

    /// Tasks, events and journals of a calendar stand in one order.
    @Test func changesOfTasksAndEventsComeInOneOrder() async throws {
        let mixed = try await client.calendar("mixed", for: ["VTODO", "VEVENT", "VJOURNAL"])
        let empty = await client.sync(mixed, from: "")
        #expect(empty.status == 207 && empty.hrefs.isEmpty)
        var expected: Set<String> = []
        for number in 0..<4 {
            #expect(await client.put(mixed + "t\(number).ics", "UID:t\(number)", "SUMMARY:T").status == 201)
            for component in ["VEVENT", "VJOURNAL"] {
                let name = "\(component)\(number)"
                let text = CalendarClient.object(component, name, ["DTSTART:20261201T090000Z"])
                #expect(await client.putText(mixed + "\(name).ics", text).status == 201)
            }
            expected.formUnion([
                mixed + "t\(number).ics", mixed + "VEVENT\(number).ics", mixed + "VJOURNAL\(number).ics",
            ])
        }
        #expect(await client.call("DELETE", mixed + "VEVENT2.ics").status == 204)
        let moved = await client.call("MOVE", mixed + "VJOURNAL1.ics", nil, ["Destination": mixed + "notes.ics"])
        #expect(moved.status == 201)
        expected.subtract([mixed + "VEVENT2.ics", mixed + "VJOURNAL1.ics"])
        expected.insert(mixed + "notes.ics")
        for start in ["", empty.syncToken] {
            var (token, union, gone, pages) = (start, Set<String>(), Set<String>(), 0)
            while pages < 20 {
                let page = await client.sync(mixed, from: token, limit: 3, data: true)
                for response in page.responses where response.href != mixed {
                    if response.status == 404 { gone.insert(response.href) } else { union.insert(response.href) }
                }
                (token, pages) = (page.syncToken, pages + 1)
                if !page.responses.contains(where: { $0.status == 507 }) { break }
            }
            #expect(union == expected)
            // A first reading may tell them behind its first page.
            if !start.isEmpty { #expect(gone == [mixed + "VEVENT2.ics", mixed + "VJOURNAL1.ics"]) }
            #expect(gone.isDisjoint(with: union))
            #expect(await client.sync(mixed, from: token).hrefs.isEmpty)
        }
        let members = await client.find(mixed, "<D:getetag/><D:getcontenttype/>", depth: "1")
        #expect(Set(members.hrefs) == expected.union([mixed]))
        let type = members.property(.dav("getcontenttype"), at: mixed + "notes.ics")?.text
        #expect(type == "text/calendar; charset=utf-8; component=VJOURNAL")
        let before = await client.find(mixed, "<S:getctag/>").property(Name(.calendarServer, "getctag"))?.text
        #expect(await client.call("DELETE", mixed + "VEVENT3.ics").status == 204)
        let after = await client.find(mixed, "<S:getctag/>").property(Name(.calendarServer, "getctag"))?.text
        #expect(before != nil && before != after)
        let whole = await client.call("GET", mixed)
        #expect(whole.text.components(separatedBy: "BEGIN:VEVENT").count == 3)
        #expect(whole.text.components(separatedBy: "BEGIN:VJOURNAL").count == 5)
        #expect(whole.text.components(separatedBy: "BEGIN:VTODO").count == 5)
        #expect(whole.text.hasSuffix("END:VCALENDAR\r\n"))
        try await house.isSound()
    }

    /// What is in the index follows from the guests, also where all of it is gone.
    @Test func theIndexIsMadeAnewFromWhatIsKept() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        let text = CalendarClient.event("a", "DTSTART:20261201T090000Z")
        #expect(await client.putText(work + "a.ics", text).status == 201)
        #expect(await client.putText(work + "b.ics", CalendarClient.event("b")).status == 201)
        #expect(await client.call("DELETE", work + "b.ics").status == 204)
        #expect(await client.put(work + "t.ics", "UID:t", "SUMMARY:T").status == 201)
        try await house.isSound()
        try await house.database.write(of: account, "DELETE FROM dav_resource WHERE uid = 'a'")
        try await house.database.write("UPDATE account_clock SET guests = 7 WHERE account_id = \(account)")
        let flaws = try await AccountCheck(house.ledger, account).run()
        #expect(flaws.count == 2 && flaws.allSatisfy { $0.kind == .resourceWrong })
        try await AccountRepair(house.ledger, account).mend(flaws, now: .now())
        #expect(await client.call("GET", work + "a.ics").text == text)
        #expect(await client.call("GET", work + "b.ics").status == 404)
        #expect(await client.call("GET", work + "t.ics").status == 200)
        try await house.isSound()
    }

    /// Also in pages, each of which tells what is its own, tasks and events in the order of their changes.
    @Test func manyAreToldAnewPageByPage() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        #expect(await client.putText(work + "a.ics", CalendarClient.event("a")).status == 201)
        let list = try await house.list("work")
        let now = Instant.now()
        let numbers = Array(0..<450)
        let device = try await house.device()
        _ = try await house.ledger.change(LedgerRequest(of: account, now: now)) {
            [account, clock = house.ledger.clock] sight in
            let ids = numbers.map { Identifier(high: 0xE7, low: UInt64($0)) }
            let revisions = numbers.map { sight.position.revision + 1 + Int64($0) }
            let write: Query = """
                INSERT INTO dav_guest SELECT \(account), id, \(list), id || '.ics', id::text, 'VEVENT',
                    'BEGIN:VCALENDAR', \(now), \(now), revision, NULL
                FROM unnest(\(ids), \(revisions)) AS told (id, revision)
                """
            return .lines(
                ids.map { _ in .random() }, by: device, clock, of: account, now: now,
                alongside: [write, GuestRows.count(ids, of: account)] + GuestRows.show(ids, of: account), answer: ())
        }
        try await house.isSound()
        try await house.database.write(of: account, "DELETE FROM dav_resource WHERE account_id = \(account)")
        try await house.database.write("UPDATE account_clock SET shelved_revision = NULL WHERE account_id = \(account)")
        try await house.isSound()
        // What one page wrote, no later one writes again.
        let pages = try await house.database.read(
            of: account,
            "SELECT count(DISTINCT xmin::text), count(*) FROM dav_resource WHERE account_id = \(account)")
        let (transactions, names) = try pages[0].decode((Int64, Int64).self)
        #expect(transactions >= 3 && names == 451, "\(transactions) \(names)")
    }

    @Test func eventsAreFoundByTheirTimes() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT", "VJOURNAL"])
        let put: [(String, String, [String])] = [
            ("VEVENT", "once", ["DTSTART:20270105T090000Z", "DTEND:20270105T100000Z", "SUMMARY:Dentist"]),
            ("VEVENT", "day", ["DTSTART;VALUE=DATE:20270107"]),
            ("VEVENT", "long", ["DTSTART:20270108T220000Z", "DURATION:PT4H"]),
            ("VEVENT", "point", ["DTSTART:20270110T120000Z"]),
            (
                "VEVENT", "weekly",
                ["DTSTART:20270104T080000Z", "DTEND:20270104T083000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO", "TRANSP:OPAQUE"]
            ),
            ("VEVENT", "hourly", ["DTSTART:20270201T080000Z", "RRULE:FREQ=HOURLY;COUNT=3", "TRANSP:TRANSPARENT"]),
            ("VJOURNAL", "note", ["DTSTART;VALUE=DATE:20270106"]),
            ("VJOURNAL", "timeless", ["SUMMARY:Idea"]),
        ]
        for (component, uid, lines) in put {
            let text = CalendarClient.object(component, uid, lines)
            #expect(await client.putText(work + "\(uid).ics", text).status == 201)
        }
        #expect(await client.put(work + "task.ics", "UID:task", "DUE:20270105T093000Z").status == 201)
        func found(_ component: String, _ start: String, _ end: String, _ more: String = "") async -> [String] {
            let answer = await client.report(
                work, "C:calendar-query",
                """
                <D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR">\
                <C:comp-filter name="\(component)"><C:time-range start="\(start)" end="\(end)"/>\(more)\
                </C:comp-filter></C:comp-filter></C:filter>
                """)
            #expect(answer.status == 207)
            return answer.hrefs.map { String($0.dropFirst(work.count).dropLast(4)) }
        }
        #expect(await found("VEVENT", "20270105T093000Z", "20270105T094500Z") == ["once"])
        #expect(await found("VTODO", "20270105T091500Z", "20270105T094500Z") == ["task"])
        #expect(await found("VEVENT", "20270105T100000Z", "20270105T110000Z") == [])
        #expect(await found("VEVENT", "20270107T230000Z", "20270107T233000Z") == ["day"])
        #expect(await found("VEVENT", "20270109T010000Z", "20270109T013000Z") == ["long"])
        #expect(await found("VEVENT", "20270110T120000Z", "20270110T120001Z") == ["point"])
        #expect(await found("VEVENT", "20270110T120001Z", "20270110T130000Z") == [])
        #expect(await found("VEVENT", "20270118T080000Z", "20270118T081000Z") == ["weekly"])
        #expect(await found("VEVENT", "20270119T080000Z", "20270119T081000Z") == [])
        // Nobody here knows when it comes back.
        #expect(await found("VEVENT", "20270203T000000Z", "20270204T000000Z") == ["hourly"])
        #expect(await found("VJOURNAL", "20270106T100000Z", "20270106T110000Z") == ["note"])
        let dentist = "<C:prop-filter name=\"SUMMARY\"><C:text-match>dent</C:text-match></C:prop-filter>"
        #expect(await found("VEVENT", "20270101T000000Z", "20270201T000000Z", dentist) == ["once"])
        let expanded = await client.report(
            work, "C:calendar-multiget",
            """
            <D:prop><C:calendar-data><C:expand start="20270110T000000Z" end="20270120T000000Z"/></C:calendar-data></D:prop>\
            <D:href>\(work)weekly.ics</D:href>
            """)
        let data = expanded.property(.calDAV("calendar-data"))?.text ?? ""
        #expect(data.contains("DTSTART:20270111T080000Z") && data.contains("DTEND:20270111T083000Z"))
        #expect(data.contains("RECURRENCE-ID:20270118T080000Z") && !data.contains("RRULE"))
        let busy = await client.report(
            work, "C:free-busy-query", "<C:time-range start=\"20270104T000000Z\" end=\"20270108T000000Z\"/>")
        #expect(
            busy.text.components(separatedBy: "\r\n").filter { $0.hasPrefix("FREEBUSY") } == [
                "FREEBUSY;FBTYPE=BUSY:20270104T080000Z/20270104T083000Z",
                "FREEBUSY;FBTYPE=BUSY:20270105T090000Z/20270105T100000Z",
                "FREEBUSY;FBTYPE=BUSY:20270107T000000Z/20270108T000000Z",
            ])
    }

    /// And two of one name where they say different times.
    @Test func aFileTellsEachTimeZoneOnce() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        for (uid, offset) in [("a", "+0100"), ("b", "+0100"), ("c", "+0200")] {
            let zone = [
                "BEGIN:VTIMEZONE", "TZID:Own", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:\(offset)",
                "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT",
            ].joined(separator: "\r\n")
            let text = CalendarClient.event(uid, "DTSTART;TZID=Own:20261201T090000")
                .replacing("BEGIN:VEVENT", with: zone)
            #expect(await client.putText(work + "\(uid).ics", text).status == 201)
        }
        let whole = await client.call("GET", work).text
        #expect(whole.components(separatedBy: "BEGIN:VTIMEZONE").count == 3, "\(whole)")
        #expect(whole.components(separatedBy: "TZOFFSETTO:+0200").count == 2)
        #expect(whole.components(separatedBy: "BEGIN:VEVENT").count == 4)
    }

    @Test func noDeviceIsSentAnEventAndNoListShowsIt() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        #expect(await client.put(work + "t.ics", "UID:t", "SUMMARY:A task").status == 201)
        let before = await house.caller.post("/v1/sync", #"{"limit":100}"#)
        let text = CalendarClient.event("canary", "SUMMARY:Canary", "DTSTART:20261201T090000Z")
        #expect(await client.putText(work + "canary.ics", text).status == 201)
        let after = await house.caller.post("/v1/sync", #"{"limit":100}"#)
        #expect(before.status == 200 && after.status == 200 && !after.text.contains("anary"))
        let cursor = before.string("cursor")
        let since = await house.caller.post("/v1/sync", "{\"limit\":100,\"cursor\":\"\(cursor)\"}")
        #expect(since.status == 200 && !since.text.contains("\"title\""), "\(since.text)")
        for path in ["/v1/tasks", "/v1/lists", "/v1/history", "/v1/search?q=canary"] {
            let answer = await house.caller.get(path)
            #expect(!answer.text.contains("anary"), "\(path)")
        }
        #expect(!(await house.caller.get("/v1/history")).text.contains("\"fields\":{}"))
        let whole = await house.caller.get("/v1/export?format=json")
        #expect(whole.text.contains("\"calendarObjects\"") && whole.text.contains("SUMMARY:Canary"))
        #expect(!(await house.caller.get("/v1/export?format=json&anonymize=true")).text.contains("Canary"))
    }

    /// One that was deleted since a moment changed since then, and so did one that was moved.
    @Test func anExportSinceAMomentHasWhatChangedSince() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        for name in ["stays", "goes", "moves"] {
            #expect(await client.putText(work + "\(name).ics", CalendarClient.event(name)).status == 201)
        }
        let long = Instant.now().adding(milliseconds: -10 * Instant.dayLength)
        try await house.database.write(
            of: account, "UPDATE dav_guest SET written_at = \(long), changed_at = \(long) WHERE account_id = \(account)"
        )
        let since = Instant.now().adding(milliseconds: -Instant.dayLength).utcDate
        #expect(await client.call("DELETE", work + "goes.ics").status == 204)
        #expect(
            await client.call("MOVE", work + "moves.ics", nil, ["Destination": work + "moved.ics"]).status == 201)
        let part = await house.caller.get("/v1/export?format=json&deleted=true&since=\(since)").text
        #expect(part.contains("goes.ics") && part.contains("moved.ics") && !part.contains("stays.ics"), "\(part)")
    }
}
