import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// What an assistant proposes changes nothing; what of it is done, the person does, as one deed, and only what was
/// shown.
@Suite(.closing) struct ProposalTests {
    // MARK: Proposing

    @Test func proposingChangesNothing() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let milk = await person.task(#""title":"Milk","notes":"whole""#)
        let (rows, history) = (await agents.rows(), await person.get("/v1/history").text)
        let revision = await person.get("/v1/account").number("revision")
        let told = await assistant.did(
            "propose",
            #"{"note":"A tidy day","actions":[{"action":"update","id":"\#(milk)","fields":{"title":"Oat milk"}},{"action":"complete","id":"\#(milk)"},{"action":"create","fields":{"title":"Tea"}}]}"#
        )
        let id = told.told("proposal", "id")
        #expect(told["proposal"]?["count"] == .integer(3) && !id.isEmpty)
        // What would differ, told to the assistant, too.
        #expect(told.lines("proposal").count == 3, "\(told)")
        #expect(await agents.rows() == rows)
        #expect(await person.get("/v1/history").text == history)
        #expect(await person.get("/v1/account").number("revision") == revision)

        let list = await person.get("/v1/proposals")
        #expect(list.first("proposals", "id") == id && list.first("proposals", "note") == "A tidy day")
        let shown = await person.get("/v1/proposals/\(id)")
        #expect(shown.string("device.name") == "An assistant")
        let lines = shown.document.lines()
        #expect(lines.map { $0["action"] } == [.integer(0), .integer(1), .integer(2)])
        #expect(lines.map { $0["title"] } == [.string("Milk"), .string("Milk"), .string("Tea")])
        #expect(lines[0].told("kind") == "set" && lines[2].told("kind") == "create")
        #expect(lines[0]["changes"]?.first?["old"] == .string("Milk"))
        #expect(lines[0]["changes"]?.first?["new"] == .string("Oat milk"))
        // Looked at again it is the same.
        #expect(await person.get("/v1/proposals/\(id)").string("tag") == shown.string("tag"))
        #expect(await agents.rows() == rows)
        #expect(await person.get("/v1/account").number("revision") == revision)
    }

    /// With what the server would conclude: the next of a series, its subtasks, and those who make room.
    @Test func whatFollowsIsShownToo() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let series = await person.task(
            #""title":"Water","scheduledDate":"2026-11-21","recurrence":{"rrule":"FREQ=DAILY"}"#)
        let id = await assistant.proposed(#"{"action":"complete","id":"\#(series)"}"#)
        let shown = await person.get("/v1/proposals/\(id)")
        let lines = shown.document.lines()
        #expect(lines.count == 2 && lines[1]["concluded"] == .bool(true), "\(shown.text)")
        #expect(lines[1].told("kind") == "create" && lines[1]["action"] == .integer(0))
        #expect(await person.get("/v1/proposals/\(id)").string("tag") == shown.string("tag"))
        #expect(await person.apply(id).status == 200)
        let open = await person.get("/v1/tasks?state=notStarted")
        #expect(open.first("tasks", "title") == "Water")
    }

    /// On every server, at once and where a stream begins; others who listen are not.
    @Test func whoListensIsToldHowManyWait() async throws {
        let (houses, _) = try await openHouses(2, ["DAYBOOK_AGENTS": "propose"])
        let person = await houses[0].newcomer()
        let assistant = await person.token(of: "agent")
        let milk = await person.task(#""title":"Milk""#)
        let here = await EventReader.open(houses[0].port, person.token)
        let elsewhere = await EventReader.open(houses[1].port, person.token)
        let onlooker = await EventReader.open(houses[0].port, await person.token(of: "read").token)
        for reader in [here, elsewhere, onlooker] { #expect(await reader.nextRevision() != nil) }
        let first = await assistant.proposed(#"{"action":"complete","id":"\#(milk)"}"#)
        for reader in [here, elsewhere] { #expect(await reader.nextProposals() == 1) }
        // The same again is no other.
        #expect(await assistant.proposed(#"{"action":"complete","id":"\#(milk)"}"#) == first)
        let second = await assistant.proposed(#"{"action":"delete","id":"\#(milk)"}"#)
        for reader in [here, elsewhere] { #expect(await reader.nextProposals() == 2) }
        let late = await EventReader.open(houses[1].port, person.token)
        #expect(await late.nextProposals() == 2)
        #expect(await person.delete("/v1/proposals/\(second)").status == 204)
        for reader in [here, elsewhere, late] { #expect(await reader.nextProposals() == 1) }
        #expect(await person.apply(first).status == 200)
        for reader in [here, elsewhere, late] { #expect(await reader.nextProposals() == 0) }
        // Who may only read has heard of the change and of nothing else.
        while let said = await onlooker.next(), said.revision == nil { #expect(said == .sign) }
    }

    @Test func whatCannotBeDoneIsRefusedWhole() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let milk = await person.task(#""title":"Milk""#)
        let other = await agents.house.newcomer()
        let theirs = await other.task(#""title":"The sentinel""#)
        for (actions, code) in [
            (#"{"action":"complete","id":"\#(milk)"},{"action":"delete","id":"\#(theirs)"}"#, "proposal_refused"),
            (#"{"action":"update","id":"\#(milk)","fields":{"title":""}}"#, "proposal_refused"),
            (#"{"action":"update","id":"\#(milk)","fields":{"nonsense":1}}"#, "proposal_refused"),
            (##"{"action":"create","fields":{"title":"x","parentId":"#0"}}"##, "proposal_refused"),
            (##"{"action":"create","fields":{"title":"x","parentId":"#7"}}"##, "invalid_fields"),
            (#"{"action":"create","id":"\#(Identifier.random().text)","fields":{"title":"x"}}"#, "invalid_fields"),
            (#"{"action":"erase","id":"\#(milk)"}"#, "invalid_fields"),
            (#"{"action":"update","id":"\#(milk)","fields":{"title":"Milk"}}"#, "proposal_changes_nothing"),
            (#"{"action":"reopen","id":"\#(milk)"}"#, "proposal_changes_nothing"),
            (#"7"#, "invalid_arguments"), ("", "invalid_arguments"),
        ] {
            #expect(await assistant.refusal("propose", #"{"actions":[\#(actions)]}"#) == code, "\(actions)")
        }
        let answer = await assistant.tool(
            "propose", #"{"actions":[{"action":"complete","id":"\#(milk)"},{"action":"delete","id":"\#(theirs)"}]}"#)
        #expect(answer.text.contains(#"\"action\":1"#) && answer.text.contains("not_found"), "\(answer.text)")
        #expect(await person.get("/v1/proposals").document["proposals"] == .array([]))
    }

    @Test func thereAreTenAndTheSameIsOne() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let milk = await person.task(#""title":"Milk""#)
        var ids: [String] = []
        for number in 0..<10 {
            ids.append(
                await assistant.proposed(
                    #"{"action":"update","id":"\#(milk)","fields":{"priority":1,"title":"\#(number)"}}"#))
        }
        #expect(Set(ids).count == 10)
        let again = #"{"action":"update","id":"\#(milk)","fields":{"priority":1,"title":"3"}}"#
        #expect(await assistant.proposed(again) == ids[3])
        let more = #"{"actions":[{"action":"complete","id":"\#(milk)"}]}"#
        #expect(await assistant.refusal("propose", more) == "too_many_proposals")
        #expect(await person.delete("/v1/proposals/\(ids[0])").status == 204)
        #expect(await person.delete("/v1/proposals/\(ids[0])").status == 404)
        #expect(await person.get("/v1/proposals/\(ids[0])").status == 404)
        #expect(await person.apply(ids[0], tag: "x").statusAndCode == "404 not_found")
        #expect(await assistant.refusal("propose", more) == "")
        #expect(await person.get("/v1/tasks/\(milk)").string("title") == "Milk")
    }

    @Test func theSameOnceMoreNamesTheSameNewTasks() async throws {
        let agents = try await AgentHouse.proposing()
        let proposed = #"{"actions":[{"action":"create","fields":{"title":"Tea"}}]}"#
        let first = await agents.assistant.did("propose", proposed)
        let again = await agents.assistant.did("propose", proposed)
        #expect(first.lines("proposal").map { $0.told("id") } == again.lines("proposal").map { $0.told("id") })
        #expect(first.lines("proposal").count == 1)
    }

    // MARK: Applying

    @Test func thePersonAppliesItAsOneDeed() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let (milk, tea) = (await person.task(#""title":"Milk""#), await person.task(#""title":"Tea""#))
        let before = await agents.rows()
        let id = await assistant.proposed(
            ##"{"action":"update","id":"\##(milk)","fields":{"title":"Oat milk"}},{"action":"delete","id":"\##(tea)"},{"action":"create","fields":{"title":"Trip"}},{"action":"create","fields":{"title":"Pack","parentId":"#2"}}"##
        )
        let shown = await person.get("/v1/proposals/\(id)")
        let applied = await person.apply(id, tag: shown.string("tag"))
        #expect(applied.status == 200 && applied.string("opId") == id, "\(applied.text)")
        #expect(applied.document["done"]?.items.count == 4)
        #expect(await person.get("/v1/tasks/\(milk)").string("title") == "Oat milk")
        #expect(await person.get("/v1/tasks/\(tea)").statusAndCode == "410 gone")
        // The ids that were shown are those that the tasks have.
        let (trip, pack) = (shown.document.lines()[2].told("id"), shown.document.lines()[3].told("id"))
        #expect(await person.get("/v1/tasks/\(pack)").string("parentId") == trip)
        #expect(await person.get("/v1/proposals").document["proposals"] == .array([]))

        // Whoever decided is the author, and what was proposed is told as what it was done for.
        let me = await person.get("/v1/devices").first("devices", "id")
        let lines = await person.get("/v1/history").document["entries"]?.items ?? []
        for line in lines.prefix(4) {
            #expect(line.told("device", "id") == me && line["proposal"]?.told("id") == id, "\(line)")
            #expect(line["proposal"]?.told("device", "name") == "An assistant")
        }
        #expect(lines.count > 4 && lines.dropFirst(4).allSatisfy { $0["proposal"] == nil })

        // Asked again it is what it was; nothing is done twice.
        let history = await person.get("/v1/history").text
        let repeated = await person.apply(id, tag: shown.string("tag"))
        #expect(repeated.status == 200 && repeated.document["done"] == applied.document["done"], "\(repeated.text)")
        #expect(await person.get("/v1/history").text == history)

        // An assistant does not take it back; the person does, at once.
        #expect(await assistant.tool("undo_own", #"{"change":"\#(id)"}"#).document["error"] != nil)
        let undone = await person.post("/v1/history/\(id)/undo")
        #expect(undone.status == 200 && undone.document["kept"] == .array([]), "\(undone.text)")
        #expect(await agents.rows() == before)
    }

    /// What an assistant may write it may not take back of what the person did, either.
    @Test func theAssistantsUndoDoesNotReachIt() async throws {
        let agents = try await AgentHouse.writing()
        let (person, assistant) = (agents.person, agents.assistant)
        let milk = await person.task(#""title":"Milk""#)
        let id = await assistant.proposed(#"{"action":"complete","id":"\#(milk)"}"#)
        #expect(await person.apply(id).status == 200)
        #expect(await assistant.refusal("undo_own", #"{"change":"\#(id)"}"#) == "not_found")
        guard case .array(let tokens)? = await person.get("/v1/tokens").document["tokens"] else {
            throw LiveHouse.Broken()
        }
        let device = tokens.first { $0["scope"] == .string("agent") }?.told("device", "id") ?? ""
        let back = await person.post("/v1/history/takeback", #"{"device":"\#(device)","since":0}"#)
        #expect(back.status == 200 && back.number("tasks.changed") == 0, "\(back.text)")
        #expect(await person.get("/v1/tasks/\(milk)").string("state") == "completed")
    }

    @Test func aPartIsAppliedAndTheRestIsOver() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        var tasks: [String] = []
        for number in 0..<4 { tasks.append(await person.task(#""title":"Task \#(number)""#)) }
        let before = await agents.rows()
        let id = await assistant.proposed(
            tasks.map { #"{"action":"update","id":"\#($0)","fields":{"priority":2}}"# }.joined(separator: ","))
        let part = await person.get("/v1/proposals/\(id)?places=1,3")
        #expect(part.document.lines().map { $0["action"] } == [.integer(1), .integer(3)])
        let whole = await person.get("/v1/proposals/\(id)").string("tag")
        #expect(await person.apply(id, tag: whole, places: "[1,3]").statusAndCode == "409 proposal_changed")
        for places in ["[]", "[4]", "[-1]", "7", #"["x"]"#] {
            #expect(
                await person.apply(id, tag: whole, places: places).statusAndCode == "422 invalid_fields", "\(places)")
        }
        #expect(await person.get("/v1/proposals/\(id)?places=9").status == 400)
        #expect(await agents.rows() == before)
        let applied = await person.apply(id, tag: part.string("tag"), places: "[1,3]")
        #expect(applied.document["done"]?.items.map { $0["action"] } == [.integer(1), .integer(3)], "\(applied.text)")
        for (number, task) in tasks.enumerated() {
            #expect(await person.get("/v1/tasks/\(task)").number("priority") == (number % 2 == 1 ? 2 : 0))
        }
        #expect(await person.get("/v1/proposals/\(id)").status == 404)
        #expect(await person.post("/v1/history/\(id)/undo").status == 200)
        #expect(await agents.rows() == before)
    }

    /// What is part of a task that is left out cannot be done, and is shown so.
    @Test func aPartOfWhatIsLeftOutIsRefused() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let id = await assistant.proposed(
            ##"{"action":"create","fields":{"title":"Trip"}},{"action":"create","fields":{"title":"Pack","parentId":"#0"}}"##
        )
        let part = await person.get("/v1/proposals/\(id)?places=1")
        #expect(part.document["refused"]?.first?["action"] == .integer(1), "\(part.text)")
        #expect(part.document.lines().isEmpty)
        #expect(await person.apply(id).document["done"]?.items.count == 2)
    }

    @Test func whatChangedMeanwhileIsShownAgain() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let (milk, tea) = (await person.task(#""title":"Milk""#), await person.task(#""title":"Tea""#))
        let id = await assistant.proposed(#"{"action":"delete","id":"\#(milk)"}"#)
        let tag = await person.get("/v1/proposals/\(id)").string("tag")
        // What it does not touch may change.
        _ = await person.call("PATCH", "/v1/tasks/\(tea)", #"{"title":"Green tea"}"#)
        #expect(await person.get("/v1/proposals/\(id)").string("tag") == tag)
        _ = await person.call("PATCH", "/v1/tasks/\(milk)", #"{"title":"The will"}"#)
        let history = await person.get("/v1/history").text
        #expect(await person.apply(id, tag: tag).statusAndCode == "409 proposal_changed")
        #expect(await person.get("/v1/history").text == history)
        let shown = await person.get("/v1/proposals/\(id)")
        #expect(shown.document.lines().first?["title"] == .string("The will"))
        #expect(await person.apply(id, tag: shown.string("tag")).status == 200)
        #expect(await person.get("/v1/tasks/\(milk)").statusAndCode == "410 gone")

        // What cannot be done any more is shown as refused, and the rest can be done.
        let coffee = await person.task(#""title":"Coffee""#)
        let both = await assistant.proposed(
            #"{"action":"complete","id":"\#(tea)"},{"action":"complete","id":"\#(coffee)"}"#)
        _ = await person.delete("/v1/tasks/\(coffee)")
        let now = await person.get("/v1/proposals/\(both)")
        #expect(now.document["refused"]?.first?["action"] == .integer(1), "\(now.text)")
        #expect(now.document["refused"]?.first?["problem"]?.told("code") == "gone")
        #expect(await person.apply(both, tag: now.string("tag")).document["done"]?.items.count == 1)
    }

    /// A place that somebody else took meanwhile, though nothing that the proposal names has changed.
    @Test func whatItWouldLeadToCountsAsWell() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        func place(_ task: String) async {
            let moved = await person.post("/v1/tasks/\(task)/move", #"{"region":"morning","bucket":"mustDo"}"#)
            #expect(moved.status == 200, "\(moved.text)")
        }
        let (first, second) = (await person.task(#""title":"First""#), await person.task(#""title":"Second""#))
        let id = await assistant.proposed(
            #"{"action":"move","id":"\#(first)","region":"morning","bucket":"mustDo"}"#)
        let shown = await person.get("/v1/proposals/\(id)")
        #expect(shown.document["refused"] == .array([]))
        await place(second)
        #expect(await person.apply(id, tag: shown.string("tag")).statusAndCode == "409 proposal_changed")
        #expect(await person.get("/v1/tasks/\(first)").document["region"] == .null)
    }

    /// Copies of one request on their way at once: it is done once, and all are answered alike.
    @Test func manyAtOnceAreOne() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let id = await assistant.proposed(
            (0..<20).map { #"{"action":"create","fields":{"title":"New \#($0)"}}"# }.joined(separator: ","))
        let tag = await person.get("/v1/proposals/\(id)").string("tag")
        let answers = await withTaskGroup(of: Caller.Answer.self) { group in
            for _ in 0..<6 { group.addTask { await person.apply(id, tag: tag) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(
            answers.allSatisfy { $0.status == 200 && $0.document["done"]?.items.count == 20 }, "\(answers.map(\.text))")
        #expect(await agents.rows().count == 20)
    }

    @Test func manyDeletionsAskOnceMore() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        var tasks: [String] = []
        for number in 0..<60 { tasks.append(await person.task(#""title":"Task \#(number)""#)) }
        let id = await assistant.proposed(tasks.map { #"{"action":"delete","id":"\#($0)"}"# }.joined(separator: ","))
        let tag = await person.get("/v1/proposals/\(id)").string("tag")
        #expect(await person.apply(id, tag: tag).statusAndCode == "409 mass_delete_unconfirmed")
        #expect(await agents.rows().count == 60)
        let body = #"{"tag":"\#(tag)","confirmMassDelete":true}"#
        #expect(await person.post("/v1/proposals/\(id)/application", body).status == 200)
        #expect(await agents.rows().isEmpty)
        #expect(await person.post("/v1/history/\(id)/undo").status == 200)
        #expect(await agents.rows().count == 60)
    }

    /// One undo is one undo, however much it deletes.
    @Test func manyThatWereMadeAreTakenBack() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let id = await assistant.proposed(
            (0..<60).map { #"{"action":"create","fields":{"title":"New \#($0)"}}"# }.joined(separator: ","))
        #expect(await person.apply(id).status == 200)
        #expect(await agents.rows().count == 60)
        #expect(await person.post("/v1/history/\(id)/undo").status == 200)
        #expect(await agents.rows().isEmpty)
    }

    // MARK: Whose it is, and how long

    @Test func itIsNobodyElses() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let milk = await person.task(#""title":"Milk""#)
        let id = await assistant.proposed(#"{"action":"complete","id":"\#(milk)"}"#)
        let tag = await person.get("/v1/proposals/\(id)").string("tag")
        let other = await agents.house.newcomer()
        #expect(await other.get("/v1/proposals/\(id)").statusAndCode == "404 not_found")
        #expect(await other.apply(id, tag: tag).statusAndCode == "404 not_found")
        #expect(await other.delete("/v1/proposals/\(id)").statusAndCode == "404 not_found")
        #expect(await other.get("/v1/proposals").document["proposals"] == .array([]))
        // Whoever proposes it, or may only read, does not decide.
        for caller in [assistant, await person.token(of: "read"), await person.token(of: "capture")] {
            #expect(await caller.get("/v1/proposals").statusAndCode == "403 scope_insufficient")
            #expect(await caller.apply(id, tag: tag).statusAndCode == "403 scope_insufficient")
            #expect(await caller.delete("/v1/proposals/\(id)").statusAndCode == "403 scope_insufficient")
        }
        #expect(await person.get("/v1/tasks/\(milk)").string("state") == "notStarted")
    }

    @Test func aWeekLaterAndWithItsDeviceItIsOver() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let milk = await person.task(#""title":"Milk""#)
        let old = await assistant.proposed(#"{"action":"complete","id":"\#(milk)"}"#)
        let tag = await person.get("/v1/proposals/\(old)").string("tag")
        let account = try #require(Identifier(await person.get("/v1/account").string("id")))
        let lifetime = try await agents.house.database.read(
            of: account,
            "SELECT expires_at - made_at = interval '7 days' FROM proposal WHERE account_id = \(account)")
        #expect(try lifetime[0].decode(0, as: Bool.self))
        try await agents.house.database.write(
            of: account, "UPDATE proposal SET expires_at = now() WHERE account_id = \(account)")
        #expect(await person.get("/v1/proposals").document["proposals"] == .array([]))
        #expect(await person.get("/v1/proposals/\(old)").status == 404)
        #expect(await person.apply(old, tag: tag).status == 404)

        let new = await assistant.proposed(#"{"action":"delete","id":"\#(milk)"}"#)
        // What was over went with it.
        let rows = try await agents.house.database.read(
            of: account, "SELECT 1 FROM proposal WHERE account_id = \(account)")
        #expect(rows.count == 1)
        guard case .array(let tokens)? = await person.get("/v1/tokens").document["tokens"] else {
            throw LiveHouse.Broken()
        }
        let device = tokens.first { $0["scope"] == .string("agent") }?.told("device", "id") ?? ""
        let shown = await person.get("/v1/proposals/\(new)").string("tag")
        #expect(await person.delete("/v1/devices/\(device)").status == 204)
        #expect(await person.get("/v1/proposals").document["proposals"] == .array([]))
        #expect(await person.apply(new, tag: shown).status == 404)
        #expect(await person.get("/v1/tasks/\(milk)").string("state") == "notStarted")
    }

    /// The words of a task that is erased for good are not kept in what somebody proposes for it.
    @Test func itGoesWithATaskThatIsErased() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let (milk, tea) = (await person.task(#""title":"Milk""#), await person.task(#""title":"Tea""#))
        _ = await assistant.proposed(
            #"{"action":"update","id":"\#(milk.uppercased())","fields":{"title":"Secret milk"}}"#)
        let kept = await assistant.proposed(#"{"action":"complete","id":"\#(tea)"}"#)
        #expect(await person.post("/v1/tasks/\(milk)/erasure").status == 200)
        let left = await person.get("/v1/proposals").document["proposals"]?.items ?? []
        #expect(left.map { $0.told("id") } == [kept])
    }

    // MARK: At the door

    /// Where assistants only propose, they change nothing; a proposal counts as one change, and not as tasks.
    @Test func whereTheyOnlyProposeTheyDoNotChange() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let tools = await assistant.ask("tools/list").text
        #expect(tools.contains(#""name":"propose""#) && !tools.contains(#""name":"delete""#))
        #expect(await assistant.tool("add", #"{"title":"x"}"#).number("error.code") == -32602)
        let reader = await person.token(of: "read")
        #expect(await reader.tool("propose", #"{"actions":[]}"#).number("error.code") == -32602)
        #expect(await !reader.ask("tools/list").text.contains(#""name":"propose""#))
    }

    /// What is too much to be done is proposed, and a refusal says so.
    @Test func aRefusalNamesTheWay() async throws {
        let agents = try await AgentHouse.writing()
        let (person, assistant) = (agents.person, agents.assistant)
        var tasks: [String] = []
        for number in 0..<12 { tasks.append(await person.task(#""title":"Task \#(number)""#)) }
        for task in tasks[..<10] { _ = await assistant.did("delete", #"{"task":"\#(task)"}"#) }
        let refused = await assistant.tool("delete", #"{"task":"\#(tasks[10])"}"#)
        #expect(refused.text.contains("agent_deletes_too_many") && refused.text.contains("the tool propose"))
        let id = await assistant.proposed(
            tasks[10...].map { #"{"action":"delete","id":"\#($0)"}"# }.joined(separator: ","))
        #expect(await person.apply(id).document["done"]?.items.count == 2)
    }

    // MARK: Hidden lists

    /// Byte for byte what is proposed for an id in a hidden list is answered as for one that nobody has, and what
    /// follows there is told to the person alone.
    @Test func whatIsKeptFromAssistantsIsNotThere() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let nobodys = "01890a5d-ac96-774b-bcce-b302099a8057"
        let list = await person.post("/v1/lists", #"{"name":"Diary","hiddenFromAgents":true}"#).string("id")
        let secret = await person.task(#""title":"Dear diary","listId":"\#(list)""#)
        let open = await person.task(#""title":"Milk""#)
        for actions in [
            #"{"action":"complete","id":"ID"}"#, #"{"action":"delete","id":"ID"}"#, #"{"action":"restore","id":"ID"}"#,
            #"{"action":"update","id":"ID","fields":{"title":"x"}}"#,
            #"{"action":"move","id":"ID","region":"morning"}"#,
            #"{"action":"schedule","id":"ID","to":"today"}"#, #"{"action":"reopen","id":"ID"}"#,
            #"{"action":"move","id":"\#(open)","before":"ID"}"#, #"{"action":"move","id":"\#(open)","after":"ID"}"#,
            #"{"action":"create","fields":{"title":"x","parentId":"ID"}}"#,
            #"{"action":"create","id":"ID","fields":{"title":"x"}}"#,
        ] {
            await same(assistant, actions, secret, nobodys)
        }
        for actions in [
            #"{"action":"move","id":"\#(open)","listId":"ID"}"#,
            #"{"action":"create","fields":{"title":"x","listId":"ID"}}"#,
        ] {
            await same(assistant, actions, list, nobodys)
        }
        #expect(await person.get("/v1/proposals").document["proposals"] == .array([]))

        // A series whose part lies in the hidden list: it goes on there, and only the person is told.
        let series = await person.task(
            #""title":"Water","scheduledDate":"2026-11-21","recurrence":{"rrule":"FREQ=DAILY"}"#)
        _ = await person.task(#""title":"Hidden part","listId":"\#(list)","parentId":"\#(series)""#)
        let answer = await assistant.tool("propose", #"{"actions":[{"action":"complete","id":"\#(series)"}]}"#)
        #expect(answer.status == 200 && answer.text.contains("Water") && !answer.text.contains("Hidden part"))
        #expect(!answer.text.contains(list))
        let id = await person.get("/v1/proposals").first("proposals", "id")
        #expect(await person.get("/v1/proposals/\(id)").text.contains("Hidden part"))
    }

    private func same(_ assistant: Caller, _ actions: String, _ id: String, _ nobodys: String) async {
        let hidden = await assistant.tool("propose", #"{"actions":[\#(actions.replacing("ID", with: id))]}"#)
        let none = await assistant.tool("propose", #"{"actions":[\#(actions.replacing("ID", with: nobodys))]}"#)
        #expect(hidden.status == 200 && hidden.text.contains("isError"), "\(actions) \(hidden.text)")
        #expect(hidden.text == none.text.replacing(nobodys, with: id), "\(actions)")
    }
}

extension AgentHouse {
    fileprivate static func proposing() async throws -> AgentHouse {
        let house = try await openHouse(["DAYBOOK_AGENTS": "propose"])
        let person = await house.newcomer()
        return AgentHouse(house: house, person: person, assistant: await person.token(of: "agent"))
    }
}

extension Caller {
    /// The id of what it proposes.
    fileprivate func proposed(_ actions: String) async -> String {
        await did("propose", #"{"actions":[\#(actions)]}"#).told("proposal", "id")
    }

    /// As it is shown now, unless a tag says what was shown.
    fileprivate func apply(_ id: String, tag: String? = nil, places: String? = nil) async -> Answer {
        var shown = tag
        if shown == nil { shown = await get("/v1/proposals/\(id)").string("tag") }
        let part = places.map { #","places":\#($0)"# } ?? ""
        return await post("/v1/proposals/\(id)/application", #"{"tag":"\#(shown ?? "")"\#(part)}"#)
    }
}

extension Wire.Answer {
    fileprivate var document: JSONValue { (try? JSONValue(json: body)) ?? .null }
}

extension JSONValue {
    fileprivate var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
    fileprivate var first: JSONValue? { items.first }

    fileprivate func told(_ path: String...) -> String {
        guard case .string(let text)? = path.reduce(Optional(self), { $0?[$1] }) else { return "" }
        return text
    }

    fileprivate func lines(_ name: String? = nil) -> [JSONValue] {
        (name.map { self[$0] ?? .null } ?? self)["changes"]?.items ?? []
    }
}
