import Postgres
import Synchronization
import Testing

/// Answers that are there before anybody comes to them.
@Suite(.serialized, .closing) struct AnswerRoomTests {
    private static let long: Query = "select repeat('x', 1000000)"

    @Test func whatNobodyHasUsedUpHasABound() async throws {
        let database = try openDatabase()
        let most = Most()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<150 {
                group.addTask {
                    let rows = try await database.read(Self.long)
                    let bytes = database.statistics.answerBytes
                    most.note(bytes)
                    // A reader that takes its time, and holds no reactor meanwhile.
                    try await Task.sleep(for: .milliseconds(150))
                    #expect(rows.count == 1)
                }
            }
            try await group.waitForAll()
        }
        // The bound, and what was on its way when it was reached.
        let reached = most.value
        #expect(reached > 8 << 20 && reached < 40 << 20, "\(reached >> 20) MiB")
    }

    /// Whoever holds more answers than have room waits, and not for ever.
    @Test func whoKeepsThemAllGetsTheLastOneToo() async throws {
        let database = try openDatabase()
        let kept = try await withThrowingTaskGroup(of: Rows.self) { group in
            for _ in 0..<30 { group.addTask { try await database.read(Self.long) } }
            var kept: [Rows] = []
            for try await rows in group { kept.append(rows) }
            return kept
        }
        #expect(kept.count == 30)
        #expect(database.statistics.answerBytes >= 30_000_000)
        // Small ones come meanwhile.
        #expect(try await database.read("select 1")[0].decode(0, as: Int32.self) == 1)
    }
}

private final class Most: Sendable {
    private let most = Mutex(0)
    var value: Int { most.withLock { $0 } }
    func note(_ value: Int) { most.withLock { $0 = max($0, value) } }
}
