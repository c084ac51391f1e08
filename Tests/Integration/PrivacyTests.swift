import Foundation
import TestPostgres
import TestWire
import Testing

@Suite(.closing) struct PrivacyTests {
    /// Whatever a client sends, in whichever place, is not in the log, at its most talkative and with failures.
    @Test func nothingAClientSendsReachesTheLog() async throws {
        let postgres = try await onThread { try TestPostgres() }
        let secret = "sentinel-of-a-title"
        let (program, port) = try await Program.serving(
            "daybook-bench", [],
            [
                "DAYBOOK_DATABASE_URL": postgres.url(database: "postgres"), "DAYBOOK_LOG_LEVEL": "debug",
                "DAYBOOK_LOG_REQUESTS": "all",
            ])
        let body = "{\"title\":\"\(secret)\"}"
        func post() async -> Client.Answer? {
            guard let client = Client(port) else { return nil }
            client.send(
                "POST /rows?\(secret)=\(secret) HTTP/1.1\r\nHost: \(secret)\r\nAuthorization: Bearer \(secret)\r\nX-Request-ID: \(secret)\r\nCookie: \(secret)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            return await client.receive()
        }
        #expect(await post()?.status == 201)
        #expect(await Client.get("/\(secret)/rows", port)?.status == 404)
        #expect(await Client.get("/rows/\(secret)", port)?.status == 400)
        // A statement that fails with the value in PostgreSQL's own words.
        try postgres.execute(
            "ALTER TABLE bench_row ADD CONSTRAINT no_title CHECK (title NOT LIKE 'sentinel%') NOT VALID")
        #expect(await post()?.status == 500)
        guard let broken = Client(port) else { return }
        broken.send("\(secret) / HTTP/1.1\r\n\(secret)\r\n\r\n")
        _ = await broken.receive()
        #expect(await program.stop() == 0)
        let log = await program.allComplaints()
        #expect(log.contains("\"route\":\"/rows/:id\""))
        #expect(log.contains("\"sqlState\":\"23514\""))
        #expect(!log.contains("sentinel"))
        #expect(!log.contains("127.0.0.1"), "nor is the client's address")
    }

    /// Neither what an assistant asks nor what it is told.
    @Test func whatAnAssistantAsksReachesNoLog() async throws {
        let postgres = try await onThread { try TestPostgres(settings: ["log_min_messages = log"]) }
        let api = try await API.serving(
            postgres.url(database: "postgres"),
            ["DAYBOOK_LOG_LEVEL": "debug", "DAYBOOK_LOG_REQUESTS": "all", "DAYBOOK_AGENTS": "write"])
        let token = try await api.newAccount().token
        #expect(try await api.ask("POST", "/v1/tasks", token: token, "{\"title\":\"The sentinel\"}").status == 201)
        let made = try await api.ask("POST", "/v1/tokens", token: token, "{\"label\":\"Sentinel\",\"scope\":\"agent\"}")
        let agent = try #require(made.json["token"].text)
        func call(_ name: String, _ arguments: String) -> String {
            #"{"jsonrpc":"2.0","id":"sentinel","method":"tools/call","params":{"name":"\#(name)","arguments":\#(arguments)}}"#
        }
        for body in [
            call("find", #"{"words":"sentinel"}"#), call("find", #"{"filter":"sentinel <"}"#), call("sentinel", "{}"),
            call("add", #"{"title":"Sentinel","notes":"sentinel","key":"sentinel"}"#),
            call("add", #"{"words":"Sentinel"}"#),
            call("complete", #"{"task":"sentinel"}"#), call("add", #"{"title":"Sentinel","key":"two sentinels"}"#),
            #"{"jsonrpc":"2.0","id":1,"method":"sentinel"}"#,
        ] {
            #expect(try await api.ask("POST", "/mcp", token: agent, body).status == 200)
        }
        #expect(try await api.ask("POST", "/mcp", token: agent, "{\"sentinel").status == 400)
        // How a program asks to be let in, and what its person types.
        let described = #"{"client_name":"Sentinel","redirect_uris":["https://sentinel.example/"]}"#
        let registered = try await api.ask("POST", "/oauth/register", described)
        #expect(registered.status == 201)
        let question =
            "/oauth/authorize?client_id=\(try #require(registered.json["client_id"].text))&response_type=code"
            + "&code_challenge_method=S256&code_challenge=\(String(repeating: "A", count: 43))&state=sentinel"
        #expect(try await api.ask("GET", question, host: "localhost").status == 200)
        let form = "email=sentinel%40example.org&password=sentinel&code=sentinel&decision=allow"
        for (path, status) in [(question, 401), ("/oauth/token", 401), ("/oauth/revoke", 401)] {
            let answer = try await api.ask(
                "POST", path, form, host: "localhost", type: "application/x-www-form-urlencoded")
            #expect(answer.status == status, "\(path)")
        }
        // One that fails in the database.
        try postgres.execute("ALTER TABLE search_page RENAME COLUMN texts TO elsewhere")
        #expect(try await api.ask("POST", "/mcp", token: agent, call("find", #"{"words":"sentinel"}"#)).status == 500)
        try postgres.execute("ALTER TABLE task RENAME COLUMN notes TO elsewhere")
        let failing = call("add", #"{"title":"Sentinel","notes":"sentinel too"}"#)
        #expect(try await api.ask("POST", "/mcp", token: agent, failing).status == 500)
        #expect(await api.program.stop() == 0)
        let log = await api.program.allComplaints()
        #expect(log.contains("\"route\":\"/mcp\""))
        #expect(!log.contains("entinel"))
    }

    /// Words that are looked for are a user's as much as those that are found.
    @Test func whatIsSearchedForReachesNoLog() async throws {
        let postgres = try await onThread { try TestPostgres(settings: ["log_min_messages = log"]) }
        let api = try await API.serving(
            postgres.url(database: "postgres"), ["DAYBOOK_LOG_LEVEL": "debug", "DAYBOOK_LOG_REQUESTS": "all"])
        let token = try await api.newAccount().token
        #expect(try await api.ask("POST", "/v1/tasks", token: token, "{\"title\":\"The sentinel\"}").status == 201)
        let found = try await api.ask("GET", "/v1/search?q=sentinell", token: token)
        #expect(found.status == 200 && found.json["hits"][0]["isMisspelt"].flag == true)
        #expect(try await api.ask("GET", "/v1/search?q=sentinel&limit=sentinel", token: token).status == 400)
        // A search that fails in the database.
        try postgres.execute("ALTER TABLE search_page RENAME COLUMN texts TO elsewhere")
        #expect(try await api.ask("GET", "/v1/search?q=sentinel", token: token).status == 500)
        #expect(await api.program.stop() == 0)
        let log = await api.program.allComplaints()
        #expect(log.contains("\"route\":\"/v1/search\""))
        #expect(!log.contains("entinel"))
    }
}
