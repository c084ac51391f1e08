import TestWire
import Testing

/// Fifty clients at once on one account.
@Suite(.closing) struct CrowdTests {
    private let api: API
    private let token: String

    init() async throws { (api, token) = try await API.withAccount() }

    @Test func aRegionNeverHoldsMoreThanItMay() async throws {
        for (bucket, limit) in [("mustDo", 1), ("complementary", 3), ("misc", 5)] {
            let answers = try await atOnce(0..<50) { client in
                try await api.ask(
                    "POST", "/v1/tasks", token: token,
                    #"{"title":"\#(client)","region":"evening","bucket":"\#(bucket)"}"#)
            }
            #expect(answers.count { $0.status == 201 } == limit, "\(bucket)")
            #expect(answers.count { $0.status == 409 && $0.code == "region_full" } == 50 - limit, "\(bucket)")
        }
        let tasks = try await api.ask("GET", "/v1/tasks", token: token).json["tasks"].list
        #expect(tasks.count == 9)
        #expect(tasks.allSatisfy { $0["region"].text == "evening" })
    }

    @Test func everyoneReordersTheSameTasks() async throws {
        var ids: [String] = []
        for number in 0..<10 {
            let made = try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"\#(number)"}"#)
            ids.append(try #require(made.json["id"].text))
        }
        let tasks = ids
        let answers = try await atOnce(0..<50) { client in
            let (moved, neighbour) = (tasks[client % 10], tasks[(client / 10 + client + 1) % 10])
            guard moved != neighbour else {
                return try await api.ask("POST", "/v1/tasks/\(moved)/start", token: token)
            }
            return try await api.ask(
                "POST", "/v1/tasks/\(moved)/move", token: token,
                client % 2 == 0 ? #"{"after":"\#(neighbour)"}"# : #"{"before":"\#(neighbour)"}"#)
        }
        #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.status))")
        let rows = try await api.ask("GET", "/v1/tasks", token: token).json["tasks"].list
        #expect(Set(rows.compactMap { $0["id"].text }) == Set(ids))
        #expect(Set(rows.compactMap { $0["sortOrder"].text }).count == 10)
        #expect(rows.compactMap { $0["sortOrder"].text } == rows.compactMap { $0["sortOrder"].text }.sorted())
    }

    @Test func everyoneCompletesTheSameTask() async throws {
        let id = try #require(try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"A"}"#).json["id"].text)
        let answers = try await atOnce(0..<50) { _ in
            try await api.ask("POST", "/v1/tasks/\(id)/complete", token: token)
        }
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(Set(answers.compactMap { $0.json["completedAt"].text }).count == 1)
        let history = try await api.ask("GET", "/v1/history?task=\(id)", token: token)
        #expect(history.json["entries"].list.count == 2)
    }

    @Test func oneRequestManyTimesIsOneTask() async throws {
        let answers = try await atOnce(0..<50) { _ in
            try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"A"}"#, fields: "Idempotency-Key: once\r\n")
        }
        #expect(answers.allSatisfy { $0.status == 201 })
        #expect(Set(answers.map(\.json.shown)).count == 1)
        #expect(try await api.ask("GET", "/v1/tasks", token: token).json["tasks"].list.count == 1)
    }

    @Test func onlyOneOfManyChangesTheSameState() async throws {
        let made = try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"A"}"#)
        let id = try #require(made.json["id"].text)
        let tag = try #require(made.field("etag"))
        let answers = try await atOnce(0..<50) { client in
            try await api.ask(
                "PATCH", "/v1/tasks/\(id)", token: token, #"{"title":"\#(client)"}"#, fields: "If-Match: \(tag)\r\n"
            )
        }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0.status == 412 } == 49)
    }

}
