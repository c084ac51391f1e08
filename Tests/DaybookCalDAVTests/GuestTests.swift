import DAV
import DaybookCore
import Foundation
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookCalDAV
@testable import DaybookLedger
@testable import TestAccounts
@testable import TestService

/// Events and journals, which a calendar keeps as they came where it was made for them, over sockets.
@Suite(.closing) struct GuestTests {
    private let house: LiveHouse
    private let client: CalendarClient
    private static let settings = ["DAYBOOK_CALDAV_EVENTS": "yes"]

    init() async throws {
        house = try await openHouse(Self.settings)
        client = await house.calendarClient()
    }

    private var account: Identifier { Identifier(client.account) ?? .zero }
    private var caller: Caller { house.caller.with(String(client.authorization?.dropFirst(7) ?? "")) }

    @Test func anEventIsServedAsItCameAndChangedByWhomeverWritesLast() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        let path = work + "standup.ics"
        let text = CalendarClient.event(
            "standup", "SUMMARY:Standup", "X-ODD;A=\"b,c\":1\\,2", "dtstart:20261201T090000Z")
        let put = await client.putText(path, text)
        let tag = try #require(put.field("etag"))
        #expect(put.status == 201)
        let got = await client.call("GET", path)
        #expect(got.text == text && got.field("etag") == tag)
        #expect(got.field("content-type") == "text/calendar; charset=utf-8; component=VEVENT")
        #expect(await client.call("GET", path, nil, ["If-None-Match": tag]).status == 304)
        // The answer was lost, and it comes again.
        let again = await client.putText(path, text, ["If-None-Match": "*"])
        #expect(again.status == 201 && again.field("etag") == tag)
        let other = CalendarClient.event("standup", "SUMMARY:Moved", "DTSTART:20261202T090000Z")
        #expect(await client.putText(path, other, ["If-None-Match": "*"]).status == 412)
        #expect(await client.putText(path, other, ["If-Match": "\"stale\""]).status == 412)
        let changed = await client.putText(path, other, ["If-Match": tag])
        #expect(changed.status == 204 && changed.field("etag") != tag)
        #expect(await client.call("GET", path).text == other)
        #expect(await client.call("DELETE", path, nil, ["If-Match": tag]).status == 412)
        #expect(await client.call("DELETE", path).status == 204)
        #expect(await client.call("DELETE", path).status == 404)
        #expect(await client.call("GET", path).status == 404)
        try await isSound()
    }

    @Test func aCalendarTakesWhatItWasMadeForAndNothingElse() async throws {
        let event = CalendarClient.event("a", "DTSTART:20261201T090000Z")
        #expect(await client.call("MKCALENDAR", client.home + "plain/").status == 201)
        for place in [client.inbox, client.home + "plain/"] {
            let refused = await client.putText(place + "a.ics", event)
            #expect(refused.status == 403 && refused.condition == "supported-calendar-component")
        }
        let events = try await client.calendar("events", for: ["vevent"])
        #expect(await client.put(events + "t.ics", "UID:t").condition == "supported-calendar-component")
        #expect(
            await client.putText(events + "j.ics", CalendarClient.object("VJOURNAL", "j", [])).condition
                == "supported-calendar-component")
        #expect(await client.putText(events + "a.ics", event).status == 201)
        let set = Name.calDAV("supported-calendar-component-set")
        let names = { (answer: CalendarClient.Answer) in
            answer.property(set)?.children.compactMap { $0.attribute("name") } ?? []
        }
        #expect(names(await client.find(events, "<C:supported-calendar-component-set/>")) == ["VEVENT"])
        #expect(names(await client.find(client.inbox, "<C:supported-calendar-component-set/>")) == ["VTODO"])
        let nothing = await client.makeCalendar("nothing", for: ["VFREEBUSY"])
        #expect(nothing.status == 403 && nothing.condition == "supported-calendar-component")
        let mixed = event.replacing("END:VCALENDAR", with: "BEGIN:VTODO\r\nUID:a\r\nEND:VTODO\r\nEND:VCALENDAR")
        #expect(await client.putText(events + "m.ics", mixed).condition == "valid-calendar-object-resource")
        // An occurrence to which somebody is invited comes without its series.
        let single = CalendarClient.event("single", "RECURRENCE-ID:20261201T090000Z", "DTSTART:20261201T100000Z")
        #expect(await client.putText(events + "single.ics", single).status == 201)
        #expect(await client.call("GET", events + "single.ics").text == single)
    }

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
        try await isSound()
    }

    @Test func aUIDIsOnceInACalendarWhateverItIsOf() async throws {
        let mixed = try await client.calendar("mixed", for: ["VTODO", "VEVENT"])
        let other = try await client.calendar("other", for: ["VEVENT"])
        let event = CalendarClient.event("one", "DTSTART:20261201T090000Z")
        #expect(await client.putText(mixed + "one.ics", event).status == 201)
        let twice = await client.putText(mixed + "two.ics", event)
        #expect(twice.status == 409 && twice.condition == "no-uid-conflict" && twice.text.contains("one.ics"))
        #expect(await client.put(mixed + "task.ics", "UID:one").status == 409)
        #expect(await client.put(mixed + "one.ics", "UID:one").status == 409)
        #expect(await client.put(mixed + "task.ics", "UID:task", "SUMMARY:Task").status == 201)
        let renamed = await client.putText(mixed + "one.ics", CalendarClient.event("else", "DTSTART:20261201T090000Z"))
        #expect(renamed.status == 409)
        #expect(await client.putText(mixed + "task.ics", CalendarClient.event("task")).status == 409)
        #expect(await client.putText(mixed + "event.ics", CalendarClient.event("task")).status == 409)
        // Each calendar for itself.
        #expect(await client.putText(other + "one.ics", event).status == 201)
        let there = await client.call("MOVE", mixed + "one.ics", nil, ["Destination": other + "copy.ics"])
        #expect(there.status == 409)
        #expect(await client.call("DELETE", other + "one.ics").status == 204)
        let moved = await client.call("MOVE", mixed + "one.ics", nil, ["Destination": other + "copy.ics"])
        #expect(moved.status == 201)
        #expect(await client.call("GET", other + "copy.ics").text == event)
        #expect(await client.call("GET", mixed + "one.ics").status == 404)
        let refused = await client.call("MOVE", mixed + "task.ics", nil, ["Destination": other + "task.ics"])
        #expect(refused.status == 403 && refused.condition == "supported-calendar-component")
        // What was an event's name may be a task's, and the other way about.
        #expect(await client.put(mixed + "one.ics", "UID:one", "SUMMARY:Now a task").status == 201)
        #expect(await client.call("DELETE", mixed + "one.ics").status == 204)
        #expect(await client.putText(mixed + "one.ics", event).status == 201)
        #expect(await client.call("GET", mixed + "one.ics").text == event)
        try await isSound()
    }

    @Test func noDeviceIsSentAnEventAndNoListShowsIt() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        #expect(await client.put(work + "t.ics", "UID:t", "SUMMARY:A task").status == 201)
        let before = await caller.post("/v1/sync", #"{"limit":100}"#)
        let text = CalendarClient.event("canary", "SUMMARY:Canary", "DTSTART:20261201T090000Z")
        #expect(await client.putText(work + "canary.ics", text).status == 201)
        let after = await caller.post("/v1/sync", #"{"limit":100}"#)
        #expect(before.status == 200 && after.status == 200 && !after.text.contains("anary"))
        let cursor = before.string("cursor")
        let since = await caller.post("/v1/sync", "{\"limit\":100,\"cursor\":\"\(cursor)\"}")
        #expect(since.status == 200 && !since.text.contains("\"title\""), "\(since.text)")
        for path in ["/v1/tasks", "/v1/lists", "/v1/history", "/v1/search?q=canary"] {
            let answer = await caller.get(path)
            #expect(!answer.text.contains("anary"), "\(path)")
        }
        #expect(!(await caller.get("/v1/history")).text.contains("\"fields\":{}"))
        let whole = await caller.get("/v1/export?format=json")
        #expect(whole.text.contains("\"calendarObjects\"") && whole.text.contains("SUMMARY:Canary"))
        #expect(!(await caller.get("/v1/export?format=json&anonymize=true")).text.contains("Canary"))
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

    /// A list goes with what is in it, and comes back with it.
    @Test func anEventGoesAndComesBackWithItsList() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        let text = CalendarClient.event("a", "DTSTART:20261201T090000Z")
        let tag = await client.putText(work + "a.ics", text).field("etag")
        #expect(await client.put(work + "t.ics", "UID:t", "SUMMARY:T").status == 201)
        let token = await client.sync(work, from: "").syncToken
        #expect(await client.call("DELETE", work).status == 204)
        #expect(await client.call("GET", work + "a.ics").status == 404)
        #expect(await client.call("PROPFIND", work, nil, ["Depth": "0"]).status == 404)
        let deletion = try await house.database.read(
            of: account,
            "SELECT op_id FROM change WHERE account_id = \(account) AND entity = 'list' AND kind = 'delete'"
        )[0].decode(0, as: Identifier.self)
        let undone = await caller.post("/v1/history/\(deletion)/undo", "{}")
        #expect(undone.status == 200, "\(undone.text)")
        let back = await client.call("GET", work + "a.ics")
        #expect(back.text == text && back.field("etag") == tag)
        let since = await client.sync(work, from: token)
        #expect(since.status == 207 && !since.responses.contains { $0.href == work + "a.ics" && $0.status == 404 })
        try await isSound()
    }

    @Test func eventsCountForTheGuardOfDeletions() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        for number in 0..<60 {
            let text = CalendarClient.event("e\(number)", "DTSTART:20261201T090000Z")
            #expect(await client.putText(work + "e\(number).ics", text).status == 201)
        }
        let refused = await client.call("DELETE", work)
        #expect(refused.status == 403 && refused.text.contains("mass_delete_unconfirmed"))
        for number in 0..<50 { #expect(await client.call("DELETE", work + "e\(number).ics").status == 204) }
        let last = await client.call("DELETE", work + "e50.ics")
        #expect(last.status == 403 && last.text.contains("mass_delete_unconfirmed"))
        #expect(await client.call("GET", work + "e50.ics").status == 200)
    }

    @Test func thereIsRoomForAsManyAsForTasks() async throws {
        let house = try await openHouse(
            Self.settings.merging(["DAYBOOK_UNCLAIMED_TASKS": "3", "DAYBOOK_UNCLAIMED_BYTES": "100KiB"]) { $1 })
        let client = await house.calendarClient()
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
        let caller = house.caller.with(String(client.authorization?.dropFirst(7) ?? ""))
        #expect(await caller.post("/v1/tasks", #"{"title":"One more"}"#).statusAndCode == "403 task_quota_exceeded")
        #expect(await client.call("DELETE", work + "e0.ics").status == 204)
        #expect(await client.putText(work + "e2.ics", CalendarClient.event("e2")).status == 201)
    }

    /// What is in the index follows from the guests, also where all of it is gone.
    @Test func theIndexIsMadeAnewFromWhatIsKept() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        let text = CalendarClient.event("a", "DTSTART:20261201T090000Z")
        #expect(await client.putText(work + "a.ics", text).status == 201)
        #expect(await client.putText(work + "b.ics", CalendarClient.event("b")).status == 201)
        #expect(await client.call("DELETE", work + "b.ics").status == 204)
        #expect(await client.put(work + "t.ics", "UID:t", "SUMMARY:T").status == 201)
        try await isSound()
        try await house.database.write(of: account, "DELETE FROM dav_resource WHERE uid = 'a'")
        try await house.database.write("UPDATE account_clock SET guests = 7 WHERE account_id = \(account)")
        let flaws = try await AccountCheck(house.ledger, account).run()
        #expect(flaws.count == 2 && flaws.allSatisfy { $0.kind == .resourceWrong })
        try await AccountRepair(house.ledger, account).mend(flaws, now: .now())
        #expect(await client.call("GET", work + "a.ics").text == text)
        #expect(await client.call("GET", work + "b.ics").status == 404)
        #expect(await client.call("GET", work + "t.ics").status == 200)
        try await isSound()
    }

    /// Also in pages, each of which tells what is its own, tasks and events in the order of their changes.
    @Test func manyAreToldAnewPageByPage() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        #expect(await client.putText(work + "a.ics", CalendarClient.event("a")).status == 201)
        let list = try await list("work")
        let now = Instant.now()
        let numbers = Array(0..<450)
        let device = try await device()
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
        try await isSound()
        try await house.database.write(of: account, "DELETE FROM dav_resource WHERE account_id = \(account)")
        try await house.database.write("UPDATE account_clock SET shelved_revision = NULL WHERE account_id = \(account)")
        try await isSound()
        // What one page wrote, no later one writes again.
        let pages = try await house.database.read(
            of: account,
            "SELECT count(DISTINCT xmin::text), count(*) FROM dav_resource WHERE account_id = \(account)")
        let (transactions, names) = try pages[0].decode((Int64, Int64).self)
        #expect(transactions >= 3 && names == 451, "\(transactions) \(names)")
    }

    /// Each kind is counted by itself.
    @Test func manyEventsAreNoLeaveToDeleteTasks() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        for number in 0..<60 {
            #expect(await client.put(work + "t\(number).ics", "UID:t\(number)", "SUMMARY:T").status == 201)
        }
        #expect(await client.putText(work + "e.ics", CalendarClient.event("e")).status == 201)
        try await house.database.write("UPDATE account_clock SET guests = 5000 WHERE account_id = \(account)")
        for number in 0..<50 { #expect(await client.call("DELETE", work + "t\(number).ics").status == 204) }
        #expect(await client.call("DELETE", work + "e.ics").status == 204)
        let refused = await client.call("DELETE", work + "t50.ics")
        #expect(refused.status == 403 && refused.text.contains("mass_delete_unconfirmed"))
    }

    /// Over whichever door a list goes, what is in it counts.
    @Test func aListFullOfEventsIsNotDeletedUnasked() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        for number in 0..<60 {
            #expect(await client.putText(work + "e\(number).ics", CalendarClient.event("e\(number)")).status == 201)
        }
        let list = try await list("work")
        let operation = """
            {"opId":"\(Identifier.random())","entity":"list","id":"\(list)","kind":"delete",\
            "at":"\(Instant.now().text)"}
            """
        let refused = await caller.post("/v1/sync", "{\"cursor\":null,\"ops\":[\(operation)]}")
        #expect(refused.statusAndCode == "409 mass_delete_unconfirmed", "\(refused.text)")
        #expect(refused.number("deletions") == 60 && refused.number("of") == 60)
        #expect(await caller.delete("/v1/lists/\(list)").statusAndCode == "409 mass_delete_unconfirmed")
        #expect(await client.call("GET", work + "e0.ics").status == 200)
        let meant = await caller.post("/v1/sync", "{\"cursor\":null,\"ops\":[\(operation)],\"confirmMassDelete\":true}")
        #expect(meant.status == 200, "\(meant.text)")
        #expect(await client.call("GET", work + "e0.ics").status == 404)
    }

    /// What is in a list that was deleted is kept for a while, and no more than that.
    @Test func aCalendarThatIsGoneIsNoLeaveToDeleteAnother() async throws {
        for name in ["gone", "work"] {
            let calendar = try await client.calendar(name, for: ["VEVENT"])
            for number in 0..<60 {
                let text = CalendarClient.event("e\(number)")
                #expect(await client.putText(calendar + "e\(number).ics", text).status == 201)
            }
        }
        let operation = """
            {"opId":"\(Identifier.random())","entity":"list","id":"\(try await list("gone"))","kind":"delete",\
            "at":"\(Instant.now().text)"}
            """
        let meant = await caller.post("/v1/sync", "{\"cursor\":null,\"ops\":[\(operation)],\"confirmMassDelete\":true}")
        #expect(meant.status == 200, "\(meant.text)")
        let work = try await list("work")
        let refused = await caller.delete("/v1/lists/\(work)")
        #expect(refused.statusAndCode == "409 mass_delete_unconfirmed" && refused.number("of") == 60, "\(refused.text)")
        #expect(await client.call("DELETE", client.home + "work/").status == 403)
        #expect(await client.call("GET", client.home + "work/e0.ics").status == 200)
        try await isSound()
    }

    @Test func whatIsDeletedTwiceIsCountedOnce() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        for name in ["a", "b"] {
            #expect(await client.putText(work + "\(name).ics", CalendarClient.event(name)).status == 201)
        }
        try await house.database.write(
            of: account, "UPDATE dav_guest SET deleted_at = now() WHERE account_id = \(account) AND uid = 'a'")
        try await house.database.write("UPDATE account_clock SET guests = 1 WHERE account_id = \(account)")
        #expect(await client.call("DELETE", work + "a.ics").status == 204)
        #expect(await client.call("GET", work + "b.ics").status == 200)
        try await isSound()
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

    /// A task may be about an event, and is no part of it.
    @Test func whatATaskSaysOfAnEventStays() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        #expect(await client.putText(work + "e.ics", CalendarClient.event("meeting")).status == 201)
        let put = await client.put(work + "t.ics", "UID:t", "SUMMARY:Slides", "RELATED-TO:meeting")
        #expect(put.status == 201)
        let rows = try await house.database.read(
            of: account,
            """
            SELECT task_id, EXISTS (SELECT 1 FROM dav_guest WHERE guest_id = task.parent_id) FROM task
            WHERE account_id = \(account)
            """)
        let (task, isOfAnEvent) = try rows[0].decode((Identifier, Bool).self)
        #expect(!isOfAnEvent)
        #expect(await caller.call("PATCH", "/v1/tasks/\(task)", #"{"title":"More slides"}"#).status == 200)
        let shown = await client.call("GET", work + "t.ics").text
        #expect(shown.contains("SUMMARY:More slides") && shown.contains("RELATED-TO:meeting"), "\(shown)")
    }

    @Test func aTaskThatAnAppPutAmongEventsIsCompletedThere() async throws {
        let events = try await client.calendar("events", for: ["VEVENT"])
        let list = try await list("events")
        let made = await caller.post("/v1/tasks", "{\"title\":\"Book a room\",\"listId\":\"\(list)\"}")
        let path = events + "\(made.string("id")).ics"
        let shown = await client.call("GET", path)
        #expect(shown.status == 200)
        let done = await client.putText(
            path,
            shown.text.replacing("END:VTODO", with: "STATUS:COMPLETED\r\nEND:VTODO").replacing(
                "STATUS:NEEDS-ACTION\r\n", with: ""))
        #expect(done.status == 204, "\(done.text)")
        #expect(await client.call("GET", path).text.contains("STATUS:COMPLETED"))
        #expect(await client.put(events + "new.ics", "UID:new").condition == "supported-calendar-component")
    }

    @Test func noMoveMakesAUIDStandTwiceInACalendar() async throws {
        let one = try await client.calendar("one", for: ["VTODO", "VEVENT"])
        let other = try await client.calendar("other", for: ["VTODO", "VEVENT"])
        // A task whose UID is its own identifier, which stands nowhere as a text.
        let id = Identifier(high: 0xAB, low: 1)
        #expect(await client.put(other + "t.ics", "UID:\(id)", "SUMMARY:T").status == 201)
        let event = CalendarClient.event(id.text)
        #expect(await client.putText(one + "e.ics", event).status == 201)
        let moved = await client.call("MOVE", one + "e.ics", nil, ["Destination": other + "e.ics"])
        #expect(moved.status == 409 && moved.condition == "no-uid-conflict", "\(moved.text)")
        let back = await client.call("MOVE", other + "t.ics", nil, ["Destination": one + "t.ics"])
        #expect(back.status == 409 && back.condition == "no-uid-conflict", "\(back.text)")
        try await isSound()
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
        let list = try await list("work")
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
        let part = await caller.get("/v1/export?format=json&deleted=true&since=\(since)").text
        #expect(part.contains("goes.ics") && part.contains("moved.ics") && !part.contains("stays.ics"), "\(part)")
    }

    /// What somebody has put into a list keeps it, be it a task or an event.
    @Test func aListStaysThoughItsMakingIsUndoneWhereEventsLieInIt() async throws {
        for isUsed in [true, false] {
            let name = isUsed ? "used" : "empty"
            let list = try await client.calendar(name, for: ["VTODO", "VEVENT"])
            let made = try await house.database.read(
                of: account,
                """
                SELECT op_id FROM change WHERE account_id = \(account) AND entity = 'list' AND created
                ORDER BY revision DESC LIMIT 1
                """)[0].decode(0, as: Identifier.self)
            if isUsed { #expect(await client.putText(list + "e.ics", CalendarClient.event("e")).status == 201) }
            let undone = await caller.post("/v1/history/\(made.text)/undo", "{}")
            let isKept = undone.text.contains(#""field":"deletedAt""#)
            #expect(undone.status == 200 && isKept == isUsed, "\(undone.text)")
            let there = await client.call("PROPFIND", list, nil, ["Depth": "0"])
            #expect(there.status == (isUsed ? 207 : 404))
        }
    }

    /// With what else it did, and none that stands in the way of what is there by now.
    @Test func whatAProgramDeletedComesBackWhenItIsTakenBack() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        let texts = (0..<3).map { CalendarClient.event("e\($0)", "SUMMARY:Event \($0)") }
        for number in 0..<3 {
            #expect(await client.putText(work + "e\(number).ics", texts[number]).status == 201)
        }
        #expect(await client.put(work + "t.ics", "UID:t", "SUMMARY:T").status == 201)
        let since = try await house.database.read(
            "SELECT revision FROM account_clock WHERE account_id = \(account)"
        )[0].decode(0, as: Int64.self)
        let token = await client.sync(work, from: "").syncToken
        for name in ["e0", "e1", "e2", "t"] {
            #expect(await client.call("DELETE", work + "\(name).ics").status == 204)
        }
        let again = CalendarClient.event("e2", "SUMMARY:Somebody else's")
        #expect(await client.putText(work + "other.ics", again).status == 201)
        let taken = await caller.post(
            "/v1/history/takeback", "{\"device\":\"\(try await device())\",\"since\":\(since)}")
        #expect(taken.status == 200, "\(taken.text)")
        for number in 0..<2 { #expect(await client.call("GET", work + "e\(number).ics").text == texts[number]) }
        #expect(await client.call("GET", work + "t.ics").status == 200)
        #expect(await client.call("GET", work + "e2.ics").status == 404)
        #expect(await client.call("GET", work + "other.ics").text == again)
        // Programs are told, in pages as well.
        var (cursor, told, pages) = (token, Set<String>(), 0)
        while pages < 20 {
            let page = await client.sync(work, from: cursor, limit: 1)
            told.formUnion(page.responses.filter { $0.status == nil }.map(\.href))
            (cursor, pages) = (page.syncToken, pages + 1)
            if !page.responses.contains(where: { $0.status == 507 }) { break }
        }
        #expect(told.isSuperset(of: [work + "e0.ics", work + "e1.ics", work + "other.ics", work + "t.ics"]))
        try await isSound()
    }

    /// A task has its UID by now.
    @Test func noEventComesBackBesideATaskOfItsUID() async throws {
        let work = try await client.calendar("work", for: ["VTODO", "VEVENT"])
        #expect(await client.putText(work + "e.ics", CalendarClient.event("e")).status == 201)
        for uid in ["t", "u"] {
            #expect(await client.put(work + "\(uid).ics", "UID:\(uid)", "SUMMARY:T").status == 201)
        }
        let since = try await house.database.read(
            "SELECT revision FROM account_clock WHERE account_id = \(account)"
        )[0].decode(0, as: Int64.self)
        for name in ["e", "u"] { #expect(await client.call("DELETE", work + "\(name).ics").status == 204) }
        try await house.database.write(
            of: account, "UPDATE dav_resource SET uid = 'e' WHERE account_id = \(account) AND uid = 't'")
        let taken = await caller.post(
            "/v1/history/takeback", "{\"device\":\"\(try await device())\",\"since\":\(since)}")
        #expect(taken.status == 200, "\(taken.text)")
        #expect(await client.call("GET", work + "u.ics").status == 200)
        #expect(await client.call("GET", work + "e.ics").status == 404)
    }

    /// However that came about, each of the two is written anew; a third is not taken.
    @Test func whereAUIDStandsTwiceEachIsEdited() async throws {
        let work = try await client.calendar("work", for: ["VEVENT"])
        for name in ["a", "b"] {
            #expect(await client.putText(work + "\(name).ics", CalendarClient.event(name)).status == 201)
        }
        for table in ["dav_guest", "dav_resource"] as [Query] {
            try await house.database.write(
                of: account, "UPDATE \(table) SET uid = 'a' WHERE account_id = \(account) AND uid = 'b'")
        }
        let again = CalendarClient.event("a", "SUMMARY:Again")
        for name in ["a", "b"] { #expect(await client.putText(work + "\(name).ics", again).status == 204) }
        #expect(await client.putText(work + "c.ics", again).status == 409)
        try await isSound()
    }

    /// Beside an older server nobody is to keep what that one does not know.
    @Test func eventsAreTakenWhereTheOperatorSaysSo() async throws {
        let house = try await openHouse()
        let client = await house.calendarClient()
        let refused = await client.makeCalendar("events", for: ["VEVENT"])
        #expect(refused.status == 403 && refused.condition == "supported-calendar-component")
        let mixed = try await client.calendar("mixed", for: ["VTODO", "VEVENT"])
        let event = await client.putText(mixed + "e.ics", CalendarClient.event("e"))
        #expect(event.status == 403 && event.condition == "supported-calendar-component")
        #expect(await client.put(mixed + "t.ics", "UID:t", "SUMMARY:T").status == 201)
    }

    private func list(_ segment: String) async throws -> Identifier {
        try await house.database.read(
            of: account,
            "SELECT list_id FROM dav_collection WHERE account_id = \(account) AND segment = \(segment)"
        )[0].decode(0)
    }

    private func device() async throws -> Identifier {
        try await house.database.read(
            of: account, "SELECT device_id FROM device WHERE account_id = \(account)"
        )[0].decode(0)
    }

    private func isSound() async throws {
        // What is asked of all calendars brings the names up to date, which are not looked at before.
        #expect(await client.find(client.home, "<S:getctag/>", depth: "1").status == 207)
        #expect(try await AccountCheck(house.ledger, account).run() == [])
    }
}

extension CalendarClient {
    static func event(_ uid: String, _ lines: String...) -> String { object("VEVENT", uid, lines) }

    static func object(_ component: String, _ uid: String, _ lines: [String]) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//Test//EN", "BEGIN:\(component)", "UID:\(uid)"] + lines
            + ["END:\(component)", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    func putText(_ path: String, _ text: String, _ fields: [String: String] = [:]) async -> Answer {
        await call("PUT", path, text, fields.merging(["Content-Type": "text/calendar"]) { $1 })
    }

    func makeCalendar(_ segment: String, for components: [String]) async -> Answer {
        let set = components.map { "<C:comp name=\"\($0)\"/>" }.joined()
        return await call(
            "MKCALENDAR", home + "\(segment)/",
            """
            <C:mkcalendar \(Self.prefixes)><D:set><D:prop><C:supported-calendar-component-set>\(set)\
            </C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>
            """)
    }

    /// The address of a new one.
    func calendar(_ segment: String, for components: [String]) async throws -> String {
        #expect(await makeCalendar(segment, for: components).status == 201)
        return home + "\(segment)/"
    }
}
