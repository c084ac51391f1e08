import Foundation
import TestPostgres
import TestWire
import Testing

/// A server that is killed when a PUT is committed and its program has not heard of it.
@Suite(.closing) struct KilledPutTests {
    @Test func whatWasCommittedIsDoneOnceAndHasATag() async throws {
        let url = try await migratedDatabase.copy()
        var api = try await API.serving(url)
        let anna = try await api.newAccount()
        let body = """
            BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN\r\n\
            BEGIN:VTODO\r\nUID:milk@example.org\r\nDTSTAMP:20261124T100000Z\r\nSUMMARY:Milk\r\nEND:VTODO\r\n\
            END:VCALENDAR\r\n
            """
        let path = "/dav/c/\(anna.account)/inbox/milk.ics"
        let put = requestText(
            "PUT", path, token: anna.token, fields: "If-None-Match: *\r\n", type: "text/calendar", body)
        let client = try #require(Client(api.port))
        client.send(put)
        // Committed; whatever was answered is never read.
        let other = api
        await eventually {
            (try? await other.ask("GET", "/v1/account", token: anna.token))?.json["counts"]["tasks"].number == 1
        }
        api.program.signal(SIGKILL)
        _ = await api.program.end()
        api = try await .serving(url)
        let again = try #require(Client(api.port))
        again.send(put)
        let answer = try #require(await again.receive())
        #expect(answer.status == 201 && answer.head.lowercased().contains("\r\netag: \""))
        #expect(try await api.ask("GET", "/v1/account", token: anna.token).json["counts"]["tasks"].number == 1)
        let kept = try await api.ask("GET", path, token: anna.token)
        #expect(kept.status == 200 && kept.field("etag") == answer.field("etag"))
    }
}
