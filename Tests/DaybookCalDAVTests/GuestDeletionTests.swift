import DaybookCore
import DaybookStore
import Foundation
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import TestAccounts
@testable import TestService

/// How many events go at once before somebody is asked, and how they are counted for it.
@Suite(.closing) struct GuestDeletionTests {
    private let house: GuestHouse
    private let client: CalendarClient

    init() async throws {
        house = try await GuestHouse.open()
        client = house.client
    }

    private var account: Identifier { house.account }

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
        let list = try await house.list("work")
        let operation = """
            {"opId":"\(Identifier.random())","entity":"list","id":"\(list)","kind":"delete",\
            "at":"\(Instant.now().text)"}
            """
        let refused = await house.caller.post("/v1/sync", "{\"cursor\":null,\"ops\":[\(operation)]}")
        #expect(refused.statusAndCode == "409 mass_delete_unconfirmed", "\(refused.text)")
        #expect(refused.number("deletions") == 60 && refused.number("of") == 60)
        #expect(await house.caller.delete("/v1/lists/\(list)").statusAndCode == "409 mass_delete_unconfirmed")
        #expect(await client.call("GET", work + "e0.ics").status == 200)
        let meant = await house.caller.post(
            "/v1/sync", "{\"cursor\":null,\"ops\":[\(operation)],\"confirmMassDelete\":true}")
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
            {"opId":"\(Identifier.random())","entity":"list","id":"\(try await house.list("gone"))","kind":"delete",\
            "at":"\(Instant.now().text)"}
            """
        let meant = await house.caller.post(
            "/v1/sync", "{\"cursor\":null,\"ops\":[\(operation)],\"confirmMassDelete\":true}")
        #expect(meant.status == 200, "\(meant.text)")
        let work = try await house.list("work")
        let refused = await house.caller.delete("/v1/lists/\(work)")
        #expect(refused.statusAndCode == "409 mass_delete_unconfirmed" && refused.number("of") == 60, "\(refused.text)")
        #expect(await client.call("DELETE", client.home + "work/").status == 403)
        #expect(await client.call("GET", client.home + "work/e0.ics").status == 200)
        try await house.isSound()
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
        try await house.isSound()
    }
}
