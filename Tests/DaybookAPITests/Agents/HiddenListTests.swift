import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// Lists that a person keeps from assistants: for none of these they and their tasks are there, whatever it calls.
@Suite(.closing) struct HiddenListTests {
    private static let nobodys = "01890a5d-ac96-774b-bcce-b302099a8057"

    /// A person with a list that is kept from assistants, and a task in it.
    private struct Secret {
        let agents: AgentHouse
        let list: String
        let task: String

        var person: Caller { agents.person }
        var assistant: Caller { agents.assistant }

        static func kept() async throws -> Secret {
            let agents = try await AgentHouse.writing()
            let list = await agents.person.post("/v1/lists", #"{"name":"Diary","hiddenFromAgents":true}"#).string("id")
            let members = #""title":"Dear diary","notes":"secret","listId":"\#(list)","scheduledDate":"2026-11-21""#
            return Secret(agents: agents, list: list, task: await agents.person.task(members))
        }

        func keep(_ isHidden: Bool) async {
            let answer = await person.call("PATCH", "/v1/lists/\(list)", #"{"hiddenFromAgents":\#(isHidden)}"#)
            #expect(answer.status == 200, "\(answer.text)")
        }

        var state: String { get async { await person.get("/v1/history").text } }
    }

    /// Byte for byte what is answered for an id that nobody has.
    @Test func aHiddenIdIsAnsweredLikeOneThatNobodyHas() async throws {
        let secret = try await Secret.kept()
        let open = await secret.person.task(#""title":"Milk""#)
        // What is deleted, and what is in a list that is deleted, is as little there as the rest.
        let gone = await secret.person.task(#""title":"Gone","listId":"\#(secret.list)""#)
        _ = await secret.person.delete("/v1/tasks/\(gone)")
        let erased = await secret.person.task(#""title":"Erased","listId":"\#(secret.list)""#)
        #expect(await secret.person.post("/v1/tasks/\(erased)/erasure").status < 300)
        let before = await secret.state
        for id in [secret.task, gone, erased] {
            let assistant = await secret.person.token(of: "agent")
            for (tool, arguments) in [
                ("show", #"{"task":"ID"}"#), ("history", #"{"task":"ID"}"#), ("find", #"{"filter":"parent:ID"}"#),
                ("change", #"{"task":"ID","title":"x"}"#), ("change", #"{"task":"ID","state":"active"}"#),
                ("complete", #"{"task":"ID"}"#), ("delete", #"{"task":"ID"}"#),
                ("comment", #"{"task":"ID","text":"x"}"#),
                ("move", #"{"task":"ID","to":"today"}"#), ("move", #"{"task":"ID","region":"morning"}"#),
                ("move", #"{"task":"ID","scheduledDate":"2030-01-02"}"#),
                ("move", #"{"task":"\#(open)","before":"ID"}"#), ("move", #"{"task":"\#(open)","after":"ID"}"#),
                ("change", #"{"task":"\#(open)","parentId":"ID"}"#), ("add", #"{"title":"x","parentId":"ID"}"#),
            ] {
                await same(assistant, tool, arguments, id)
            }
            await sameResource(assistant, "daybook://task/", id)
        }
        await sameLists(secret, open)
        #expect(await secret.state == before)
        #expect(await secret.person.delete("/v1/lists/\(secret.list)").status == 204)
        await sameLists(secret, open)
        await same(secret.assistant, "show", #"{"task":"ID"}"#, secret.task)
    }

    private func sameLists(_ secret: Secret, _ open: String) async {
        let assistant = await secret.person.token(of: "agent")
        for (tool, arguments) in [
            ("find", #"{"list":"ID"}"#), ("find", #"{"words":"diary","list":"ID"}"#), ("history", #"{"list":"ID"}"#),
            ("find", #"{"filter":"list:ID"}"#), ("find", #"{"filter":"open list:ID sort:title"}"#),
            ("change", #"{"task":"\#(open)","listId":"ID"}"#), ("move", #"{"task":"\#(open)","listId":"ID"}"#),
            ("add", #"{"title":"x","listId":"ID"}"#),
        ] {
            await same(assistant, tool, arguments, secret.list)
        }
        await sameResource(assistant, "daybook://list/", secret.list)
    }

    private func same(_ assistant: Caller, _ tool: String, _ arguments: String, _ id: String) async {
        let hidden = await assistant.tool(tool, arguments.replacing("ID", with: id))
        let none = await assistant.tool(tool, arguments.replacing("ID", with: Self.nobodys))
        #expect(hidden.status == 200 && none.status == 200)
        #expect(hidden.text == none.text.replacing(Self.nobodys, with: id), "\(tool) \(arguments)")
        #expect(!hidden.text.contains("iary") && !hidden.text.contains("Gone") && !hidden.text.contains("secret"))
    }

    private func sameResource(_ assistant: Caller, _ address: String, _ id: String) async {
        let hidden = await assistant.ask("resources/read", #"{"uri":"\#(address)\#(id)"}"#)
        #expect(hidden.number("error.code") == -32002)
        #expect(hidden.text == (await assistant.ask("resources/read", #"{"uri":"\#(address)\#(Self.nobodys)"}"#)).text)
    }

    /// A name of a hidden list is that of none: neither in a filter nor in a line of words.
    @Test func itsNameNamesNothing() async throws {
        let secret = try await Secret.kept()
        #expect(await secret.assistant.refusal("find", #"{"filter":"list:Diary"}"#) == "malformed_filter")
        let saved = await secret.person.post("/v1/lists", #"{"name":"Mine","filter":"list:Diary"}"#).string("id")
        #expect(await secret.assistant.refusal("find", #"{"list":"\#(saved)"}"#) == "filter_broken")
        #expect(await secret.person.get("/v1/views/lists/\(saved)").text.contains("Dear diary"))
        let line = #"{"words":"Write something +Diary"}"#
        let captured = await secret.assistant.did("add", line)
        #expect(captured["task"]?["title"] == .string("Write something +Diary"))
        #expect(captured["task"]?["listId"] == .null)
        // Of two lists with the name, the one that is there is meant.
        let other = await secret.person.post("/v1/lists", #"{"name":"diary"}"#).string("id")
        let again = await secret.assistant.did("add", line)
        #expect(again["task"]?["listId"] == .string(other))
    }

    /// What it did to a task before that was hidden, it neither undoes nor sees again; nor does it put one back there.
    @Test func whatItDidBeforeIsOutOfItsReach() async throws {
        let secret = try await Secret.kept()
        await secret.keep(false)
        let list = secret.list
        let added = await secret.assistant.did("add", #"{"title":"Dear diary","listId":"\#(list)","key":"k"}"#)
        let moved = await secret.assistant.did("move", #"{"task":"\#(secret.task)","to":"today"}"#)
        guard case .string(let id)? = added["task"]?["id"] else { throw LiveHouse.Broken() }
        let out = await secret.assistant.did("change", #"{"task":"\#(id)","clear":["listId"]}"#)
        await secret.keep(true)
        let before = await secret.state
        await same(secret.assistant, "undo_own", #"{"change":"ID"}"#, moved.change)
        await same(secret.assistant, "undo_own", #"{"change":"ID"}"#, out.change)
        #expect(await secret.state == before)
        #expect(await secret.person.get("/v1/tasks/\(id)")["listId"] == .null)
        #expect(await secret.person.call("PATCH", "/v1/tasks/\(id)", #"{"listId":"\#(list)"}"#).status == 200)
        #expect(
            await secret.assistant.refusal("add", #"{"title":"Dear diary","listId":"\#(list)","key":"k"}"#)
                == "not_found")
        await same(secret.assistant, "show", #"{"task":"ID"}"#, id)
        // Shown again, all of it is there as before.
        await secret.keep(false)
        _ = await secret.assistant.did("undo_own", #"{"change":"\#(moved.change)"}"#)
        #expect(await secret.assistant.tool("show", #"{"task":"\#(id)"}"#).text.contains("Dear diary"))
    }

    /// A part follows its own list: hidden with it under a task that is seen, and seen under one that is hidden.
    @Test func aPartIsHiddenWithItsOwnList() async throws {
        let secret = try await Secret.kept()
        let milk = await secret.person.task(#""title":"Milk","scheduledDate":"2026-11-21""#)
        let hidden = await secret.person.task(
            #""title":"Dear part","parentId":"\#(milk)","listId":"\#(secret.list)""#)
        let seen = await secret.person.task(#""title":"A part of it","parentId":"\#(secret.task)""#)
        let parts = await secret.assistant.tool("find", #"{"filter":"parent:\#(milk)"}"#)
        #expect(parts["result.structuredContent.data.tasks"] == .array([]))
        #expect(await secret.assistant.tool("show", #"{"task":"\#(seen)"}"#).text.contains("A part of it"))
        // What follows from its own change is done, and not told.
        let deleted = await secret.assistant.did("delete", #"{"task":"\#(milk)"}"#)
        let undone = await secret.assistant.tool("undo_own", #"{"change":"\#(deleted.change)"}"#)
        #expect(undone.text.contains("Milk") && !undone.text.contains("Dear part") && !undone.text.contains(hidden))
        #expect(await secret.person.get("/v1/tasks/\(hidden)").string("parentId") == milk)
    }

    /// The person's own tokens, those that only read among them, see everything.
    @Test func itsPersonSeesEverything() async throws {
        let secret = try await Secret.kept()
        for caller in [secret.person, await secret.person.token(of: "read")] {
            #expect(await caller.get("/v1/tasks/\(secret.task)").string("title") == "Dear diary")
            #expect(await caller.get("/v1/search?q=diary").text.contains("Dear diary"))
            #expect(await caller.get("/v1/views/lists/\(secret.list)").text.contains("Dear diary"))
            #expect(await caller.get("/v1/history?task=\(secret.task)").text.contains("Dear diary"))
        }
        // The same token at the door is an assistant's.
        let reader = await secret.person.token(of: "read")
        #expect(await reader.refusal("show", #"{"task":"\#(secret.task)"}"#) == "not_found")
        #expect(await reader.tool("lists")["result.structuredContent.data.lists"] == .array([]))
    }

    /// It is a field of the list, so it goes where the list goes.
    @Test func theListTakesItAlong() async throws {
        let secret = try await Secret.kept()
        let (person, list) = (secret.person, "/v1/lists/\(secret.list)")
        #expect(await person.get(list)["hiddenFromAgents"] == .bool(true))
        for wrong in [#""yes""#, "1", "[true]", "{}"] {
            let body = #"{"hiddenFromAgents":\#(wrong)}"#
            #expect(await person.call("PATCH", list, body).statusAndCode == "422 invalid_fields")
            #expect(await person.post("/v1/lists", #"{"name":"x","hiddenFromAgents":\#(wrong)}"#).status == 422)
        }
        func isHidden() async -> Bool {
            await secret.assistant.tool("show", #"{"task":"\#(secret.task)"}"#).text.contains("not_found")
        }
        // Taken back by an undo, and again.
        await secret.keep(false)
        #expect(await !isHidden())
        let shown = await person.get("/v1/history?list=\(secret.list)&limit=1").first("entries", "opId")
        #expect(await person.post("/v1/history/\(shown)/undo").status == 200)
        #expect(await isHidden())
        // Deleted and brought back.
        #expect(await person.delete(list).status == 204)
        #expect(await isHidden())
        #expect(await person.post("\(list)/restore").status == 200)
        #expect(await isHidden())
        #expect(await person.get(list)["hiddenFromAgents"] == .bool(true))
        // Written out and read in by somebody else.
        let file = await person.get("/v1/export").text
        let other = await secret.agents.house.newcomer()
        #expect(await other.post("/v1/import", file).status == 200)
        #expect(await other.get("/v1/lists").text.contains(#""hiddenFromAgents":true"#))
        let assistant = await other.token(of: "agent")
        #expect(
            await assistant.tool("find", #"{"filter":"open"}"#)["result.structuredContent.data.tasks"] == .array([]))
        // Merged into another account.
        let last = await secret.agents.house.newcomer()
        #expect(await other.post("/v1/account/merge", #"{"token":"\#(last.token ?? "")"}"#).status < 300)
        #expect(await last.get("/v1/lists").text.contains(#""hiddenFromAgents":true"#))
    }

    /// A newer or a careless app says by the synchronization what it likes: anything but no hides.
    @Test func whateverIsSaidButNoHidesIt() async throws {
        let secret = try await Secret.kept()
        let open = await secret.person.post("/v1/lists", #"{"name":"Groceries"}"#).string("id")
        let task = await secret.person.task(#""title":"Milk","listId":"\#(open)""#)
        for (place, (value, hides)) in [
            (#""true""#, true), ("false", false), ("1", true), ("null", false), ("[false]", true), ("{}", true),
        ].enumerated() {
            let ops = """
                {"cursor":null,"ops":[{"opId":"00000000-0000-4000-8000-00000000000\(place)","entity":"list",\
                "id":"\(open)","at":"2026-01-0\(place + 1)T09:15:00.123Z","fields":{"hiddenFromAgents":\(value)}}]}
                """
            let pushed = await secret.person.post("/v1/sync", ops)
            #expect(pushed.status == 200, "\(pushed.text)")
            let shown = await secret.assistant.tool("show", #"{"task":"\#(task)"}"#).text.contains("Milk")
            #expect(shown != hides, "\(value)")
            let found = await secret.assistant.tool("find", #"{"words":"milk"}"#).text.contains(task)
            #expect(found != hides, "\(value)")
        }
    }

    /// Whatever else an earlier state brings back, it shows no list to assistants again. Who undoes exactly that does.
    @Test func noEarlierStateShowsItAgain() async throws {
        let agents = try await AgentHouse.writing()
        let person = agents.person
        let list = await person.post("/v1/lists", #"{"name":"Diary"}"#).string("id")
        let task = await person.task(#""title":"Dear diary","listId":"\#(list)""#)
        let before = await person.get("/v1/account").number("revision")
        let device = await person.get("/v1/devices").first("devices", "id")
        #expect(await person.call("PATCH", "/v1/lists/\(list)", #"{"hiddenFromAgents":true}"#).status == 200)
        let hiding = await person.get("/v1/history?list=\(list)&limit=1").first("entries", "opId")
        var keyed = person
        keyed.fields["Idempotency-Key"] = "last-week"
        for (caller, path, members) in [
            (person, "/v1/account/restoration", #""to":\#(before)"#),
            (person, "/v1/lists/\(list)/restoration", #""to":\#(before)"#),
            (keyed, "/v1/lists/\(list)/restoration", #""to":\#(before)"#),
            (person, "/v1/history/takeback", #""device":"\#(device)","since":\#(before)"#),
        ] {
            let renamed = await person.call("PATCH", "/v1/lists/\(list)", #"{"name":"Book"}"#)
            #expect(renamed.status == 200, "\(renamed.text)")
            let told = await person.post(path, "{\(members),\"dryRun\":true}")
            let answer = await caller.post(path, "{\(members)}")
            #expect(answer.status == 200, "\(answer.text)")
            for kept in [told, answer] { #expect(kept.first("kept", "field") == "hiddenFromAgents", "\(kept.text)") }
            let now = await person.get("/v1/lists/\(list)")
            #expect(now.string("name") == "Diary" && now["hiddenFromAgents"] == .bool(true), "\(path) \(now.text)")
            #expect(await agents.assistant.refusal("show", #"{"task":"\#(task)"}"#) == "not_found", "\(path)")
        }
        // Asked again, the same is answered.
        let again = await keyed.post("/v1/lists/\(list)/restoration", #"{"to":\#(before)}"#)
        #expect(again.first("kept", "field") == "hiddenFromAgents", "\(again.text)")
        #expect(await person.post("/v1/history/\(hiding)/undo").status == 200)
        #expect(await person.get("/v1/lists/\(list)")["hiddenFromAgents"] != .bool(true))
        #expect(await agents.assistant.refusal("show", #"{"task":"\#(task)"}"#) == "")
    }

    /// What a device did to it goes when the device is taken back.
    @Test func takingADeviceBackTakesItBack() async throws {
        let secret = try await Secret.kept()
        let phone = await secret.person.token(of: "full")
        let since = await secret.person.get("/v1/account").number("revision")
        #expect(await phone.call("PATCH", "/v1/lists/\(secret.list)", #"{"hiddenFromAgents":false}"#).status == 200)
        let entry = await secret.person.get("/v1/history?limit=1")["entries"]
        guard case .array(let lines)? = entry, case .string(let device)? = lines.first?["device"]?["id"] else {
            throw LiveHouse.Broken()
        }
        let taken = await secret.person.post("/v1/history/takeback", #"{"device":"\#(device)","since":\#(since)}"#)
        #expect(taken.status == 200, "\(taken.text)")
        #expect(await secret.person.get("/v1/lists/\(secret.list)")["hiddenFromAgents"] == .bool(true))
        #expect(await secret.assistant.refusal("show", #"{"task":"\#(secret.task)"}"#) == "not_found")
    }
}

extension JSONValue {
    /// The id of the change that a tool made.
    fileprivate var change: String {
        guard case .array(let entries)? = self["history"]?["entries"], case .string(let id)? = entries.first?["opId"]
        else { return "" }
        return id
    }
}
