import Reactor

public enum IsolationLevel: Sendable {
    case readCommitted, repeatableRead, serializable

    func begin(readOnly: Bool) -> Query {
        switch (self, readOnly) {
        case (.readCommitted, false): "BEGIN"
        case (.readCommitted, true): "BEGIN READ ONLY"
        case (.repeatableRead, false): "BEGIN ISOLATION LEVEL REPEATABLE READ"
        case (.repeatableRead, true): "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case (.serializable, false): "BEGIN ISOLATION LEVEL SERIALIZABLE"
        case (.serializable, true): "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"
        }
    }
}

/// A transaction under way, on a connection of its own. Only to be used inside the closure it was handed to.
///
/// `BEGIN` travels with the first statement; several statements can travel together, and the last ones can take the
/// commit along, so a transaction costs as many round trips as it has decisions to make.
///
/// `@unchecked Sendable` is safe because its state is touched on its reactor's thread only, where every method goes
/// first.
public final class Transaction: @unchecked Sendable {
    enum State { case fresh, open, failed, ended }

    let pool: Pool
    let connection: Connection
    /// Travels with the first statement: BEGIN, and what has to hold for everything after it.
    private let opening: ContiguousArray<Query>
    /// Tables may be spread over several servers (``Database/isSpread()``).
    public let isSpread: Bool
    private(set) var state = State.fresh
    /// It failed for a reason that lies outside of it, and certainly did not commit: it may be run again as a whole.
    private(set) var mayRunAgain = false
    private var sentCommit = false

    init(_ connection: Connection, of pool: Pool, opening: ContiguousArray<Query>, isSpread: Bool) {
        self.connection = connection
        self.pool = pool
        self.opening = opening
        self.isSpread = isSpread
    }

    /// Runs one statement.
    @discardableResult
    public func run(_ query: Query, timeout: Duration? = nil) async throws(PostgresError) -> Rows {
        let results = try await send([query], timeout: timeout)
        guard let last = results.last else { throw .connectionLost }
        return last
    }

    /// Runs statements in one round trip. The first that fails ends the transaction; those after it are not run.
    @discardableResult
    public func run(_ queries: [Query], timeout: Duration? = nil) async throws(PostgresError) -> [Rows] {
        try await send(ContiguousArray(queries), timeout: timeout)
    }

    /// Runs statements and commits, in one round trip. Nothing can be run after it.
    @discardableResult
    public func commit(after queries: [Query], timeout: Duration? = nil) async throws(PostgresError) -> [Rows] {
        sentCommit = true
        var results = try await send(ContiguousArray(queries) + ["COMMIT"], timeout: timeout)
        let tag = results.popLast()?.commandTag
        state = .ended
        // PostgreSQL answers the commit of a failed transaction with a rollback, and without an error.
        guard tag == "COMMIT" else { throw .misuse("the transaction had failed and was rolled back") }
        return results
    }

    /// Runs one statement without BEGIN. PostgreSQL makes one transaction of it and of the settings sent with it, and
    /// ends that with them.
    func runAlone(_ query: Query) async throws(PostgresError) -> Rows {
        defer { state = .ended }
        guard let rows = try await send([query], timeout: nil).last else { throw .connectionLost }
        return rows
    }

    /// Begins, if nothing has yet; a copy cannot travel with other statements.
    func open() async throws(PostgresError) {
        if state == .fresh { _ = try await send([], timeout: nil) }
        guard state == .open else { throw .misuse("the transaction has ended or failed") }
    }

    func markFailed() { state = .failed }
    func markEnded() { state = .ended }

    func send(_ queries: ContiguousArray<Query>, timeout: Duration?) async throws(PostgresError) -> [Rows] {
        if pool.reactor.isCurrent { return try await sendHere(queries, timeout: timeout) }
        let outcome: Result<[Rows], PostgresError> = await withTaskExecutorPreference(pool.reactor) {
            do throws(PostgresError) {
                return .success(try await self.sendHere(queries, timeout: timeout))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func sendHere(
        _ queries: ContiguousArray<Query>, timeout: Duration?
    ) async throws(PostgresError) -> [Rows] {
        switch state {
        case .fresh, .open: break
        case .failed: throw .misuse("a statement of this transaction has failed already")
        case .ended: throw .misuse("the transaction has ended")
        }
        guard !queries.contains(where: { $0.values.hasNullCharacter }) else { throw .nullCharacter }
        let isFirst = state == .fresh
        state = .open
        let now = pool.reactor.now
        let all = isFirst ? opening + queries : queries
        let submission = Submission(
            exclusive: isSpread ? ContiguousArray(all.map(\.spread)) : all, submittedAt: now,
            deadline: now + (timeout ?? pool.configuration.statementTimeout))
        let cause = pool.reactor.cause
        defer { pool.reactor.cause = cause }
        let answer = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                submission.continuation = continuation
                pool.send(submission, leased: connection)
            }
        } onCancel: {
            pool.reactor.execute { self.pool.abandon(submission, .cancelled) }
        }
        switch answer {
        case .rows: return submission.results.dropFirst(isFirst ? opening.count : 0).map(Rows.init)
        case .failed(let error):
            state = .failed
            mayRunAgain = isPassing(error, of: submission)
            throw error
        }
    }

    /// A lost race, a statement that must be prepared anew, a connection that broke before a commit was sent on it, or
    /// a cancellation that was not ours: it was meant for the statement before, or came from an operator.
    private func isPassing(_ error: PostgresError, of submission: Submission) -> Bool {
        switch error {
        case .server(let error):
            error.state.isRetryable || error.state == .queryCanceled || error.state.isOfStandby
                || pool.renewIfStale(submission, after: error, on: connection)
        case .connectionLost: !sentCommit
        default: false
        }
    }

    /// Commits what is open; throws where a statement failed.
    func commitIfOpen() async throws(PostgresError) {
        switch state {
        case .fresh: state = .ended
        case .open: try await commit(after: [])
        case .failed: throw .misuse("a statement of this transaction has failed and its error was swallowed")
        case .ended: break
        }
    }

    /// Rolls back what is open and gives the connection back; no caller needs to wait for it.
    func end() {
        if state == .open || state == .failed, connection.phase == .ready {
            let now = pool.reactor.now
            let rollback = Submission(
                exclusive: ["ROLLBACK"], submittedAt: now, deadline: now + pool.configuration.statementTimeout)
            pool.send(rollback, leased: connection)
        }
        state = .ended
        pool.release(connection)
    }
}
