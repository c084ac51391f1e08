import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// An assistant that may change tasks, as a socket shows it: what it does is done as everybody's changes are, by a
/// device of its own, and goes again; and nothing is done beyond that.
@Suite(.closing) struct AgentChangesTests {
    @Test func everyToolDoesWhatItSays() async throws {
        let agents = try await AgentHouse.writing()
        let (person, assistant) = (agents.person, agents.assistant)
        let list = await person.post("/v1/lists", #"{"name":"Groceries"}"#).string("id")
        let captured = await assistant.did("add", #"{"words":"Buy milk tomorrow #shop +Groceries"}"#)
        let milk = captured.told("captured", "id")
        #expect(captured.told("task", "title") == "Buy milk" && captured.told("task", "listId") == list)
        let tea = await assistant.did("add", #"{"title":"Tea","notes":"green","priority":2,"tags":["x"]}"#).told(
            "task", "id")
        #expect(await person.get("/v1/tasks/\(tea)").number("priority") == 2)

        let changed = await assistant.did(
            "change", #"{"task":"\#(tea)","title":"Green tea","clear":["notes"],"addTags":["y"],"removeTags":["x"]}"#)
        #expect(changed.told("task", "title") == "Green tea")
        // What the merge made of it: from what to what, and by whom.
        #expect(changed.entry?.told("device", "name") == "An assistant")
        #expect(changed.entry.map { "\($0)" }?.contains("Green tea") == true)
        let row = await person.get("/v1/tasks/\(tea)")
        #expect(row.string("title") == "Green tea" && row["notes"] == .null && row.strings("tags") == ["y"])

        _ = await assistant.did("comment", #"{"task":"\#(tea)","text":"Bought."}"#)
        _ = await assistant.did("comment", #"{"task":"\#(tea)","text":"Drunk."}"#)
        _ = await assistant.did("comment", #"{"task":"\#(tea)","text":"Drunk."}"#)
        #expect(await person.get("/v1/tasks/\(tea)").string("notes") == "Bought.\n\nDrunk.")

        _ = await assistant.did("move", #"{"task":"\#(tea)","listId":"\#(list)","scheduledDate":"2030-01-02"}"#)
        _ = await assistant.did("move", #"{"task":"\#(milk)","to":"today"}"#)
        _ = await assistant.did("complete", #"{"task":"\#(milk)"}"#)
        #expect(await person.get("/v1/tasks/\(tea)").string("scheduledDate") == "2030-01-02")
        #expect(await person.get("/v1/tasks/\(milk)").string("state") == "completed")
        _ = await assistant.did("change", #"{"task":"\#(milk)","state":"notStarted"}"#)
        #expect(await person.get("/v1/tasks/\(milk)").string("state") == "notStarted")
        let deleted = await assistant.did("delete", #"{"task":"\#(milk)"}"#)
        #expect(deleted.told("deleted", "id") == milk)
        #expect(await person.get("/v1/tasks/\(milk)").statusAndCode == "410 gone")

        let undone = await assistant.did("undo_own", #"{"change":"\#(deleted.entry?.told("opId") ?? "")"}"#)
        #expect(undone["undone"]?["kept"] == .array([]))
        #expect(await person.get("/v1/tasks/\(milk)").string("title") == "Buy milk")
    }

    /// The way back: all that an assistant did between a person's changes goes, and nothing of the person's.
    @Test func takingAnAssistantBackLeavesThePersonsWork() async throws {
        let agents = try await AgentHouse.writing()
        let (person, assistant) = (agents.person, agents.assistant)
        var tasks: [String] = []
        for number in 0..<8 { tasks.append(await person.task(#""title":"Task \#(number)","notes":"n","tags":["a"]"#)) }
        let before = await agents.rows()
        let start = await person.get("/v1/account").number("revision")
        for (number, task) in tasks.enumerated() {
            _ = await assistant.did("change", #"{"task":"\#(task)","title":"Other \#(number)","addTags":["b"]}"#)
            if number % 4 == 0 { _ = await person.call("PATCH", "/v1/tasks/\(task)", #"{"priority":5}"#) }
            if number % 2 == 0 { _ = await assistant.did("complete", #"{"task":"\#(task)"}"#) }
            if number == 3 { _ = await assistant.did("delete", #"{"task":"\#(task)"}"#) }
            _ = await assistant.did("add", #"{"words":"Made \#(number) tomorrow"}"#)
            _ = await person.task(#""title":"Mine \#(number)""#)
        }
        let device = try await agents.assistantsDevice()
        let answer = await person.post("/v1/history/takeback", #"{"device":"\#(device)","since":\#(start)}"#)
        #expect(answer.status == 200 && answer.number("tasks.deleted") == 8, "\(answer.text)")
        let after = await agents.rows()
        for (number, task) in tasks.enumerated() where number % 4 != 0 { #expect(after[task] == before[task]) }
        for task in [tasks[0], tasks[4]] {
            let row = await person.get("/v1/tasks/\(task)")
            #expect(row.number("priority") == 5 && row.strings("tags") == ["a"] && row.string("state") == "notStarted")
        }
        let titles = await person.get("/v1/tasks?limit=500").text
        #expect(!titles.contains("Made ") && !titles.contains("Other "))
        for number in 0..<8 { #expect(titles.contains("Mine \(number)")) }
    }

    /// Nothing but its own: whatever it names, answers are those of rows that nobody has.
    @Test func whatIsNotItsOwnItCannotChange() async throws {
        let agents = try await AgentHouse.writing()
        let (person, assistant) = (agents.person, agents.assistant)
        let other = await agents.house.newcomer()
        let theirs = await other.task(#""title":"The sentinel""#)
        let list = await other.post("/v1/lists", #"{"name":"Sentinels"}"#).string("id")
        let mine = await person.task(#""title":"Mine""#)
        let change = await person.get("/v1/history?task=\(mine)")["entries"]?.first?.told("opId") ?? ""
        let foreign = await other.get("/v1/history?task=\(theirs)")["entries"]?.first?.told("opId") ?? ""
        let (before, others) = (await person.get("/v1/history").text, await other.get("/v1/history").text)
        for (tool, arguments, code) in [
            ("change", #"{"task":"\#(theirs)","title":"x"}"#, "not_found"),
            ("complete", #"{"task":"\#(theirs)"}"#, "not_found"), ("delete", #"{"task":"\#(theirs)"}"#, "not_found"),
            ("move", #"{"task":"\#(theirs)","to":"today"}"#, "not_found"),
            ("comment", #"{"task":"\#(theirs)","text":"x"}"#, "not_found"),
            ("change", #"{"task":"\#(mine)","listId":"\#(list)"}"#, "invalid_fields"),
            ("change", #"{"task":"\#(mine)","parentId":"\#(mine)"}"#, "invalid_fields"),
            ("move", #"{"task":"\#(mine)","after":"\#(theirs)"}"#, "invalid_fields"),
            ("add", #"{"title":"x","listId":"\#(list)"}"#, "invalid_fields"),
            ("add", #"{"title":"x","key":"two words"}"#, "invalid_arguments"),
            ("undo_own", #"{"change":"\#(change)"}"#, "not_found"),
            ("undo_own", #"{"change":"\#(foreign)"}"#, "not_found"),
            ("undo_own", #"{"change":"\#(Identifier.random().text)"}"#, "not_found"),
            ("complete", #"{"task":"Mine"}"#, "task_not_named"),
        ] {
            #expect(await assistant.refusal(tool, arguments) == code, "\(tool) \(arguments)")
        }
        #expect(await person.get("/v1/history").text == before)
        #expect(await other.get("/v1/history").text == others)
    }

    /// The door is all that its token opens, so there is no way around the bounds.
    @Test func itsTokenOpensNothingElse() async throws {
        let agents = try await AgentHouse.writing()
        let assistant = agents.assistant
        let task = await agents.person.task(#""title":"Mine""#)
        for (method, path, body) in [
            ("GET", "/v1/tasks", nil), ("POST", "/v1/tasks", #"{"title":"x"}"#),
            ("POST", "/v1/capture", #"{"title":"x"}"#),
            ("PATCH", "/v1/tasks/\(task)", #"{"title":"x"}"#), ("DELETE", "/v1/tasks/\(task)", nil),
            ("GET", "/v1/tokens", nil), ("POST", "/v1/tokens", #"{"label":"x","scope":"full"}"#),
            ("GET", "/v1/devices", nil),
            ("GET", "/v1/export", nil), ("PATCH", "/v1/account/settings", #"{"quickAdd":"today"}"#),
            ("POST", "/v1/tasks/\(task)/erasure", nil), ("DELETE", "/v1/account", "{}"), ("POST", "/v1/sync", "{}"),
            ("POST", "/v1/tokens/current/rotation", nil), ("POST", "/v1/history/takeback", "{}"),
            ("GET", "/v1/channels", nil),
        ] as [(String, String, String?)] {
            #expect(
                await assistant.call(method, path, body).statusAndCode == "403 scope_insufficient", "\(method) \(path)")
        }
    }

    /// A token of scope `read` reads on where assistants may write, and one of scope `agent` where they only read.
    @Test func whoMayOnlyReadHasNoToolThatChanges() async throws {
        let (writing, reading) = (try await AgentHouse.writing(), try await AgentHouse.open())
        for caller in [await writing.person.token(of: "read"), await reading.person.token(of: "agent")] {
            #expect(await caller.tool("lists")["error"] == nil)
            #expect(await caller.tool("add", #"{"title":"x"}"#).number("error.code") == -32602)
            #expect(await caller.ask("tools/list").text.contains("undo_own") == false)
        }
        #expect(await writing.rows().isEmpty)
    }

    @Test func aRepetitionUnderAKeyIsDoneOnce() async throws {
        let agents = try await AgentHouse.writing()
        let first = await agents.assistant.did("add", #"{"title":"Tea","key":"k1"}"#)
        let again = await agents.assistant.did("add", #"{"title":"Tea","key":"k1"}"#)
        #expect(first.told("task", "id") == again.told("task", "id"))
        #expect(await agents.assistant.refusal("add", #"{"title":"Milk","key":"k1"}"#) == "idempotency_key_reused")
        #expect(await agents.rows().count == 1)
    }

    @Test func whoWantsTooMuchIsStoppedAndNobodyElse() async throws {
        let agents = try await AgentHouse.writing()
        let items = (0..<60).map { #"{"action":"create","fields":{"title":"\#($0)"}}"# }.joined(separator: ",")
        #expect(await agents.person.post("/v1/tasks/batch", #"{"tasks":[\#(items)]}"#).status == 200)
        let ids = await agents.rows().keys.sorted()
        for id in ids.prefix(10) { _ = await agents.assistant.did("delete", #"{"task":"\#(id)"}"#) }
        #expect(await agents.assistant.refusal("delete", #"{"task":"\#(ids[10])"}"#) == "agent_deletes_too_many")
        for id in ids[10..<50] { _ = await agents.assistant.did("complete", #"{"task":"\#(id)"}"#) }
        #expect(await agents.assistant.refusal("complete", #"{"task":"\#(ids[50])"}"#) == "agent_touches_too_many")
        _ = await agents.assistant.did("change", #"{"task":"\#(ids[20])","title":"One of those that were touched"}"#)
        #expect(await agents.rows().count == 50)
        // Another assistant of the same person has done nothing yet, and the person is bound by none of it.
        let second = await agents.person.token(of: "agent")
        _ = await second.did("complete", #"{"task":"\#(ids[51])"}"#)
        #expect(await agents.person.delete("/v1/tasks/\(ids[52])").status == 204)
    }

    @Test func theSameOverAndOverIsStopped() async throws {
        let agents = try await AgentHouse.writing()
        for _ in 0..<5 { _ = await agents.assistant.did("add", #"{"words":"Water the plants"}"#) }
        #expect(await agents.assistant.refusal("add", #"{"words":"Water the plants"}"#) == "agent_repeats_itself")
        #expect(await agents.rows().count == 5)
    }

    /// Ten messages in one body are ten requests.
    @Test func aBatchCountsForEachOfItsMessages() async throws {
        let agents = try await AgentHouse.writing(["DAYBOOK_REQUESTS_PER_DEVICE": "20"])
        var caller = agents.assistant
        caller.fields["MCP-Protocol-Version"] = "2025-03-26"
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let batch = "[\(Array(repeating: ping, count: 10).joined(separator: ","))]"
        // Each reactor counts by itself before it hears of the others. By their posts alone so many were not too many.
        var answers: [String] = []
        while answers.count < 19, answers.last != "429 rate_limited" {
            answers.append(await caller.post("/mcp", batch).statusAndCode)
        }
        #expect(answers.first == "200 " && answers.last == "429 rate_limited", "\(answers)")
    }

    /// A storm at the door is its maker's alone.
    @Test func aStormCostsOthersNothing() async throws {
        let agents = try await AgentHouse.writing(["DAYBOOK_REQUESTS_PER_DEVICE": "300"])
        let bystander = await agents.house.newcomer()
        let task = await bystander.task(#""title":"Mine""#)
        let assistant = agents.assistant
        let storm = Task {
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        var made = 0
                        for turn in 0..<30 {
                            let answer = await assistant.tool("add", #"{"title":"Storm \#(number) \#(turn)"}"#)
                            if answer.status == 200, answer["result.isError"] == nil { made += 1 }
                        }
                        return made
                    }
                }
                return await group.reduce(0, +)
            }
        }
        for number in 0..<30 {
            #expect(await bystander.get("/v1/tasks/\(task)").status == 200)
            #expect(await bystander.call("PATCH", "/v1/tasks/\(task)", #"{"title":"Mine \#(number)"}"#).status == 200)
        }
        #expect(await storm.value == 50)
        #expect(await agents.rows().count == 50)
    }
}

extension JSONValue {
    /// The last line of the history that stands beside what a tool did.
    fileprivate var entry: JSONValue? { self["history"]?["entries"]?.first }
}
