import DaybookCore
import Testing

/// Cursors and pushes that are not what they should be, over real sockets.
@Suite(.closing) struct CursorTests {
    private func sync(_ api: API, _ token: String, cursor: String?, ops: String = "[]") async throws -> API.Answer {
        let cursor = cursor.map { "\"\($0)\"" } ?? "null"
        return try await api.ask("POST", "/v1/sync", token: token, #"{"cursor":\#(cursor),"ops":\#(ops)}"#)
    }

    private func operation(_ number: Int, at: String = "2026-11-21T09:15:00.000Z") -> String {
        let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
        return #"{"opId":"\#(id)","entity":"task","id":"\#(id)","at":"\#(at)","fields":{"title":"Task \#(number)"}}"#
    }

    @Test func aCursorOfTheFutureOfAnotherEpochOrNoneAtAllIsToldSoAndNothingIsDone() async throws {
        let api = try await API.serving()
        let mine = try await api.newAccount()
        let other = try await api.newAccount()
        let first = try await sync(api, mine.token, cursor: nil, ops: "[\(operation(1)),\(operation(2))]")
        #expect(first.status == 200)
        let cursor = try #require(first.json["cursor"].text.flatMap { SyncCursor($0) })
        #expect(cursor.revision == 2)

        var future = cursor
        future.revision = 99
        var elsewhere = cursor
        elsewhere.epoch = Identifier(high: 1, low: 1)
        for wrong in [future, elsewhere] {
            let answer = try await sync(api, mine.token, cursor: wrong.text, ops: "[\(operation(3))]")
            #expect(answer.status == 410, "\(wrong.text)")
        }
        // The other account has not come so far: for it this is a cursor of the future.
        #expect(try await sync(api, other.token, cursor: cursor.text, ops: "[\(operation(4))]").status == 410)
        for malformed in ["", "x", "\(cursor.epoch)", "\(cursor.epoch):-1", "\(cursor.epoch):02", "\(cursor.text):x"] {
            let answer = try await sync(api, mine.token, cursor: malformed, ops: "[\(operation(5))]")
            #expect(answer.status == 422 || answer.status == 400, "\(malformed): \(answer.status)")
            #expect(answer.code != nil)
        }
        let after = try await sync(api, mine.token, cursor: cursor.text)
        #expect(after.status == 200)
        #expect(after.json["revision"].number == 2, "something was done: \(after.json)")
        #expect(try await sync(api, other.token, cursor: nil).json["revision"].number == 0)
    }

    @Test func anOldPushIsAnsweredAsItWas() async throws {
        let api = try await API.serving()
        let mine = try await api.newAccount()
        let old = try await sync(api, mine.token, cursor: nil, ops: "[\(operation(1)),\(operation(2))]")
        for number in 3...10 { _ = try await sync(api, mine.token, cursor: nil, ops: "[\(operation(number))]") }
        let again = try await sync(api, mine.token, cursor: nil, ops: "[\(operation(1)),\(operation(2))]")
        #expect(again.json["outcomes"] == old.json["outcomes"])
        #expect(again.json["revision"].number == 10)
    }
}
