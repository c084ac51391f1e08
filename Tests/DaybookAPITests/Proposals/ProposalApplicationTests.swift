import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// What of a proposal is done, the person does, as one deed, and only what was shown.
@Suite(.closing) struct ProposalApplicationTests {
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
        let device = try await agents.assistantsDevice()
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
}
