import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// What an assistant proposes changes nothing, and is kept only where it could be done.
@Suite(.closing) struct ProposingTests {
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

    @Test func thereAreTenOfFiveEachAndTheSameIsOne() async throws {
        let agents = try await AgentHouse.proposing()
        let (person, assistant) = (agents.person, agents.assistant)
        let (other, third) = (await person.token(of: "agent"), await person.token(of: "agent"))
        let milk = await person.task(#""title":"Milk""#)
        let more = #"{"actions":[{"action":"complete","id":"\#(milk)"}]}"#
        var ids: [String] = []
        for number in 0..<10 {
            // One that has filled its share leaves room to others.
            if number == 5 { #expect(await assistant.refusal("propose", more) == "too_many_proposals") }
            ids.append(
                await (number < 5 ? assistant : other).proposed(
                    #"{"action":"update","id":"\#(milk)","fields":{"priority":1,"title":"\#(number)"}}"#))
        }
        #expect(Set(ids).count == 10)
        let again = #"{"action":"update","id":"\#(milk)","fields":{"priority":1,"title":"3"}}"#
        #expect(await assistant.proposed(again) == ids[3])
        #expect(await third.refusal("propose", more) == "too_many_proposals")
        #expect(await person.delete("/v1/proposals/\(ids[0])").status == 204)
        #expect(await person.delete("/v1/proposals/\(ids[0])").status == 404)
        #expect(await person.get("/v1/proposals/\(ids[0])").status == 404)
        #expect(await person.apply(ids[0], tag: "x").statusAndCode == "404 not_found")
        #expect(await assistant.refusal("propose", more) == "")
        #expect(await person.get("/v1/tasks/\(milk)").string("title") == "Milk")
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

    @Test func theSameOnceMoreNamesTheSameNewTasks() async throws {
        let agents = try await AgentHouse.proposing()
        let proposed = #"{"actions":[{"action":"create","fields":{"title":"Tea"}}]}"#
        let first = await agents.assistant.did("propose", proposed)
        let again = await agents.assistant.did("propose", proposed)
        #expect(first.lines("proposal").map { $0.told("id") } == again.lines("proposal").map { $0.told("id") })
        #expect(first.lines("proposal").count == 1)
    }
}
