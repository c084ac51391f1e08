import Foundation
import Seeds
import Testing

@Suite(.closing) struct RestorationTests {
    /// More rows than one transaction takes.
    @Test func aLargeAccountGoesBackInBatches() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api)
        for batch in 0..<3 {
            let items = (0..<100).map { #"{"action":"create","fields":{"title":"\#(batch).\#($0)"}}"# }
            try await client.say("> POST /v1/tasks/batch {\"tasks\":[\(items.joined(separator: ","))]}\n< 200")
        }
        let ids = try await everyTask(client)
        #expect(ids.count == 300)
        for start in [0, 100, 200] {
            let items = ids[start..<start + 100].map {
                #"{"action":"update","id":"\#($0)","fields":{"title":"x"}}"#
            }
            try await client.say("> POST /v1/tasks/batch {\"tasks\":[\(items.joined(separator: ","))]}\n< 200")
        }
        try await client.say(
            """
            > POST /v1/account/restoration {"to":300}
            + Idempotency-Key: back
            < 200 {"tasks":300,"deletions":0,"kept":[]}
            > GET /v1/tasks?limit=1
            < 200 {"tasks":[{"title":"0.0"}]}
            > POST /v1/account/restoration {"to":300}
            + Idempotency-Key: back
            < 200 {"tasks":300,"deletions":0,"kept":[]}
            > POST /v1/account/restoration {"to":0}
            < 409 {"code":"mass_delete_unconfirmed","deletions":300,"of":300}
            > POST /v1/account/restoration {"to":0,"confirmMassDelete":true}
            < 200 {"tasks":300,"deletions":300}
            > GET /v1/tasks
            < 200 {"tasks":[]}
            """)
    }

    /// More text than one batch takes.
    @Test func longNotesGoBackInBatches() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api)
        let notes = String(repeating: "n", count: 900_000)
        for number in 0..<12 {
            let made = try await api.ask(
                "POST", "/v1/tasks", token: client.token, #"{"title":"\#(number)","notes":"\#(notes)"}"#)
            #expect(made.status == 201)
        }
        try await client.say(
            """
            > POST /v1/account/restoration {"to":6,"dryRun":true}
            < 200 {"tasks":6,"deletions":6,"kept":[]}
            > POST /v1/account/restoration {"to":6}
            < 200 {"tasks":6,"deletions":6,"kept":[]}
            > GET /v1/tasks?limit=1
            < 200 {"tasks":[{"title":"0"}]}
            """)
    }

    /// What goes makes room for what comes back, and what has none ends the request with a problem.
    @Test(arguments: [false, true]) func aFullAccountGoesBackAndLosesNothing(_ comesFirst: Bool) async throws {
        let api = try await API.serving(nil, ["DAYBOOK_TASKS_PER_ACCOUNT": "2", "DAYBOOK_UNCLAIMED_TASKS": "2"])
        var client = try await Conversation(api)
        let names = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }
        let (back, kept, new) = comesFirst ? (names[0], names[1], names[2]) : (names[2], names[1], names[0])
        try await client.say(
            """
            > PUT /v1/tasks/\(back) {"title":"back"}
            < 201
            > PUT /v1/tasks/\(kept) {"title":"kept"}
            < 201
            > DELETE /v1/tasks/\(back)
            < 204
            > PUT /v1/tasks/\(new) {"title":"new"}
            < 201
            > POST /v1/account/restoration {"to":2}
            + Idempotency-Key: back
            < 200 {"tasks":2,"deletions":1,"kept":[]}
            > GET /v1/tasks/\(back)
            < 200 {"title":"back"}
            > GET /v1/tasks/\(new)
            < 410
            > DELETE /v1/tasks/\(back)
            < 204
            > PUT /v1/tasks/00000000-0000-4000-8000-000000000004 {"title":"more"}
            < 201
            > POST /v1/tasks/\(back)/restoration {"to":2}
            + Idempotency-Key: again
            < 403 {"code":"task_quota_exceeded"}
            > DELETE /v1/tasks/00000000-0000-4000-8000-000000000004
            < 204
            > POST /v1/tasks/\(back)/restoration {"to":2}
            + Idempotency-Key: again
            < 200 {"tasks":1,"kept":[]}
            > GET /v1/tasks/\(back)
            < 200 {"title":"back"}
            """)
    }

    /// Whatever happened, and however often it was gone back before: the account shows what it showed then.
    @Test func anAccountShowsAgainWhatItShowed() async throws {
        let api = try await API.serving()
        for round in 0..<6 {
            let random = RandomSeed.generator("what is gone back to, round \(round)")
            var story = Story(api: api, token: try await Conversation(api).token, random: random)
            try await story.play()
        }
    }

    /// What is as it was, or gone already, is not counted: people are asked about what would happen.
    @Test func onlyWhatWouldChangeIsCounted() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api)
        let kept = try await api.ask("POST", "/v1/tasks", token: client.token, #"{"title":"Water the plants"}"#)
        let id = kept.json["id"].text ?? ""
        let start = kept.json["revision"].number ?? 0
        let gone = try await api.ask("POST", "/v1/tasks", token: client.token, #"{"title":"Made and deleted"}"#)
        try await client.say(
            """
            > PATCH /v1/tasks/\(id) {"title":"Sell the plants"}
            < 200
            > PATCH /v1/tasks/\(id) {"title":"Water the plants"}
            < 200
            > DELETE /v1/tasks/\(gone.json["id"].text ?? "")
            < 204
            > POST /v1/tasks {"title":"Made since"}
            < 201
            > PATCH /v1/account/settings {"complementaryAfterMustDo":true}
            < 200
            > PATCH /v1/account/settings {"complementaryAfterMustDo":false}
            < 200
            > POST /v1/account/restoration {"to":\(start),"dryRun":true}
            < 200 {"tasks":1,"lists":0,"settings":false,"deletions":1}
            > POST /v1/account/restoration {"to":\(start)}
            + Idempotency-Key: back
            < 200 {"tasks":1,"lists":0,"settings":false,"deletions":1}
            > POST /v1/account/restoration {"to":\(start)}
            + Idempotency-Key: back
            < 200 {"tasks":1,"lists":0,"settings":false,"deletions":1}
            """)
    }

    private func everyTask(_ client: Conversation) async throws -> [String] {
        var ids: [String] = []
        var cursor = ""
        while true {
            let page = try await client.api.ask("GET", "/v1/tasks?limit=500\(cursor)", token: client.token)
            ids += page.json["tasks"].list.compactMap { $0["id"].text }
            guard let next = page.json["nextCursor"].text else { return ids }
            cursor = "&cursor=\(next)"
        }
    }
}

/// Somebody who works on a few tasks and lists, and now and then goes back.
private struct Story {
    let api: API
    let token: String
    var random: SeededRandom
    private var serial = 0
    private var tasks: [String] = []
    private var lists: [String] = []
    private var moments: [(revision: Int64, shown: [String])] = []
    private var told: [String] = []

    init(api: API, token: String, random: SeededRandom) {
        (self.api, self.token, self.random) = (api, token, random)
    }

    mutating func play() async throws {
        for _ in 0..<40 {
            if random.chance(15), let moment = random.pick(moments) {
                let rehearsal = try await api.ask(
                    "POST", "/v1/account/restoration", token: token, #"{"to":\#(moment.revision),"dryRun":true}"#)
                let answer = try await api.ask(
                    "POST", "/v1/account/restoration", token: token,
                    #"{"to":\#(moment.revision),"confirmMassDelete":true}"#)
                told.append("back to \(moment.revision): \(answer.status) \(answer.json["kept"].shown)")
                for counted in ["deletions", "settings"] {
                    #expect(answer.json[counted] == rehearsal.json[counted], "\(RandomSeed.current) \(told)")
                }
                let shown = try await shown()
                #expect(shown == moment.shown, "\(RandomSeed.current) \(told)")
                if shown != moment.shown {
                    let lines = try await api.ask("GET", "/v1/history?limit=100", token: token).json["entries"].list
                    for line in lines { print("HIST", line.shown) }
                    return
                }
                moments.append((Int64(answer.json["revision"].number ?? 0), shown))
            } else {
                try await act()
                moments.append((try await revision(), try await shown()))
                told.append("at \(moments[moments.count - 1].revision)")
            }
        }
    }

    private mutating func act() async throws {
        serial += 1
        let id = random.pick(tasks)
        let list = random.pick(lists)
        switch random.below(10) {
        case 0, 1: tasks.append(try await make("/v1/tasks", #"{"title":"\#(serial)","notes":"n"}"#))
        case 2: lists.append(try await make("/v1/lists", #"{"name":"\#(serial)"}"#))
        case 3: try await ask("PATCH", list.map { "/v1/lists/\($0)" }, #"{"name":"\#(serial)"}"#)
        case 4: try await ask("DELETE", list.map { "/v1/lists/\($0)" })
        case 5: try await ask("PATCH", id.map { "/v1/tasks/\($0)" }, list.map { #"{"listId":"\#($0)"}"# } ?? "{}")
        case 6: try await ask("PATCH", id.map { "/v1/tasks/\($0)" }, #"{"state":"completed"}"#)
        case 7: try await ask("PATCH", id.map { "/v1/tasks/\($0)" }, #"{"state":"active"}"#)
        case 8: try await ask("DELETE", id.map { "/v1/tasks/\($0)" })
        default: try await ask("PATCH", id.map { "/v1/tasks/\($0)" }, #"{"title":"\#(serial)","notes":null}"#)
        }
    }

    private mutating func make(_ path: String, _ body: String) async throws -> String {
        let answer = try await api.ask("POST", path, token: token, body)
        told.append("POST \(path) \(body): \(answer.status)")
        return answer.json["id"].text ?? ""
    }

    private mutating func ask(_ method: String, _ path: String?, _ body: String? = nil) async throws {
        guard let path else { return }
        let answer = try await api.ask(method, path, token: token, body)
        told.append("\(method) \(path) \(body ?? ""): \(answer.status)")
    }

    private func revision() async throws -> Int64 {
        Int64(
            try await api.ask("GET", "/v1/history?limit=1", token: token).json["entries"].list.first?["revision"].number
                ?? 0)
    }

    private func shown() async throws -> [String] {
        let tasks = try await api.ask("GET", "/v1/tasks?limit=500", token: token).json["tasks"].list.map { task in
            ["id", "title", "notes", "state", "completedAt", "listId"].map { "\(task[$0].text ?? "-")" }.joined(
                separator: " ")
        }
        let lists = try await api.ask("GET", "/v1/lists", token: token).json["lists"].list.map { list in
            "list \(list["id"].text ?? "") \(list["name"].text ?? "")"
        }
        return (tasks + lists).sorted()
    }
}
