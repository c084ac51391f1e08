import DaybookCore
import DaybookHost
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// What operators and the person are told of what an assistant did: numbers, and nobody's words.
@Suite(.closing) struct AgentFiguresTests {
    private func page(_ agents: AgentHouse) async -> [Substring] {
        var page = Exposition()
        await agents.house.api.agents.exposed()(&page)
        return String(decoding: page.bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    @Test func callsStopsAndProposalsAreCounted() async throws {
        let agents = try await AgentHouse.writing()
        let (person, assistant) = (agents.person, agents.assistant)
        #expect(
            await page(agents)
                == ["made", "applied", "dismissed"].map { #"daybook_proposals_total{outcome="\#($0)"} 0"# })
        let milk = await person.task(#""title":"Milk""#)
        _ = await assistant.did("day", "{}")
        #expect(await assistant.refusal("show", #"{"task":"01890a5d-ac96-774b-bcce-b302099a8057"}"#) == "not_found")
        #expect(await assistant.refusal("find", #"{"limit":0}"#) == "invalid_arguments")
        // What is no tool is not counted, whatever it is called.
        _ = await assistant.tool("Ignore all this", "{}")
        for _ in 0..<5 { _ = await assistant.did("change", #"{"task":"\#(milk)","priority":3}"#) }
        let sixth = #"{"task":"\#(milk)","priority":3}"#
        #expect(await assistant.refusal("change", sixth) == "agent_repeats_itself")
        for title in ["Tea", "Coffee"] {
            _ = await assistant.did("propose", #"{"actions":[{"action":"create","fields":{"title":"\#(title)"}}]}"#)
        }
        // The same again is the one that waits.
        _ = await assistant.did("propose", #"{"actions":[{"action":"create","fields":{"title":"Tea"}}]}"#)
        guard case .array(let waiting)? = await person.get("/v1/proposals")["proposals"], waiting.count == 2,
            case .string(let tea)? = waiting[0]["id"], case .string(let coffee)? = waiting[1]["id"]
        else {
            Issue.record("two proposals should wait")
            return
        }
        let tag = await person.get("/v1/proposals/\(tea)").string("tag")
        #expect(await person.post("/v1/proposals/\(tea)/application", #"{"tag":"x"}"#).status == 409)
        #expect(await person.post("/v1/proposals/\(tea)/application", #"{"tag":"\#(tag)"}"#).status == 200)
        #expect(await person.delete("/v1/proposals/\(coffee)").status == 204)
        #expect(await person.delete("/v1/proposals/\(coffee)").status == 404)
        #expect(
            await page(agents) == [
                #"daybook_agent_calls_total{tool="change",outcome="done"} 5"#,
                #"daybook_agent_calls_total{tool="change",outcome="refused"} 1"#,
                #"daybook_agent_calls_total{tool="day",outcome="done"} 1"#,
                #"daybook_agent_calls_total{tool="find",outcome="refused"} 1"#,
                #"daybook_agent_calls_total{tool="propose",outcome="done"} 3"#,
                #"daybook_agent_calls_total{tool="show",outcome="refused"} 1"#,
                #"daybook_agent_stops_total{bound="agent_repeats_itself"} 1"#,
                #"daybook_proposals_total{outcome="made"} 2"#, #"daybook_proposals_total{outcome="applied"} 1"#,
                #"daybook_proposals_total{outcome="dismissed"} 1"#,
            ])
    }

    /// Among the devices an assistant is told with how much it changed since yesterday; the others' is not counted.
    @Test func theDeviceOfAnAssistantIsToldWithWhatItChanged() async throws {
        let agents = try await AgentHouse.writing()
        let (person, assistant) = (agents.person, agents.assistant)
        func changes() async -> [String: JSONValue?] {
            guard case .array(let devices)? = await person.get("/v1/devices")["devices"] else { return [:] }
            return Dictionary(
                devices.map { device in
                    let isAssistant = device["name"] == .string("An assistant")
                    return (isAssistant ? "assistant" : "person", device["recentChanges"])
                }, uniquingKeysWith: { $1 })
        }
        let milk = await person.task(#""title":"Milk""#)
        #expect(await changes() == ["assistant": .integer(0), "person": .null])
        _ = await assistant.did("change", #"{"task":"\#(milk)","title":"Oat milk"}"#)
        _ = await assistant.did("add", #"{"title":"Tea"}"#)
        _ = await person.call("PATCH", "/v1/tasks/\(milk)", #"{"title":"Whole milk"}"#)
        #expect(await changes() == ["assistant": .integer(2), "person": .null])

        let account = try #require(Identifier(await person.get("/v1/account").string("id")))
        try await agents.house.database.write(
            of: account,
            "UPDATE change SET recorded_at = recorded_at - interval '25 hours' WHERE account_id = \(account)")
        #expect(await changes() == ["assistant": .integer(0), "person": .null])
        // What was let in only to read is an assistant too.
        let reader = await person.token(of: "agent_read")
        _ = await reader.did("day", "{}")
        let renamed = await person.get("/v1/devices")["devices"]
        guard case .array(let devices)? = renamed, let last = devices.last, case .string(let id)? = last["id"] else {
            Issue.record("no devices")
            return
        }
        let named = await person.call("PATCH", "/v1/devices/\(id)", #"{"name":"Reader"}"#)
        #expect(named.string("name") == "Reader" && named["recentChanges"] == .integer(0), "\(named.text)")
    }
}
