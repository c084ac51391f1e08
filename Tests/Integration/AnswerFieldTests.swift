import Foundation
import TestPostgres
import Testing

/// What answers say to caches and browsers.
@Suite(.closing) struct AnswerFieldTests {
    @Test func whatIsSomebodysIsKeptByNobodyElse() async throws {
        let (api, token) = try await API.withAccount()
        let made = try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"Water the plants"}"#)
        #expect(made.status == 201 && made.field("cache-control") == "private, no-cache")
        for path in [
            "/v1/tasks", "/v1/account", "/v1/views/today", "/v1/search?q=plants", "/v1/history", "/v1/devices",
        ] {
            let answer = try await api.ask("GET", path, token: token)
            #expect(
                answer.status == 200 && answer.field("cache-control") == "private, no-cache", "\(path) \(answer.head)")
        }
        // Also where nothing is sent, because it is held already.
        let view = try await api.ask("GET", "/v1/views/today", token: token)
        let tag = try #require(view.field("etag"))
        let held = try await api.ask("GET", "/v1/views/today", token: token, fields: "If-None-Match: \(tag)\r\n")
        #expect(held.status == 304 && held.field("cache-control") == "private, no-cache")
        // What must not be kept at all stays so.
        #expect(try await api.ask("GET", "/v1/export", token: token).field("cache-control") == "no-store")
        #expect(try await api.ask("GET", "/v1/tasks/none", token: token).field("cache-control") == "no-store")
    }

    @Test func noAnswerIsGuessedAt() async throws {
        let api = try await API.serving(nil, ["DAYBOOK_METRICS": "127.0.0.1:0"])
        for path in ["/", "/v1", "/docs", "/v1/openapi.json", "/healthz", "/readyz", "/nothing", "/v1/tasks"] {
            let answer = try await api.ask("GET", path)
            #expect(answer.field("x-content-type-options") == "nosniff", "\(path)")
            #expect(answer.head.lowercased().components(separatedBy: "x-content-type-options").count == 2, "\(path)")
            #expect(answer.field("strict-transport-security") == nil)
        }
        // What was never a request is answered by the engine itself.
        let client = try #require(Client(api.port))
        client.send("nonsense\r\n\r\n")
        let refused = try #require(await client.receive())
        #expect(refused.status == 400 && refused.head.lowercased().contains("x-content-type-options: nosniff"))
    }

    @Test func anOpenDoorIsTold() async throws {
        let url = try await migratedDatabase.copy()
        let sentence = "anyone who can reach this server can create an account"
        let choices = "set DAYBOOK_REGISTRATION=invite"
        for (settings, isTold, isUndecided) in [
            (["DAYBOOK_LISTEN": "0.0.0.0:0"], true, true), (["DAYBOOK_LISTEN": "127.0.0.1:0"], false, false),
            (["DAYBOOK_PUBLIC_URL": "https://tasks.example.org"], true, true),
            (["DAYBOOK_PUBLIC_URL": "http://localhost:8420"], false, false),
            (["DAYBOOK_LISTEN": "0.0.0.0:0", "DAYBOOK_REGISTRATION": "invite"], false, false),
            (["DAYBOOK_LISTEN": "0.0.0.0:0", "DAYBOOK_REGISTRATION": "open"], true, false),
        ] {
            let api = try await API.serving(url, settings)
            let page = try await api.ask("GET", "/").body
            for choice in ["DAYBOOK_REGISTRATION=invite", "closed (nobody)", "open (anyone"] {
                #expect(page.contains(choice) == isUndecided, "\(settings)")
            }
            let greeting = try await api.ask("GET", "/v1").json
            #expect(greeting["registration"].text == settings["DAYBOOK_REGISTRATION"] ?? "open")
            #expect((greeting["registrationUndecided"].flag == true) == isUndecided, "\(settings)")
            #expect(await api.program.stop() == 0)
            let log = await api.program.allComplaints()
            #expect(log.contains(sentence) == isTold, "\(settings)")
            #expect(log.contains(choices) == isUndecided, "\(settings)")
            let doctor = try await Program.run(
                "daybook", ["doctor"], ["DAYBOOK_DATABASE_URL": url].merging(settings) { $1 })
            #expect(doctor.output.contains("open to anyone who can reach this server over the network") == isTold)
            #expect(doctor.output.contains("Set DAYBOOK_REGISTRATION=invite") == isUndecided, "\(settings)")
        }
    }
}
