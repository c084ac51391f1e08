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

/// Events where a change of a list is undone, and where what a program did is taken back.
@Suite(.closing) struct GuestReturnTests {
    private let house: GuestHouse
    private let client: CalendarClient

    init() async throws {
        house = try await GuestHouse.open()
        client = house.client
    }

    private var account: Identifier { house.account }

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
        let undone = await house.caller.post("/v1/history/\(deletion)/undo", "{}")
        #expect(undone.status == 200, "\(undone.text)")
        let back = await client.call("GET", work + "a.ics")
        #expect(back.text == text && back.field("etag") == tag)
        let since = await client.sync(work, from: token)
        #expect(since.status == 207 && !since.responses.contains { $0.href == work + "a.ics" && $0.status == 404 })
        try await house.isSound()
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
            let undone = await house.caller.post("/v1/history/\(made.text)/undo", "{}")
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
        let taken = await house.caller.post(
            "/v1/history/takeback", "{\"device\":\"\(try await house.device())\",\"since\":\(since)}")
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
        try await house.isSound()
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
        let taken = await house.caller.post(
            "/v1/history/takeback", "{\"device\":\"\(try await house.device())\",\"since\":\(since)}")
        #expect(taken.status == 200, "\(taken.text)")
        #expect(await client.call("GET", work + "u.ics").status == 200)
        #expect(await client.call("GET", work + "e.ics").status == 404)
    }
}
