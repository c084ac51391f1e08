import DaybookClient
import TestPostgres
import TestWire
import Testing

/// The server behind PgBouncer as Debian has it.
@Suite(.closing) struct PoolerTests {
    private func sentence(_ settings: [String: String]) async throws -> String {
        let run = try await Program.run("daybook", ["serve", "--migrate"], settings)
        #expect(run.code == 78, "\(run.complaints)")
        return run.complaints
    }

    @Test func serveRefusesWhatWouldLoseStatementsOrNotifications() async throws {
        let server = try await onThread { try TestPostgres() }
        let pooler = try TestPooler(before: server, .transaction)
        let direct = try server.freshDatabase()
        var settings = ["DAYBOOK_LISTEN": "127.0.0.1:0", "DAYBOOK_DATABASE_URL": pooler.url(direct)]
        let lost = try await sentence(settings)
        #expect(lost.contains("loses prepared statements") && lost.contains("DAYBOOK_DATABASE_STATEMENTS=unnamed"))
        settings["DAYBOOK_DATABASE_STATEMENTS"] = "unnamed"
        #expect(try await sentence(settings).contains("set DAYBOOK_LIVE_DATABASE_URL to an address"))
        settings["DAYBOOK_LIVE_DATABASE_URL"] = pooler.url(direct)
        #expect(try await sentence(settings).contains("DAYBOOK_LIVE_DATABASE_URL leads to a pooler"))
        let tables = try server.query(
            "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", database: server.name(of: direct))
        #expect(tables == [["0"]], "something was done before the refusal")
    }

    @Test func twoProcessesServeThroughAPooler() async throws {
        let server = try await onThread { try TestPostgres() }
        let pooler = try TestPooler(before: server, .transaction)
        let direct = try server.freshDatabase()
        let settings = ["DAYBOOK_DATABASE_STATEMENTS": "unnamed", "DAYBOOK_LIVE_DATABASE_URL": direct]
        let first = try await API.serving(pooler.url(direct), settings)
        let second = try await API.serving(pooler.url(direct), settings)
        let phone = try Notebook(folder: Home().notebook)
        try await phone.begin(
            on: try first.address, deviceName: "phone", timeZone: "Europe/Berlin")
        let (account, stranger) = (try await first.newAccount(), try await second.newAccount())
        try await atOnce([(first, account.token), (second, account.token), (second, stranger.token)]) { (api, token) in
            for number in 0..<40 {
                let made = try await api.ask(
                    "POST", "/v1/tasks", token: token, "{\"title\":\"Task \(number)\"}")
                #expect(made.status == 201)
            }
        }
        for (api, token, count) in [
            (first, account.token, 80), (second, account.token, 80), (first, stranger.token, 40),
        ] {
            let sync = try await api.ask("POST", "/v1/sync", token: token, #"{"cursor":null,"ops":[]}"#)
            #expect(sync.json["changes"]["tasks"].list.count == count)
        }
        try await phone.add("through the pooler")
        #expect(await phone.sync().trouble == nil)
        let checked = try await Program.run("daybook", ["check"], ["DAYBOOK_DATABASE_URL": pooler.url(direct)])
        #expect(checked.code == 0, "\(checked.complaints)")
    }
}
