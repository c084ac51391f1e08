import DaybookCore
import HTTP
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import TestService
@testable import TestStore

/// Who is let in to read alone reads alone for ever.
@Suite(.closing) struct AssistantReadingTests {
    /// The tools that a token is offered.
    private func tools(_ applicant: Applicant, _ token: String) async -> [String] {
        let asked = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
        let answer = await applicant.ask("POST", "/mcp", token: token, type: "application/json", asked)
        guard case .array(let tools)? = answer["result"]?["tools"] else { return [] }
        return tools.compactMap { if case .string(let name)? = $0["name"] { name } else { nil } }.sorted()
    }

    private let reading = ["day", "find", "history", "lists", "show"]

    /// Exchanged, and refreshed once, with what it is known by.
    private func entered(_ applicant: Applicant, _ answer: Applicant.Answer, as scope: String) async throws -> String {
        let code = try #require(Returned(answer, applicant.redirect).items["code"])
        let first = await applicant.token(applicant.exchange(code))
        #expect(first.status == 200 && first.string("scope") == scope, "\(first.text)")
        let second = await applicant.token(applicant.refreshing(first.string("refresh_token")))
        #expect(second.status == 200 && second.string("scope") == scope, "\(second.text)")
        let again = await applicant.token(applicant.refreshing(first.string("refresh_token")))
        #expect(again.string("scope") == scope && again.string("access_token") == second.string("access_token"))
        return second.string("access_token")
    }

    private func expectReading(_ applicant: Applicant, _ token: String, of anna: Caller) async {
        #expect(await tools(applicant, token) == reading)
        let call =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"title":"Milk"}}}"#
        _ = await applicant.ask("POST", "/mcp", token: token, type: "application/json", call)
        #expect(await !anna.get("/v1/tasks").text.contains("Milk"))
        // Narrower than a token of scope `read`: it opens nothing else, and so no list that is kept from assistants.
        for path in ["/v1/tasks", "/v1/lists", "/v1/tokens"] {
            #expect(await anna.with(token).get(path).statusAndCode == "403 scope_insufficient")
        }
    }

    @Test func aPersonMayLetItReadAlone() async throws {
        let (_, anna, applicant) = try await AssistantScene.begin()
        #expect(await applicant.open().text.contains("Let it in to read alone"))
        let form = Applicant.allowing(AssistantScene.email).dropLast() + [("decision", "allow-reading")]
        let token = try await entered(applicant, await applicant.decide(Array(form)), as: "agent_read")
        await expectReading(applicant, token, of: anna)
        #expect(await anna.get("/v1/tokens").text.contains(#""scope":"agent_read""#))
    }

    /// It says what may be done now, and what could follow from the same yes.
    @Test func thePageSaysWhatItMay() async throws {
        for (policy, proposes, changes) in [("read", false, false), ("propose", true, true), ("write", false, true)] {
            let (_, _, applicant) = try await AssistantScene.begin(policy)
            let page = await applicant.open().text
            #expect(page.contains("Propose changes of tasks") == proposes, "\(policy)")
            #expect(page.contains("Should this server let assistants change tasks one day") == proposes, "\(policy)")
            #expect(page.contains("dd, change, complete, move and delete tasks") == changes, "\(policy)")
        }
    }

    @Test func fromADeviceThatIsInToo() async throws {
        let (_, anna, applicant) = try await AssistantScene.begin()
        let offer = await anna.post("/v1/pairing")
        let shown = await applicant.decide([("pairing", offer.string("code")), ("decision", "pair")])
        func hidden(_ name: String) throws -> String {
            let place = try #require(shown.text.firstRange(of: "name=\"\(name)\" value=\""))
            return String(shown.text[place.upperBound...].prefix { $0 != "\"" })
        }
        #expect(shown.text.contains("Type this number there"), "as every device asks")
        let number = #"{"number":\#(try hidden("number"))}"#
        #expect(await anna.post("/v1/pairing/\(offer.string("id"))/confirmation", number).status == 204)
        let form = [
            ("pairing", try hidden("pairing")), ("secret", try hidden("secret")), ("number", try hidden("number")),
            ("decision", "paired-reading"),
        ]
        let token = try await entered(applicant, await applicant.decide(form), as: "agent_read")
        await expectReading(applicant, token, of: anna)
    }

    /// A program may ask for no more, and gets no more, whichever button is pressed.
    @Test func aProgramMayAskForThatAlone() async throws {
        let (_, anna, applicant) = try await AssistantScene.begin()
        let question = applicant.question("scope", "agent_read")
        let page = await applicant.open(question).text
        #expect(!page.contains("Add, change, complete") && !page.contains("read alone"))
        let answer = await applicant.decide(Applicant.allowing(AssistantScene.email), question)
        await expectReading(applicant, try await entered(applicant, answer, as: "agent_read"), of: anna)
        let both = applicant.question("scope", "agent agent_read")
        let wide = await applicant.decide(Applicant.allowing(AssistantScene.email), both)
        let token = try await entered(applicant, wide, as: "agent")
        #expect(await tools(applicant, token).count > reading.count)
    }

    /// Let in where assistants only read, it does not begin to write where the operator lets others do so.
    @Test func whoWasLetInWhereAllOnlyReadStaysSo() async throws {
        let (url, settings) = (try await migratedDatabase.copy(), AssistantScene.settings)
        let secret = SecretKey.random()
        let before = try await LiveHouse.open(url, settings("read"), secret: secret)
        let anna = await before.claimed(AssistantScene.email).caller
        var applicant = try await Applicant.registered(before)
        let form = Applicant.allowing(AssistantScene.email)
        let token = try await entered(applicant, await applicant.decide(form), as: "agent_read")
        #expect(await tools(applicant, token) == reading)
        await before.close()
        let after = try await LiveHouse.open(url, settings("write"), secret: secret)
        atEnd { await after.close() }
        applicant = applicant.at(after)
        await expectReading(applicant, token, of: after.caller.with(anna.token ?? ""))
        let wide = try await entered(applicant, await applicant.decide(form), as: "agent")
        #expect(await tools(applicant, wide).count > reading.count)
    }
}
