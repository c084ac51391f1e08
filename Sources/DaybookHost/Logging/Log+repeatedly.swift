import Reactor

extension Log {
    /// Does something again and again until its task is cancelled. What interrupts it is told, and the next time goes
    /// on: the database was away, or refused.
    ///
    /// - Parameters:
    ///   - pauses: before each time so many milliseconds, at random, for not all processes are to do it at once.
    ///   - first: before the first time, where that is another pause.
    package func repeatedly(
        _ pauses: ClosedRange<Int>, first: ClosedRange<Int>? = nil, interrupted sentence: StaticString,
        _ work: () async throws -> Void
    ) async {
        guard let reactor = Reactor.current else { return }
        var pause = first ?? pauses
        while true {
            await reactor.sleep(for: .milliseconds(Int.random(in: pause)))
            if Task.isCancelled { return }
            pause = pauses
            do { try await work() } catch { interrupted(sentence, error) }
        }
    }
}
