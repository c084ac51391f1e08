import Reactor
import Synchronization

/// The database as the service sees it: statements in, rows out.
///
/// Each reactor has connections of its own, so a call from one of its tasks neither changes threads nor takes a lock. A
/// call from anywhere else runs on one of the reactors.
public final class Database: Sendable {
    public let configuration: DatabaseConfiguration
    public let reactors: ReactorGroup
    /// Of each reactor, for requests.
    let pools: [Pool]
    /// Of each reactor, for what works in the background; they are only opened when they are needed.
    let backgroundPools: [Pool]
    private let poolTurn = Atomic<Int>(0)
    let spreading = Atomic<Spreading>(.unknown)

    /// Begins to connect at once; calls wait for that.
    public init(_ configuration: DatabaseConfiguration, reactors: ReactorGroup) {
        self.configuration = configuration
        self.reactors = reactors
        let count = reactors.reactors.count
        func share(of all: Int) -> Int { max(2, (all + count - 1) / count) }
        pools = reactors.reactors.map {
            Pool(
                configuration, reactor: $0, share: share(of: configuration.maximumConnections),
                warm: max(1, configuration.warmConnections))
        }
        backgroundPools = reactors.reactors.map {
            Pool(configuration, reactor: $0, share: share(of: configuration.backgroundConnections), warm: 0)
        }
        for pool in allPools {
            pool.reactor.execute { [weak self] in
                pool.tellOthersServerIsBack = { self?.spreadTheNews(from: $0) }
                pool.start()
            }
        }
    }

    /// Each reactor waits out its own pause between attempts; when one gets through, the others need not.
    private func spreadTheNews(from pool: Pool) {
        for other in allPools where other !== pool { other.reactor.execute { other.serverIsBack() } }
    }

    // MARK: Whose connections

    /// Whether this works in the background (``inBackground(isolation:_:)``).
    @TaskLocal public static var isInBackground = false

    /// What the body asks of a database, with all that it calls and all tasks that it begins, goes over connections
    /// that no request uses: nobody waits for what only the background is at, and nothing of it waits for requests.
    public static func inBackground<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await $isInBackground.withValue(true, operation: body)
    }

    var allPools: [Pool] { pools + backgroundPools }

    /// The pool of the reactor this runs on.
    var here: Pool? {
        guard let reactor = Reactor.current, reactor.index < pools.count else { return nil }
        let pool = (Self.isInBackground ? backgroundPools : pools)[reactor.index]
        return pool.reactor === reactor ? pool : nil
    }

    /// Somebody's pool, each in turn, for callers that are on no reactor.
    var anyPool: Pool {
        (Self.isInBackground ? backgroundPools : pools)[
            abs(poolTurn.wrappingAdd(1, ordering: .relaxed).oldValue % pools.count)]
    }

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
        for pool in allPools { sum.add(pool.statistics) }
        sum.answerBytes = AnswerRoom.shared.bytes
        return sum
    }

    /// Why the last attempt to connect failed, in libpq's words, if nothing has connected since. It may name hosts and
    /// users, never a password.
    public var connectionTrouble: String? { pools.lazy.compactMap(\.statistics.lastTrouble).first }

    /// Takes no more work, lets what is under way finish, and closes every connection; also where the task that asks
    /// was cancelled.
    public func close() async {
        for pool in allPools {
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
