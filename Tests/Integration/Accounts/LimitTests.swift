import Foundation
import TestPostgres
import TestWire
import Testing

@Suite(.closing) struct LimitTests {
    @Test func theServerSaysWhatItTakes() async throws {
        let api = try await API.serving(nil, ["DAYBOOK_TASKS_PER_ACCOUNT": "0", "DAYBOOK_DEVICES_PER_ACCOUNT": "7"])
        let limits = try await api.ask("GET", "/v1/limits")
        #expect(limits.status == 200)
        #expect(limits.json["body"]["bytes"].number == 1 << 20)
        #expect(limits.json["account"]["tasks"].isNull)
        #expect(limits.json["account"]["devices"].number == 7)
        #expect(limits.json["unclaimedAccount"]["tasks"].number == 10_000)
        #expect(limits.json["unclaimedAccount"]["bytes"].number == 64 << 20)
        #expect(limits.json["requestsPerMinute"]["device"].number == 1200)
        #expect(limits.json["history"]["days"].isNull)
        #expect(limits.json["deleted"]["days"].number == 30)
    }

    /// Whoever says who they are may have what everybody has.
    @Test func anAccountThatNobodyClaimedHasLess() async throws {
        let (api, token) = try await API.withAccount(
            nil, ["DAYBOOK_UNCLAIMED_TASKS": "2", "DAYBOOK_TASKS_PER_ACCOUNT": "3"])
        func add() async throws -> API.Answer {
            try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"Tea"}"#)
        }
        #expect(try await add().status == 201)
        #expect(try await add().status == 201)
        let full = try await add()
        #expect(full.status == 403 && full.code == "task_quota_exceeded" && full.json["limit"].number == 2)
        #expect(full.json["detail"].text?.hasPrefix("The account may have 2 tasks and has 2. ") == true)
        #expect(full.json["detail"].text?.contains("claim it") == true)
        let login = #"{"email":"anna@example.org","password":"seven bells and a whistle"}"#
        #expect(try await api.ask("POST", "/v1/account/claim", token: token, login).status == 201)
        #expect(try await add().status == 201)
        let end = try await add()
        #expect(
            end.status == 403 && end.json["limit"].number == 3 && end.json["detail"].text?.contains("claim") != true)
    }

    @Test func whatIsLeftIsToldAndTooManyAreRefused() async throws {
        let api = try await API.serving(
            nil, ["DAYBOOK_REQUESTS_PER_DEVICE": "5", "DAYBOOK_REQUESTS_PER_ADDRESS": "40", "DAYBOOK_REACTORS": "1"])
        let (_, device, token) = try await api.newAccount()
        let first = try await api.ask("GET", "/v1/account", token: token)
        #expect(first.field("ratelimit-policy") == "\"device\";q=5;w=60")
        #expect(first.field("ratelimit") == "\"device\";r=4;t=12")
        // A problem tells it, too.
        #expect(
            try await api.ask("GET", "/v1/devices/x", token: token).field("ratelimit") == nil, "no such route for it")
        #expect(try await api.ask("DELETE", "/v1/devices/x", token: token).field("ratelimit") == "\"device\";r=3;t=24")
        var refused = try await api.ask("GET", "/v1/account", token: token)
        for _ in 0..<10 where refused.status != 429 { refused = try await api.ask("GET", "/v1/account", token: token) }
        #expect(refused.code == "rate_limited")
        #expect((1...12).contains(try #require(refused.field("retry-after").flatMap { Int($0) })))
        #expect(refused.field("ratelimit") == "\"device\";r=0;t=60")
        // Another account of the same address goes on; who brings no token shares the address's.
        let other = try await api.newAccount()
        #expect(other.device != device)
        #expect(try await api.ask("GET", "/v1/account", token: other.token).status == 200)
        var status = 401
        for _ in 0..<60 where status == 401 { status = try await api.ask("GET", "/v1/account").status }
        #expect(status == 429)
    }

    /// Two processes that let through 600 a minute each would let through 1,200 at once; together they keep to about
    /// 600.
    @Test func twoProcessesKeepOneLimitTogether() async throws {
        let url = try await migratedDatabase.copy()
        let settings = ["DAYBOOK_REQUESTS_PER_DEVICE": "600", "DAYBOOK_REQUESTS_PER_ACCOUNT": "0"]
        let one = try await API.serving(url, settings)
        let two = try await API.serving(url, settings)
        let (_, _, token) = try await one.newAccount()
        let start = Date()
        let permitted = await atOnce([one, two, one, two]) { api in
            guard let client = Client(api.port) else { return 0 }
            var permitted = 0
            var refused = 0
            while refused < 100 {
                client.send("GET /v1/account HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n\r\n")
                guard let answer = await client.receive() else { break }
                if answer.status == 200 { permitted += 1 } else { refused += 1 }
            }
            return permitted
        }.reduce(0, +)
        let refilled = Int(Date().timeIntervalSince(start) * 10) + 1
        print("two processes let through \(permitted) where 600 and \(refilled) were due")
        #expect(permitted >= 500)
        // As much as each by itself would let through is never reached; how much less depends on how soon each hears.
        #expect(permitted < 1_200 + 2 * refilled)
        measured { #expect(permitted <= 1_100 + refilled) }
    }
}
