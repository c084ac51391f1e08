import DAV
import TestPostgres
import Testing

@testable import DaybookCalDAV
@testable import TestAccounts
@testable import TestService

/// What programs say of calendars themselves: their properties, places, colors, and what is in them.
@Suite(.closing) struct CollectionTests {
    private let house: LiveHouse
    private let client: CalendarClient

    init() async throws {
        house = try await openHouse()
        client = await house.calendarClient()
    }

    @Test func propertiesAreSetAllOrNone() async throws {
        func patch(_ inner: String) async -> CalendarClient.Answer {
            await client.call(
                "PROPPATCH", client.inbox, "<D:propertyupdate \(CalendarClient.prefixes)>\(inner)</D:propertyupdate>")
        }
        let refused = await patch("<D:set><D:prop><x xmlns=\"urn:x\">1</x><D:getetag>2</D:getetag></D:prop></D:set>")
        #expect(refused.status == 207 && refused.text.contains("424") && refused.text.contains("403"))
        #expect(await client.find(client.inbox, "<x xmlns=\"urn:x\"/>").property(Name(.other("urn:x"), "x")) == nil)
        let set = await patch(
            "<D:set><D:prop><x xmlns=\"urn:x\">1<y/></x><A:calendar-order>3</A:calendar-order></D:prop></D:set>")
        #expect(set.responses.first?.found.count == 2, "\(set.text)")
        let kept = await client.find(client.inbox, "<x xmlns=\"urn:x\"/><A:calendar-order/>")
        #expect(kept.property(Name(.other("urn:x"), "x"))?.text == "1")
        #expect(kept.property(Name(.apple, "calendar-order"))?.text == "3")
        _ = await patch("<D:remove><D:prop><x xmlns=\"urn:x\"/></D:prop></D:remove>")
        #expect(await client.find(client.inbox, "<x xmlns=\"urn:x\"/>").property(Name(.other("urn:x"), "x")) == nil)
    }

    /// Clients number calendars one by one; what the user moves afterwards has another number.
    @Test func calendarsStandWhereClientsNumberThem() async throws {
        func number(_ segment: String, _ number: Int, _ method: String = "PROPPATCH") async {
            let set = "<D:set><D:prop><A:calendar-order>\(number)</A:calendar-order></D:prop></D:set>"
            let name = method == "MKCALENDAR" ? "C:mkcalendar" : "D:propertyupdate"
            let body = "<\(name) \(CalendarClient.prefixes)>\(set)</\(name)>"
            let status = await client.call(method, client.home + "\(segment)/", body).status
            #expect(status == (method == "MKCALENDAR" ? 201 : 207))
        }
        func order() async -> [String] {
            await client.find(client.home, "<A:calendar-order/>", depth: "1").responses.dropFirst(2).map { response in
                let segment = response.href.dropFirst(client.home.count).dropLast()
                return "\(segment) \(response.found.first?.text ?? "-")"
            }
        }
        for segment in ["a", "b", "c"] {
            _ = await client.call("MKCALENDAR", client.home + "\(segment)/")
        }
        #expect(await order() == ["a 1", "b 2", "c 3"])
        await number("d", 2, "MKCALENDAR")
        #expect(await order() == ["a 1", "d 2", "b 3", "c 4"])
        for (place, segment) in ["c", "b", "a", "d"].enumerated() { await number(segment, (place + 1) * 10) }
        #expect(await order() == ["c 10", "b 20", "a 30", "d 40"])
        let one = await client.find(client.home + "b/", "<A:calendar-order/>")
        #expect(one.property(Name(.apple, "calendar-order"))?.text == "20")
        let refused = await client.call(
            "PROPPATCH", client.home + "b/",
            "<D:propertyupdate \(CalendarClient.prefixes)><D:set><D:prop><A:calendar-order>first</A:calendar-order>"
                + "<A:calendar-color symbolic-color=\"blue\">#0000FFFF</A:calendar-color></D:prop></D:set>"
                + "</D:propertyupdate>")
        #expect(refused.text.contains("409") && refused.text.contains("424"))
    }

    /// List by list is no way around the guard.
    @Test func listsCountWithWhatIsInThem() async throws {
        for (segment, count) in [("a", 30), ("b", 30), ("c", 45)] {
            let list = client.home + "\(segment)/"
            #expect(await client.call("MKCALENDAR", list).status == 201)
            for number in 0..<count {
                let uid = "\(segment)\(number)"
                #expect(await client.put(list + "\(uid).ics", "UID:\(uid)", "SUMMARY:\(uid)").status == 201)
            }
        }
        #expect(await client.call("DELETE", client.home + "a/").status == 204)
        let refused = await client.call("DELETE", client.home + "b/")
        #expect(refused.status == 403 && refused.text.contains("mass_delete_unconfirmed"))
        #expect(await client.call("GET", client.home + "b/b7.ics").status == 200)
    }

    @Test func aColorIsSaidAsTheClientSaidIt() async throws {
        let work = client.home + "work/"
        #expect(await client.call("MKCALENDAR", work).status == 201)
        for color in [
            "<A:calendar-color symbolic-color=\"blue\">#1BADF8FF</A:calendar-color>",
            "<A:calendar-color>green</A:calendar-color>",
        ] {
            let set = "<D:set><D:prop>\(color)</D:prop></D:set>"
            let body = "<D:propertyupdate \(CalendarClient.prefixes)>\(set)</D:propertyupdate>"
            #expect(await client.call("PROPPATCH", work, body).status == 207)
            #expect(await client.find(work, "<A:calendar-color/>").text.contains(color))
        }
        let lists = await house.caller.with(String(client.authorization?.dropFirst(7) ?? "")).get("/v1/lists")
        #expect(lists.text.contains("#008000"), "\(lists.text)")
    }
}
