import Testing

@testable import DaybookClient
@testable import DaybookCore

/// What assistants propose, as the server tells it, and what is asked of it.
extension NotebookTests {
    private static let id = "550e8400-e29b-41d4-a716-446655440000"

    private static let proposal = """
        "id":"\(id)","device":{"id":"550e8400-e29b-41d4-a716-446655440001","name":"Claude"},
        "madeAt":"2026-03-03T12:00:00.000Z","expiresAt":"2026-03-10T12:00:00.000Z","note":"For the trip","count":3
        """

    private static func shown(hasMore: Bool = false, kind: String = "set") -> String {
        """
        {\(proposal),"tag":"ab12","revision":7,"actions":[
        {"action":"update","id":"550e8400-e29b-41d4-a716-446655440002","fields":{"title":"Oat milk"}},
        {"action":"delete","id":"550e8400-e29b-41d4-a716-446655440003"},
        {"action":"create","fields":{"title":"Pack","parentId":"550e8400-e29b-41d4-a716-446655440004"}}],
        "changes":[{"action":0,"entity":"task","id":"550e8400-e29b-41d4-a716-446655440002","title":"Milk",
        "kind":"\(kind)","changes":[{"field":"title","old":"Milk","new":"Oat milk"}],"concluded":false},
        {"action":null,"entity":"task","id":"550e8400-e29b-41d4-a716-446655440005","title":null,"kind":"set",
        "changes":[],"concluded":true}],"hasMore":\(hasMore),
        "refused":[{"action":2,"problem":{"code":"not_found","title":"There is nothing here"}}]}
        """
    }

    /// Each answer of the server in turn, nil for none, and what it was asked.
    private func answering(
        _ answers: [HTTPAnswer?], _ name: String = "phone"
    ) async throws -> (Notebook, asked: Locked<[HTTPCall]>) {
        let phone = try await begun(name)
        let heard = Locked<[HTTPCall]>([])
        standIn.state.withLock { state in
            state.others = { call in
                let number = heard.withLock { heard in
                    heard.append(call)
                    return heard.count - 1
                }
                guard number < answers.count, let answer = answers[number] else { throw Unreachable("it was cut") }
                return answer
            }
        }
        return (phone, heard)
    }

    private static func said(_ text: String) -> HTTPAnswer { HTTPAnswer(status: 200, body: Array(text.utf8)) }

    @Test func proposalsAreReadAsTheServerHasThem() async throws {
        let (phone, asked) = try await answering([
            Self.said(#"{"proposals":[{\#(Self.proposal)}]}"#), Self.said(Self.shown()),
            Self.said(Self.shown(kind: "blend")), HTTPAnswer(status: 204, body: []),
        ])
        let proposal = try #require(try await phone.proposals().first)
        #expect(proposal.deviceName == "Claude" && proposal.note == "For the trip" && proposal.count == 3)
        #expect(proposal.expiresAt == proposal.madeAt.adding(seconds: 7 * 86_400))

        let shown = try await phone.rehearseProposal(proposal.id)
        #expect(shown.proposal == proposal && shown.tag == "ab12" && shown.actions == nil)
        #expect(shown.lines.map(\.action) == [0, nil] && shown.lines.map(\.isConcluded) == [false, true])
        #expect(shown.lines[0].title == "Milk" && shown.lines[0].kind == .set)
        #expect(shown.lines[0].changes.first?.new == .string("Oat milk"))
        let refusal = try #require(shown.refused.first)
        #expect(refusal.action == 2 && refusal.title == "Pack" && refusal.task == nil && refusal.code == "not_found")
        // A later server may know more of what can happen.
        #expect(try await phone.rehearseProposal(proposal.id, only: [2, 0]).lines[0].kind.rawValue == "blend")

        try await phone.dismissProposal(proposal.id)
        #expect(
            asked.withLock { $0.map { "\($0.method) \($0.path)" } } == [
                "GET /v1/proposals", "GET /v1/proposals/\(Self.id)", "GET /v1/proposals/\(Self.id)?places=0,2",
                "DELETE /v1/proposals/\(Self.id)",
            ])
    }

    /// Nobody is asked to agree to what cannot be shown.
    @Test func whatIsNotToldWholeIsNotShown() async throws {
        let id = try #require(Identifier(Self.id))
        let broken = [Self.shown(hasMore: true), Self.shown().replacing(#""kind":"set""#, with: #""kind":1"#), "{}"]
        for (place, text) in broken.enumerated() {
            let (phone, _) = try await answering([Self.said(text)], "phone \(place)")
            await #expect(throws: EntryFailure.unreadable) { try await phone.rehearseProposal(id) }
        }
    }

    /// The same request comes again where an answer was lost, with the tag and the actions that were shown.
    @Test func whatWasShownIsAppliedOnceWhereTheAnswerIsLost() async throws {
        let id = try #require(Identifier(Self.id))
        let done = #"{"revision":8,"opId":"\#(Self.id)","done":[{"action":0,"id":null}],"refused":[]}"#
        let undone = """
            {"revision":9,"undone":[],"kept":[{"entity":"task","id":"550e8400-e29b-41d4-a716-446655440002","field":"title"}]}
            """
        let (phone, asked) = try await answering([Self.said(Self.shown()), nil, Self.said(done), Self.said(undone)])
        let shown = try await phone.rehearseProposal(id, only: [0])
        let applied = try await phone.applyProposal(shown)
        #expect(applied.change == id && applied.done == [0] && applied.refused == [])
        #expect(try await phone.undo(applied).map(\.field) == ["title"])
        let calls = asked.withLock { $0 }.dropFirst()
        #expect(
            calls.map { "\($0.path) \(String(decoding: $0.body ?? [], as: UTF8.self))" } == [
                #"/v1/proposals/\#(Self.id)/application {"tag":"ab12","places":[0]}"#,
                #"/v1/proposals/\#(Self.id)/application {"tag":"ab12","places":[0]}"#,
                "/v1/history/\(Self.id)/undo {}",
            ])
    }

    @Test func whatWouldComeToSomethingElseIsRefused() async throws {
        let id = try #require(Identifier(Self.id))
        let (phone, asked) = try await answering([
            Self.said(Self.shown()), StandIn.problem(409, "proposal_changed", "It would not come to what was shown"),
        ])
        let shown = try await phone.rehearseProposal(id)
        await #expect {
            try await phone.applyProposal(shown, confirmingDeletions: true)
        } throws: { error in
            guard case .refused("proposal_changed", _, 409)? = error as? EntryFailure else { return false }
            return true
        }
        let body = asked.withLock { $0.last?.body } ?? []
        #expect(String(decoding: body, as: UTF8.self) == #"{"tag":"ab12","confirmMassDelete":true}"#)
    }
}
