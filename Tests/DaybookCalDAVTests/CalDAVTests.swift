import DAV
import DaybookCore
import Foundation
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookCalDAV
@testable import DaybookHost
@testable import DaybookLedger
@testable import TestAccounts
@testable import TestService

/// The routes over sockets, on a server with its database.
@Suite(.closing) struct CalDAVTests {
    private let house: LiveHouse
    private let client: CalendarClient

    init() async throws {
        house = try await openHouse()
        client = await house.calendarClient()
    }

    @Test func aClientThatKnowsTheHostFindsItsCalendars() async throws {
        let lost = await CalendarClient(port: client.port, account: "", authorization: nil)
            .call("PROPFIND", "/.well-known/caldav")
        #expect(lost.status == 301 && lost.field("location") == "/dav/")
        let asked = await CalendarClient(port: client.port, account: "", authorization: nil).find("/dav/", "")
        #expect(asked.status == 401)
        #expect(asked.field("www-authenticate") == "Basic realm=\"Daybook\", charset=\"UTF-8\"")
        for path in ["/", "/dav", "/dav/"] {
            let root = await client.find(path, "<D:current-user-principal/>")
            let principal = root.property(.dav("current-user-principal"))?.first(.dav("href"))?.text
            #expect(principal == "/dav/p/\(client.account)/", "\(path) \(root.status) \(root.text)")
        }
        let principal = await client.find("/dav/p/\(client.account)/", "<C:calendar-home-set/><D:resourcetype/>")
        #expect(principal.property(.calDAV("calendar-home-set"))?.first(.dav("href"))?.text == client.home)
        let home = await client.find(client.home, "<D:resourcetype/><D:displayname/>", depth: "1")
        #expect(home.hrefs == [client.home, client.inbox])
        #expect(home.property(.dav("resourcetype"), at: client.inbox)?.first(.calDAV("calendar")) != nil)
    }

    /// Whoever asks first waits while the account's tasks are put into the calendar index, also where that is slow.
    @Test func theFirstQuestionOfALargeAccountIsAnswered() async throws {
        let house = try await openHouse(["DAYBOOK_UNCLAIMED_TASKS": "0"])
        let client = await house.calendarClient()
        let (account, count) = (try #require(Identifier(client.account)), Proofs.scale(gate: 500, proof: 2_000))
        for first in stride(from: 1, through: count, by: 500) {
            let operations = (0..<500).map { number in
                SyncOperation(
                    opId: .random(), id: .random(), at: HybridTime(.now(), device: account),
                    fields: [JSONMember("title", .string("Task \(first + number)"))])
            }
            _ = try await house.ledger.push(Push(operations: operations), to: account)
        }
        let asked = try await house.database.transaction { transaction in
            try await transaction.run("SELECT 1 FROM account_clock WHERE account_id = \(account) FOR UPDATE")
            let asked = Task { await client.sync(client.inbox, from: "", limit: 100) }
            try await eventually {
                try await !house.database.read(
                    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                ).isEmpty
            }
            try await transaction.run("SELECT pg_sleep(\(Proofs.scale(gate: 0.1, proof: 6.0)))")
            return asked
        }
        let answer = await asked.value
        #expect(answer.status == 207 && answer.hrefs.count == 101, "\(answer.status)")
    }

    @Test func anAppPasswordOpensCalendarsAndNothingElse() async throws {
        let begun = await house.caller.post("/v1/accounts", "{}")
        let owner = house.caller.with(begun.string("token"))
        let made = await owner.post("/v1/tokens", #"{"label":"Laptop","scope":"caldav"}"#)
        let password = made.string("token")
        #expect(made.status == 201 && !password.isEmpty, "\(made.text)")
        let basic = "Basic " + Data("anybody:\(password)".utf8).base64EncodedString()
        let client = CalendarClient(
            port: house.port, account: begun.string("account.id"), authorization: basic)
        #expect(await client.find(client.inbox, "<D:displayname/>").status == 207)
        #expect(await client.put(client.inbox + "a.ics", "UID:a", "SUMMARY:A").status == 201)
        #expect(await client.call("GET", "/v1/lists").status == 401)
        let reader = await owner.post("/v1/tokens", #"{"label":"Reader","scope":"read"}"#).string("token")
        let looking = CalendarClient(
            port: house.port, account: client.account, authorization: "Bearer \(reader)")
        #expect(await looking.call("GET", client.inbox + "a.ics").status == 200)
        #expect(await looking.call("DELETE", client.inbox + "a.ics").condition == "need-privileges")
    }

    @Test func anotherAccountsAddressesAreNobodys() async throws {
        let (owner, stranger) = (client, await house.calendarClient())
        #expect(await owner.put(owner.inbox + "a.ics", "UID:a", "SUMMARY:Canary").status == 201)
        for (method, body) in [
            ("PROPFIND", nil), ("GET", nil), ("DELETE", nil), ("MOVE", nil), ("MKCALENDAR", nil), ("OPTIONS", nil),
            ("PROPPATCH", "<propertyupdate xmlns=\"DAV:\"><set><prop><x/></prop></set></propertyupdate>"),
            ("REPORT", "<sync-collection xmlns=\"DAV:\"><sync-token/><prop/></sync-collection>"),
            ("PUT", "BEGIN:VCALENDAR"),
        ] as [(String, String?)] {
            for path in ["/dav/p/\(owner.account)/", owner.home, owner.inbox, owner.inbox + "a.ics"] {
                let answer = await stranger.call(
                    method, path, body, ["Destination": stranger.inbox + "a.ics", "Content-Type": "text/calendar"])
                #expect(
                    [404, 405].contains(answer.status) || method == "OPTIONS", "\(method) \(path) \(answer.status)")
                #expect(!answer.text.contains("Canary"))
            }
        }
        let multiget = await stranger.report(
            stranger.inbox, "C:calendar-multiget",
            "<D:prop><C:calendar-data/></D:prop><D:href>\(owner.inbox)a.ics</D:href>")
        #expect(multiget.responses.map(\.status) == [404] && !multiget.text.contains("Canary"))
        #expect(await owner.call("GET", owner.inbox + "a.ics").text.contains("Canary"))
    }

    @Test func aTaskIsPutReadChangedAndDeleted() async throws {
        let path = client.inbox + "milk%20%40home.ics"
        let put = await client.put(path, "UID:milk-1", "SUMMARY:Milk", "LOCATION:Shop & <co>", "X-ODD:1")
        #expect(put.status == 201)
        let tag = try #require(put.field("etag"))
        let got = await client.call("GET", path)
        #expect(got.field("etag") == tag && got.text.contains("X-ODD:1") && got.text.hasPrefix("BEGIN:VCALENDAR"))
        #expect(await client.call("GET", path, nil, ["If-None-Match": tag]).status == 304)
        let members = await client.find(client.inbox, "<D:getetag/>", depth: "1")
        #expect(members.hrefs == [client.inbox, path])
        #expect(members.property(.dav("getetag"), at: path)?.text == tag)
        let many = await client.report(
            client.inbox, "C:calendar-multiget",
            "<D:prop><D:getetag/><C:calendar-data/></D:prop><D:href>\(path)</D:href>"
                + "<D:href>\(client.inbox)no.ics</D:href>"
        )
        #expect(many.hrefs == [path, client.inbox + "no.ics"] && many.responses[1].status == 404)
        #expect(many.property(.calDAV("calendar-data"))?.text == got.text)
        #expect(await client.call("DELETE", path, nil, ["If-Match": "\"other\""]).status == 412)
        #expect(await client.call("DELETE", path, nil, ["If-Match": tag]).status == 204)
        #expect(await client.call("DELETE", path).status == 404)
        #expect(await client.call("GET", path).status == 404)
    }

    @Test func changesComeInPagesThatLeadOn() async throws {
        let empty = await client.sync(client.inbox, from: "")
        #expect(empty.status == 207 && empty.hrefs.isEmpty && empty.syncToken.hasPrefix("data:,daybook-1-"))
        for index in 0..<7 {
            #expect(await client.put(client.inbox + "t\(index).ics", "UID:t\(index)", "SUMMARY:\(index)").status == 201)
        }
        #expect(await client.call("DELETE", client.inbox + "t3.ics").status == 204)
        for start in ["", empty.syncToken] {
            var (token, union, pages): (String, Set<String>, Int) = (start, [], 0)
            while pages < 10 {
                let page = await client.sync(client.inbox, from: token, limit: 3, data: true)
                #expect(page.status == 207)
                pages += 1
                for response in page.responses where response.href != client.inbox {
                    if response.status == 404 { union.remove(response.href) } else { union.insert(response.href) }
                }
                token = page.syncToken
                guard page.responses.contains(where: { $0.href == client.inbox && $0.status == 507 }) else { break }
            }
            #expect(pages == 3 || pages == 2, "\(pages)")
            #expect(union == Set((0..<7).filter { $0 != 3 }.map { client.inbox + "t\($0).ics" }))
            let nothing = await client.sync(client.inbox, from: token)
            #expect(nothing.status == 207 && nothing.hrefs.isEmpty && nothing.syncToken == token)
        }
        for wrong in ["x", "data:,daybook-1-zzz-0-1", empty.syncToken + "999999"] {
            let refused = await client.sync(client.inbox, from: wrong)
            #expect(refused.status == 403 && refused.condition == "valid-sync-token")
        }
    }

    @Test func aChangeInOneCalendarWakesNobodyElse() async throws {
        let work = client.home + "work/"
        let body = """
            <C:mkcalendar \(CalendarClient.prefixes)><D:set><D:prop><D:displayname>Work &amp; co</D:displayname>
            <A:calendar-color>#ff8800FF</A:calendar-color><C:calendar-description>d</C:calendar-description>
            </D:prop></D:set></C:mkcalendar>
            """
        #expect(await client.call("MKCALENDAR", work, body).status == 201)
        #expect(await client.call("MKCALENDAR", work, body).status == 405)
        let made = await client.find(
            work, "<D:displayname/><A:calendar-color/><C:calendar-description/><S:getctag/><D:sync-token/>")
        #expect(made.property(.dav("displayname"))?.text == "Work & co")
        #expect(made.property(Name(.apple, "calendar-color"))?.text == "#ff8800FF")
        #expect(made.property(.calDAV("calendar-description"))?.text == "d")
        let before = await client.find(work, "<S:getctag/>").property(Name(.calendarServer, "getctag"))?.text
        #expect(await client.put(client.inbox + "a.ics", "UID:a", "SUMMARY:A").status == 201)
        #expect(await client.find(work, "<S:getctag/>").property(Name(.calendarServer, "getctag"))?.text == before)
        let moved = await client.call("MOVE", client.inbox + "a.ics", nil, ["Destination": work + "b.ics"])
        #expect(moved.status == 201)
        #expect(await client.call("GET", client.inbox + "a.ics").status == 404)
        #expect(await client.call("GET", work + "b.ics").text.contains("UID:a"))
        #expect(await client.call("DELETE", work).status == 204)
        #expect(await client.call("GET", work + "b.ics").status == 404)
        #expect(await client.call("DELETE", client.inbox).status == 403)
    }

    @Test func aQueryFindsWhatItsFilterSays() async throws {
        #expect(await client.put(client.inbox + "a.ics", "UID:a", "SUMMARY:Milk", "DUE:20261201T100000Z").status == 201)
        #expect(
            await client.put(
                client.inbox + "b.ics", "UID:b", "SUMMARY:Bread", "STATUS:COMPLETED", "COMPLETED:20261101T100000Z"
            ).status == 201)
        func found(_ inner: String) async -> [String] {
            await client.report(
                client.inbox, "C:calendar-query",
                "<D:prop><D:getetag/></D:prop><C:filter>"
                    + "<C:comp-filter name=\"VCALENDAR\">\(inner)</C:comp-filter></C:filter>"
            ).hrefs.map { String($0.dropFirst(client.inbox.count)) }
        }
        func todo(_ inner: String) -> String { "<C:comp-filter name=\"VTODO\">\(inner)</C:comp-filter>" }
        #expect(await found(todo("")) == ["a.ics", "b.ics"])
        #expect(await found("<C:comp-filter name=\"VEVENT\"/>") == [])
        #expect(
            await found(todo("<C:prop-filter name=\"COMPLETED\"><C:is-not-defined/></C:prop-filter>")) == ["a.ics"])
        #expect(
            await found(todo("<C:prop-filter name=\"SUMMARY\"><C:text-match>bread</C:text-match></C:prop-filter>"))
                == ["b.ics"])
        #expect(
            await found(todo("<C:time-range start=\"20261130T000000Z\" end=\"20261202T000000Z\"/>")).contains("a.ics"))
        let unknown = await client.report(
            client.inbox, "C:calendar-query",
            "<C:filter><C:comp-filter name=\"VCALENDAR\"><C:odd/></C:comp-filter></C:filter>")
        #expect(unknown.status == 403 && unknown.condition == "supported-filter")
    }

    @Test func whatHurtsIsRefusedSoon() async throws {
        _ = await client.find(client.inbox, "<D:getetag/>")
        let bomb = "<!DOCTYPE b [<!ENTITY a \"aaaa\">]><propfind xmlns=\"DAV:\"><prop><b>&a;</b></prop></propfind>"
        // Each is asked of each occurrence of each task.
        let filters = String(repeating: "<C:prop-filter name=\"X-A\"><C:is-not-defined/></C:prop-filter>", count: 20)
        let many = await client.report(
            client.inbox, "C:calendar-query",
            "<C:filter><C:comp-filter name=\"VCALENDAR\"><C:comp-filter name=\"VTODO\">\(filters)</C:comp-filter>"
                + "</C:comp-filter></C:filter>")
        #expect(many.status == 403 && many.condition == "supported-filter")
        // HostileXMLTests says how soon.
        let refused = await client.call("PROPFIND", client.inbox, bomb, ["Depth": "0"])
        #expect(refused.status == 403 && refused.condition == "no-external-entities")
        #expect(
            await client.call("PROPFIND", client.inbox, nil, ["Depth": "infinity"]).condition == "propfind-finite-depth"
        )
        let long = "<propfind xmlns=\"DAV:\"><prop>" + String(repeating: "<a/>", count: 80_000) + "</prop></propfind>"
        #expect(await client.call("PROPFIND", client.inbox, long).status == 413)
        #expect(await client.call("LOCK", client.inbox).status == 405)
        #expect(
            await client.call("PUT", client.inbox + "e.ics", "x", ["Content-Type": "text/plain"]).condition
                == "supported-calendar-data")
        #expect(await client.put(client.home + "nowhere/a.ics", "UID:a").status == 409)
    }
}
