import Reactor
import Synchronization

/// The database as the service sees it: statements in, rows out.
///
/// Each reactor has connections of its own, so a call from one of its tasks neither changes threads nor takes a lock. A
/// call from anywhere else runs on one of the reactors.
public final class Database: Sendable {
    public let configuration: DatabaseConfiguration
    public let reactors: ReactorGroup
    let pools: [Pool]
    private let turn = Atomic<Int>(0)
    let spreading = Atomic<Spreading>(.unknown)

    /// Begins to connect at once; calls wait for that.
    public init(_ configuration: DatabaseConfiguration, reactors: ReactorGroup) {
        self.configuration = configuration
        self.reactors = reactors
        let count = reactors.reactors.count
        let share = max(2, (configuration.maximumConnections + count - 1) / count)
        pools = reactors.reactors.map { Pool(configuration, reactor: $0, share: share, statistics: PoolStatistics()) }
        for pool in pools {
            pool.reactor.execute { [weak self] in
                pool.tellSiblings = { self?.spreadTheNews(from: $0) }
                pool.start()
            }
        }
    }

    /// Each reactor waits out its own pause between attempts; when one gets through, the others need not.
    private func spreadTheNews(from pool: Pool) {
        for other in pools where other !== pool { other.reactor.execute { other.serverIsBack() } }
    }

    /// The pool of the reactor this runs on.
    var here: Pool? {
        guard let reactor = Reactor.current, reactor.index < pools.count else { return nil }
        let pool = pools[reactor.index]
        return pool.reactor === reactor ? pool : nil
    }

    /// Somebody's pool, each in turn, for callers that are on no reactor.
    var anyPool: Pool { pools[abs(turn.wrappingAdd(1, ordering: .relaxed).oldValue % pools.count)] }

    // MARK: Single statements

    /// Runs a statement that only reads. It may share its transaction with other reads, and may be run again when a
    /// connection is lost, so it must not change anything. The setting holds for this statement alone.
    public func read(
        _ query: Query, under setting: LocalSetting? = nil, timeout: Duration? = nil
    ) async throws(PostgresError) -> Rows {
        try await run(query, as: .read, under: setting, timeout: timeout)
    }

    /// Runs a statement in a transaction of its own, which has committed durably when this returns. It is never run
    /// twice.
    @discardableResult
    public func write(
        _ query: Query, under setting: LocalSetting? = nil, timeout: Duration? = nil
    ) async throws(PostgresError) -> Rows {
        try await run(query, as: .write, under: setting, timeout: timeout)
    }

    private func run(
        _ query: Query, as kind: Submission.Kind, under setting: LocalSetting?, timeout: Duration?
    ) async throws(PostgresError) -> Rows {
        guard !query.values.hasNullCharacter, setting?.hasNullCharacter != true else { throw .nullCharacter }
        if let setting, try await isSpread() {
            return try await runSpread(query, as: kind, under: setting, timeout: timeout)
        }
        let answer: Answer
        if let pool = here {
            answer = await pool.run(query, as: kind, under: setting, timeout: timeout)
        } else {
            let pool = anyPool
            answer = await withTaskExecutorPreference(pool.reactor) {
                await pool.run(query, as: kind, under: setting, timeout: timeout)
            }
        }
        switch answer {
        case .rows(let result): return Rows(result)
        case .failed(let error): throw error
        }
    }

    // MARK: State

    public var statistics: DatabaseStatistics {
        var sum = DatabaseStatistics()
        for pool in pools { sum.add(pool.statistics) }
        sum.answerBytes = AnswerRoom.shared.bytes
        return sum
    }

    /// Why the last attempt to connect failed, in libpq's words, if nothing has connected since. It may name hosts and
    /// users, never a password.
    public var connectionTrouble: String? { pools.lazy.compactMap(\.statistics.lastTrouble).first }

    /// Takes no more work, lets what is under way finish, and closes every connection; also where the task that asks
    /// was cancelled.
    public func close() async {
        for pool in pools {
            // In a task of its own: no sleep lasts in one that was cancelled, and the reactor would do nothing else.
            await Task(executorPreference: pool.reactor) { await pool.close() }.value
        }
    }
}

extension Pool {
    func run(
        _ query: Query, as kind: Submission.Kind, under setting: LocalSetting?, timeout: Duration?
    ) async -> Answer {
        let now = reactor.now
        let submission = Submission(
            kind: kind, query: query, under: setting, submittedAt: now,
            deadline: now + (timeout ?? configuration.statementTimeout))
        let cause = reactor.cause
        defer { reactor.cause = cause }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                submission.continuation = continuation
                submit(submission)
            }
        } onCancel: {
            reactor.execute { self.abandon(submission, .cancelled) }
        }
    }

    func close() async {
        perform(machine.close(at: reactor.now))
        // Bounded by the statements' own deadlines.
        let deadline = reactor.now + configuration.statementTimeout
        while connections.contains(where: { $0 != nil }), reactor.now < deadline {
            await reactor.sleep(for: .milliseconds(5))
        }
        for connection in connections { if let connection { lost(connection) } }
    }
}
