import Testing

@testable import Reactor

/// The rest between the pieces of long work.
@Suite struct WorkPaceTests {
    /// The clock of these tests.
    private struct Work {
        var now = LoopTime(nanoseconds: 7_000_000_000)
        var pace: WorkPace

        init(resting times: Int) { pace = WorkPace(times, .milliseconds(50), from: now) }

        /// The rest after a piece of such length.
        mutating func piece(_ length: Duration) -> Duration {
            now = now + length
            let rest = pace.restWanted(at: now)
            guard rest > .zero else { return rest }
            now = now + rest
            pace.goOn(at: now)
            return rest
        }
    }

    @Test func aRestIsSoManyTimesAsLongAsThePieceBeforeIt() {
        var work = Work(resting: 3)
        #expect(work.piece(.zero) == .zero)
        #expect(work.piece(.milliseconds(4)) == .milliseconds(12))
        #expect(work.piece(.milliseconds(10)) == .milliseconds(30))
        // Whoever waited for a lock need not rest for as long as that.
        #expect(work.piece(.seconds(5)) == .milliseconds(50))
        #expect(work.piece(.milliseconds(4)) == .milliseconds(12))
    }

    @Test func whatIsTooShortIsRestedLater() {
        var work = Work(resting: 2)
        #expect(work.piece(.microseconds(200)) == .zero)
        #expect(work.piece(.microseconds(200)) == .zero)
        #expect(work.piece(.microseconds(200)) == .microseconds(1200))
        #expect(work.piece(.microseconds(200)) == .zero)
    }

    @Test func whoNeedNotRestNeverDoes() {
        var work = Work(resting: 0)
        for length in [0, 5, 500] { #expect(work.piece(.milliseconds(length)) == .zero) }
    }

    @Test func aTaskThatIsCancelledOrOnNoReactorRestsNoLonger() async throws {
        let group = try ReactorGroup(count: 1)
        defer { group.stop() }
        let hour = WorkPace(1, .seconds(3600), from: LoopTime(nanoseconds: 0))
        let resting = Task(executorPreference: group.reactors[0]) {
            var pace = hour
            await pace.rest()
        }
        resting.cancel()
        await resting.value
        var pace = hour
        await pace.rest()
    }
}
