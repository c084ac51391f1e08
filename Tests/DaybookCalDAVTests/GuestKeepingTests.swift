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

/// Events and journals, which a calendar keeps as they came where it was made for them, over sockets.
@Suite(.closing) struct GuestKeepingTests {
    private let house: GuestHouse
    private let client: CalendarClient

    init() async throws {
        house = try await GuestHouse.open()
        client = house.client
    }

    private var account: Identifier { house.account }

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
        try await house.isSound()
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
        try await house.isSound()
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
        try await house.isSound()
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
        try await house.isSound()
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
        #expect(await house.caller.call("PATCH", "/v1/tasks/\(task)", #"{"title":"More slides"}"#).status == 200)
        let shown = await client.call("GET", work + "t.ics").text
        #expect(shown.contains("SUMMARY:More slides") && shown.contains("RELATED-TO:meeting"), "\(shown)")
    }

    @Test func aTaskThatAnAppPutAmongEventsIsCompletedThere() async throws {
        let events = try await client.calendar("events", for: ["VEVENT"])
        let list = try await house.list("events")
        let made = await house.caller.post("/v1/tasks", "{\"title\":\"Book a room\",\"listId\":\"\(list)\"}")
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
}
