import Foundation
import TestPostgres
import Testing

/// A calendar that others can read and nobody can guess.
@Suite(.closing) struct FeedTests {
    private let api: API
    private let token: String

    init() async throws { (api, token) = try await API.withAccount() }

    private struct Page {
        let status: Int
        let head: String
        let lines: [String]
        /// The lines between a component's begin and end, one array each.
        func components(_ name: String) -> [[String]] {
            var found: [[String]] = []
            var open: [String]?
            for line in lines {
                if line == "BEGIN:\(name)" {
                    open = []
                } else if line == "END:\(name)" {
                    open.map { found.append($0) }
                    open = nil
                } else {
                    open?.append(line)
                }
            }
            return found
        }
    }

    /// As HTTP/1.0, whose answers end with the connection.
    private func read(_ api: API, _ path: String, _ fields: String = "") async throws -> Page {
        let client = try #require(Client(api.port))
        client.send("GET \(path) HTTP/1.0\r\nHost: localhost\r\n\(fields)\r\n")
        let answer = try #require(await client.bytes { _ in false })
        let end = try #require(answer.range(of: "\r\n\r\n"))
        let body = answer[end.upperBound...].replacingOccurrences(of: "\r\n ", with: "")
        return Page(
            status: Int(answer.dropFirst(9).prefix(3)) ?? 0, head: String(answer[..<end.lowerBound]),
            lines: body.components(separatedBy: "\r\n"))
    }

    /// By a name that the server knows as its own: its addresses begin with it.
    private func ask(_ api: API, _ token: String, _ body: String) async throws -> API.Answer {
        try await api.ask("POST", "/v1/feeds", token: token, body, host: "localhost:\(api.port)")
    }

    private func make(_ api: API, _ token: String, _ body: String) async throws -> (id: String, path: String) {
        let answer = try await ask(api, token, body)
        try #require(answer.status == 201)
        let address = try #require(answer.json["address"].text)
        let base = "http://localhost:\(api.port)"
        try #require(address.hasPrefix(base))
        return (try #require(answer.json["id"].text), String(address.dropFirst(base.count)))
    }

    @Test func aCalendarShowsWhatHasADate() async throws {
        let token = try await api.newAccount(#"{"timeZone":"UTC"}"#).token
        for body in [
            #"{"title":"Dated, with; signs","scheduledDate":"2030-01-31","notes":"Two\nlines"}"#,
            #"{"title":"Due","dueAt":"2030-02-01T09:30:00Z"}"#, #"{"title":"Neither"}"#,
            #"{"title":"Done","scheduledDate":"2030-03-01","state":"completed"}"#,
        ] { #expect(try await api.ask("POST", "/v1/tasks", token: token, body).status == 201) }
        let feed = try await make(api, token, #"{"label":"My days"}"#)
        let page = try await read(api, feed.path)
        #expect(page.status == 200)
        #expect(page.head.lowercased().contains("content-type: text/calendar"))
        #expect(page.lines.first == "BEGIN:VCALENDAR" && page.lines.contains("X-WR-CALNAME:My days"))
        let events = page.components("VEVENT")
        try #require(events.count == 3)
        #expect(events[0].contains("SUMMARY:Dated\\, with\\; signs"))
        #expect(
            events[0].contains("DTSTART;VALUE=DATE:20300131") && events[0].contains("DTEND;VALUE=DATE:20300201"))
        #expect(events[0].contains("DESCRIPTION:Two\\nlines"))
        #expect(events[1].contains("DTSTART:20300201T093000Z"))
        #expect(events[2].contains("SUMMARY:✓ Done"))
        let todos = page.components("VTODO")
        try #require(todos.count == 3)
        #expect(todos[1].contains("DUE:20300201T093000Z") && todos[2].contains("STATUS:COMPLETED"))
    }

    @Test func aPollCostsLittleAndAChangeIsSeen() async throws {
        let feed = try await make(api, token, #"{"label":"Days"}"#)
        let first = try await read(api, feed.path)
        let tag = try #require(first.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag:") })
        let held = "If-None-Match:\(tag.dropFirst(5))\r\n"
        #expect(try await read(api, feed.path, held).status == 304)
        let body = #"{"title":"New","scheduledDate":"2030-01-01"}"#
        #expect(try await api.ask("POST", "/v1/tasks", token: token, body).status == 201)
        let second = try await read(api, feed.path, held)
        #expect(second.status == 200 && second.components("VEVENT").count == 1)
        let listed = try await api.ask("GET", "/v1/feeds", token: token)
        #expect(listed.json["feeds"].list.count == 1 && listed.json["feeds"].list[0]["lastReadAt"].text != nil)
        #expect(!"\(listed.json)".contains("feed_"), "the address is told once")
    }

    @Test func aFeedOfASavedFilterHoldsWhatItFinds() async throws {
        let list = try await api.ask(
            "POST", "/v1/lists", token: token, #"{"name":"First","filter":"priority:1 open"}"#)
        let id = try #require(list.json["id"].text)
        for body in [
            #"{"title":"Found","scheduledDate":"2030-01-01","priority":1}"#,
            #"{"title":"Not found","scheduledDate":"2030-01-01"}"#,
            #"{"title":"Due","dueAt":"2030-01-01T00:00:00Z","priority":1}"#,
        ] { #expect(try await api.ask("POST", "/v1/tasks", token: token, body).status == 201) }
        let feed = try await make(api, token, #"{"label":"First","listId":"\#(id)"}"#)
        let page = try await read(api, feed.path)
        #expect(page.components("VEVENT").count == 2 && !page.lines.contains("SUMMARY:Not found"))
        let tag = try #require(page.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag:") })
        #expect(try await read(api, feed.path, "If-None-Match:\(tag.dropFirst(5))\r\n").status == 304)
        let broken = #"{"filter":"list:Nowhere"}"#
        #expect(try await api.ask("PATCH", "/v1/lists/\(id)", token: token, broken).status == 200)
        #expect(try await read(api, feed.path).status == 422)
    }

    @Test func aFeedOfAListHoldsNothingElse() async throws {
        let list = try await api.ask("POST", "/v1/lists", token: token, #"{"name":"Home"}"#)
        let id = try #require(list.json["id"].text)
        for body in [
            #"{"title":"In it","scheduledDate":"2030-01-01","listId":"\#(id)"}"#,
            #"{"title":"Not in it","scheduledDate":"2030-01-01"}"#,
        ] { #expect(try await api.ask("POST", "/v1/tasks", token: token, body).status == 201) }
        let feed = try await make(api, token, #"{"label":"Home","listId":"\#(id)"}"#)
        let page = try await read(api, feed.path)
        #expect(page.components("VTODO").count == 1 && page.lines.contains("SUMMARY:In it"))
        let unknown = #"{"label":"X","listId":"00000000-0000-4000-8000-000000000000"}"#
        #expect(try await ask(api, token, unknown).status == 422)
    }

    /// Whoever was in may have made one, and it would be a window that nobody sees.
    @Test func allEndWhereOthersAreSentAway() async throws {
        let claim = #"{"email":"anna@example.org","password":"seven bells and a whistle"}"#
        #expect(try await api.ask("POST", "/v1/account/claim", token: token, claim).status == 201)
        let thief = try await api.ask("POST", "/v1/tokens", token: token, #"{"label":"Phone","scope":"full"}"#)
        let device = try #require(thief.json["device"]["id"].text)
        let left = try await make(api, try #require(thief.json["token"].text), #"{"label":"Days"}"#)
        let others = try await make(api, try await api.newAccount().token, #"{"label":"Theirs"}"#)
        // Nobody can tell whose a feed is, so one device leaves them.
        #expect(try await api.ask("DELETE", "/v1/devices/\(device)", token: token).status == 204)
        #expect(try await read(api, left.path).status == 200)
        let ended = try await api.ask("DELETE", "/v1/devices/others", token: token)
        #expect(ended.json["revoked"].number == 0 && ended.json["feeds"].number == 1, "\(ended)")
        #expect(try await read(api, left.path).status == 404)
        // So it is with a password that ends other sessions, and not with one that does not.
        let again = try await make(api, token, #"{"label":"Days"}"#)
        let change = #"{"password":"seven bells and a whistle","newPassword":"eight bells and no whistle""#
        #expect(try await api.ask("PUT", "/v1/account/password", token: token, change + "}").status == 204)
        #expect(try await read(api, again.path).status == 200)
        let ending =
            #"{"password":"eight bells and no whistle","newPassword":"nine bells and a gong","endOtherSessions":true}"#
        #expect(try await api.ask("PUT", "/v1/account/password", token: token, ending).status == 204)
        #expect(try await read(api, again.path).status == 404)
        #expect(try await read(api, others.path).status == 200)
    }

    @Test func whoeverHasNoAddressReadsNothing() async throws {
        let (mine, others) = (try await api.newAccount().token, try await api.newAccount().token)
        let feed = try await make(api, mine, #"{"label":"Mine"}"#)
        let theirs = try await make(api, others, #"{"label":"Theirs"}"#)
        // My feed's number with another's secret, a letter changed, no secret at all, and a token.
        let (half, end) = (feed.path.count / 2, feed.path.count - 8)
        for path in [
            String(feed.path.prefix(half) + theirs.path.dropFirst(half)),
            String(feed.path.prefix(end)) + (feed.path.dropFirst(end).first == "A" ? "B" : "A")
                + feed.path.dropFirst(end + 1), "/feeds/feed_.ics", "/feeds/\(mine).ics", "/feeds/x",
        ] { #expect(try await read(api, path).status == 404, "\(path)") }
        #expect(try await api.ask("DELETE", "/v1/feeds/\(feed.id)", token: others).status == 404)
        #expect(try await read(api, feed.path).status == 200)
        #expect(try await api.ask("DELETE", "/v1/feeds/\(feed.id)", token: mine).status == 204)
        #expect(try await read(api, feed.path).status == 404)
        #expect(try await read(api, theirs.path).status == 200)
    }

    @Test func aDisabledAccountShowsNothing() async throws {
        let url = try await migratedDatabase.copy()
        let api = try await API.serving(url)
        let feed = try await make(api, try await api.newAccount().token, #"{"label":"Mine"}"#)
        func set(_ disabledAt: String) throws {
            try TestPostgres.shared.execute(
                "UPDATE account SET disabled_at = \(disabledAt)", database: TestPostgres.shared.name(of: url))
        }
        #expect(try await read(api, feed.path).status == 200)
        try set("now()")
        #expect(try await read(api, feed.path).status == 404)
        try set("NULL")
        #expect(try await read(api, feed.path).status == 200)
    }

    @Test func anAccountHasSoManyFeedsAndTheyGoWithIt() async throws {
        let url = try await migratedDatabase.copy()
        let api = try await API.serving(url)
        let (account, _, token) = try await api.newAccount()
        var paths: [String] = []
        for number in 0..<20 { paths.append(try await make(api, token, #"{"label":"\#(number)"}"#).path) }
        let more = try await ask(api, token, #"{"label":"One more"}"#)
        #expect(more.status == 409 && more.json["code"].text == "too_many_feeds")
        let (restricted) = try await api.ask(
            "POST", "/v1/tokens", token: token, #"{"label":"Reader","scope":"read"}"#)
        let reader = try #require(restricted.json["token"].text)
        #expect(try await api.ask("GET", "/v1/feeds", token: reader).status == 403)
        let confirmed = #"{"confirm":"\#(account)"}"#
        #expect(try await api.ask("DELETE", "/v1/account", token: token, confirmed).status == 200)
        #expect(try await read(api, paths[0]).status == 404)
    }

    /// More than a page, tasks of one date among them: each is told once.
    @Test func aLongFeedIsWhole() async throws {
        for batch in 0..<3 {
            let items = (0..<400).map { number in
                let day = number % 3 == 0 ? "2030-01-01" : "2030-01-1\(number % 9)"
                return #"{"action":"create","fields":{"title":"\#(batch)-\#(number)","scheduledDate":"\#(day)"}}"#
            }
            let body = #"{"tasks":[\#(items.joined(separator: ","))]}"#
            #expect(try await api.ask("POST", "/v1/tasks/batch", token: token, body).status == 200)
        }
        let feed = try await make(api, token, #"{"label":"Long"}"#)
        let page = try await read(api, feed.path)
        let titles = page.components("VTODO").compactMap { $0.first { $0.hasPrefix("SUMMARY:") } }
        #expect(titles.count == 1200 && Set(titles).count == 1200)
        #expect(page.lines.dropLast().last == "END:VCALENDAR")
    }
}
