import Postgres
import Synchronization
import TestWire
import Testing

/// Answers that are there before anybody comes to them.
@Suite(.serialized, .closing) struct AnswerRoomTests {
    private static let long: Query = "select repeat('x', 1000000)"

    @Test func whatNobodyHasUsedUpHasABound() async throws {
        let database = try openDatabase()
        let most = Most()
        let reactor = try #require(database.reactor)
        try await atOnce(0..<150, on: reactor) { _ in
            let rows = try await database.read(Self.long)
            most.note(database.statistics.answerBytes)
            // Readers that take their time, and hold no reactor meanwhile: first until there are many answers.
            for _ in 0..<6_000 where most.value <= 8 << 20 {
                await reactor.sleep(for: .milliseconds(5))
                most.note(database.statistics.answerBytes)
            }
            await reactor.sleep(for: .milliseconds(150))
            #expect(rows.count == 1)
        }
        // The bound, and what was on its way when it was reached.
        let reached = most.value
        #expect(reached > 8 << 20 && reached < 40 << 20, "\(reached >> 20) MiB")
    }

    /// Whoever holds more answers than have room waits, and not for ever.
    @Test func whoKeepsThemAllGetsTheLastOneToo() async throws {
        let database = try openDatabase()
        let kept = try await atOnce(0..<30) { _ in try await database.read(Self.long) }
        #expect(kept.count == 30)
        #expect(database.statistics.answerBytes >= 30_000_000)
        // Small ones come meanwhile.
        #expect(try await database.value("select 1") == Int32(1))
    }
}

private final class Most: Sendable {
    private let most = Mutex(0)
    var value: Int { most.withLock { $0 } }
    func note(_ value: Int) { most.withLock { $0 = max($0, value) } }
}
