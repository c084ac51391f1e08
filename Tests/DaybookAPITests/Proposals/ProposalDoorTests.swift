import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// What may be proposed at the door for assistants, and what is told of it there.
@Suite(.closing) struct ProposalDoorTests {
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
