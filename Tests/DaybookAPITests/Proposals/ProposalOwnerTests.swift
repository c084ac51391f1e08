import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// A proposal is the person's alone, for a week, and for as long as its device is let in and its tasks are there.
@Suite(.closing) struct ProposalOwnerTests {
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
            of: account, "UPDATE proposal SET expires_at = now() - interval '1 second' WHERE account_id = \(account)")
        #expect(await person.get("/v1/proposals").document["proposals"] == .array([]))
        #expect(await person.get("/v1/proposals/\(old)").status == 404)
        #expect(await person.apply(old, tag: tag).status == 404)

        let new = await assistant.proposed(#"{"action":"delete","id":"\#(milk)"}"#)
        // What was over went with it.
        let rows = try await agents.house.database.read(
            of: account, "SELECT 1 FROM proposal WHERE account_id = \(account)")
        #expect(rows.count == 1)
        let device = try await agents.assistantsDevice()
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
}
