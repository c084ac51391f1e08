import TestWire
import Testing

/// A body that ends before it is whole is the client's doing: nothing is done with it, who still listens is told so,
/// and nobody is woken at night.
@Suite(.closing) struct CutBodyTests {
    static let paths = [
        "/v1/sync", "/v1/tasks", "/v1/capture", "/v1/import", "/v1/import?format=daybook-json", "/v1/account/claim",
        "/v1/accounts", "/v1/login", "/v1/pairing/claim",
    ]

    @Test func itIsNoFailureOfOurs() async throws {
        let api = try await API.serving(nil, ["DAYBOOK_LOG_LEVEL": "info", "DAYBOOK_METRICS": "local"])
        var tokens: [String] = []
        let begun = "{\"title\":\"Water the"
        for path in Self.paths {
            for coding in ["", "Content-Encoding: gzip\r\n"] {
                for framing in [
                    "Content-Length: 1000\r\n\r\n\(begun)", "Transfer-Encoding: chunked\r\n\r\n100\r\n\(begun)",
                ] {
                    // An account of its own, since an account's imports go one by one.
                    let token = try await api.newAccount().token
                    tokens.append(token)
                    let head =
                        "POST \(path) HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n\(coding)Content-Type: application/json\r\n"
                    // Half closed: it still reads.
                    let client = try #require(Client(api.port))
                    client.send(head + framing)
                    client.finishSending()
                    let answer = await client.receive()
                    #expect(answer == nil || answer?.status == 400, "\(path) \(coding) \(answer?.body ?? "")")
                    // Gone altogether.
                    Client(api.port)?.send(head + framing)
                }
            }
        }
        // The next is served, and what the figures say is over.
        await eventually {
            await Client.get("/metrics", api.port)?.body.contains("daybook_http_requests_in_flight 1\n") == true
        }
        let figures = try #require(await Client.get("/metrics", api.port)?.body)
        let failed = figures.split(separator: "\n").filter {
            $0.hasPrefix("daybook_http_requests_total") && $0.contains("status=\"5")
        }
        #expect(failed.isEmpty, "\(failed)")
        for token in tokens {
            #expect(try await api.ask("GET", "/v1/tasks", token: token).json["tasks"].list.isEmpty)
        }
        #expect(await api.program.stop() == 0)
        // Tests may be root, and their PostgreSQL survives no crash, both of which are told at the start; and the
        // machine may be slow.
        let harmless = [
            "serving as root", "a setting of PostgreSQL", "a job blocked a reactor", "\"request answered\"",
        ]
        let complaints = await api.program.allComplaints().split(separator: "\n").filter { line in
            line.contains("\"level\":\"error\"")
                || line.contains("\"level\":\"warning\"") && !harmless.contains { line.contains($0) }
        }
        #expect(complaints.isEmpty, "\(complaints)")
    }
}
