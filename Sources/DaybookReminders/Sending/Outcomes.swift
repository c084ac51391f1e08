import DaybookCore
import DaybookStore
import Postgres
import Reactor
import Synchronization

/// Writes down what became of deliveries: of many accounts together, a moment after the first.
final class Outcomes: Sendable {
    private let database: Database
    private let state = Mutex(State())

    private struct State {
        var gathered: [NotificationSender.Outcome] = []
        var waiting: [CheckedContinuation<(any Error)?, Never>] = []
        var isGathering = false
    }

    private static let pause = Duration.milliseconds(10)

    init(_ database: Database) { self.database = database }

    /// Returns once it is durable.
    func record(_ outcome: NotificationSender.Outcome) async throws {
        let error = await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                state.gathered.append(outcome)
                state.waiting.append(continuation)
                defer { state.isGathering = true }
                return !state.isGathering
            }
            if isFirst { Task(executorPreference: Reactor.current) { await self.write() } }
        }
        if let error { throw error }
    }

    /// One batch after the other: what comes meanwhile is in the next.
    private func write() async {
        while true {
            await Reactor.current?.sleep(for: Self.pause)
            let (outcomes, waiting) = state.withLock { state in
                defer { state = State(isGathering: !state.gathered.isEmpty) }
                return (state.gathered, state.waiting)
            }
            if outcomes.isEmpty { return }
            let failure = await write(outcomes)
            for continuation in waiting { continuation.resume(returning: failure) }
        }
    }

    /// Tries again for a while: what is not written down is sent once more. All of it may be written twice.
    private func write(_ outcomes: [NotificationSender.Outcome]) async -> (any Error)? {
        var failure: (any Error)?
        for pause in [Duration.seconds(1), .seconds(4), .zero] {
            do {
                try await Self.write(outcomes, to: database)
                return nil
            } catch {
                failure = error
                await Reactor.current?.sleep(for: pause)
            }
        }
        return failure
    }

    private static func write(_ outcomes: [NotificationSender.Outcome], to database: Database) async throws {
        let deliveries = outcomes.flatMap(\.deliveries)
        var queries: [Query] = [.scopeByKeys(Set(outcomes.map(\.account)).sorted())]
        if !deliveries.isEmpty { queries.append(.writeOutcomes(deliveries)) }
        queries += Query.giveBack(outcomes.flatMap(\.rows))
        queries += Query.note(outcomes)
        let moments = outcomes.compactMap { outcome in outcome.momentsAt.map { (outcome.account, $0) } }
        if !moments.isEmpty { queries.append(.lookAtMoments(of: moments)) }
        let statements = queries
        let settled = try await database.transaction { transaction in
            let answers = try await transaction.commit(after: statements)
            return deliveries.isEmpty ? 0 : answers[1].affected
        }
        // Another server had taken some for over, while this one was sending them.
        guard settled < deliveries.count, let now = outcomes.map(\.endedAt).max() else { return }
        let late = deliveries.filter { $0.state == .delivered }
        try await database.transaction { transaction in
            _ = try await transaction.commit(after: [statements[0], .arriveLate(late, now: now)])
        }
    }
}
