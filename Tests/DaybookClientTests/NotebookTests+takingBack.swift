import Testing

@testable import DaybookClient
@testable import DaybookCore

/// What one device did is taken back by the server, once, however often it is asked for.
extension NotebookTests {
    /// Each answer of the server in turn; nil for none. Answers the keys that it was asked under.
    private func takingBack(_ answers: [HTTPAnswer?], _ rehearsing: Bool = false) async throws -> [String?] {
        let phone = try await begun("phone")
        let heard = Locked<[String?]>([])
        standIn.state.withLock { state in
            state.others = { call in
                let number = heard.withLock { heard in
                    heard.append(call.fields["idempotency-key"])
                    return heard.count - 1
                }
                guard number < answers.count, let answer = answers[number] else { throw Unreachable("it was cut") }
                return answer
            }
        }
        let device = Identifier(high: 1, low: 1)
        do { try await phone.takeBack(device, since: .revision(0), rehearsing: rehearsing) } catch is EntryFailure {}
        return heard.withLock { $0 }
    }

    private static let done = HTTPAnswer(
        status: 200,
        body: Array(
            """
            {"device":{"id":"00000000-0000-4000-8000-000000000001","name":"Import"},
            "tasks":{"restored":0,"deleted":1,"changed":0},"lists":{"restored":0,"deleted":0,"changed":0},
            "settings":false,"erased":0,"kept":[],"undo":null}
            """.utf8))

    @Test func whereTheAnswerIsLostTheSameDeedIsAskedForAgain() async throws {
        let keys = try await takingBack([nil, Self.done])
        #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
        #expect(Identifier(keys[0] ?? "") != nil)
    }

    @Test func aServerThatIsNotThereIsNotAskedForEver() async throws {
        #expect(try await takingBack([]).count == 2)
    }

    @Test func aRefusalIsAnAnswer() async throws {
        #expect(try await takingBack([StandIn.problem(409, "history_too_short", "Too old")]).count == 1)
    }

    @Test func aRehearsalNeedsNoKey() async throws {
        #expect(try await takingBack([Self.done], true) == [nil])
    }
}
