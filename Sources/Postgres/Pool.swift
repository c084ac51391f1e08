import Reactor

/// The connections of one reactor: performs what ``PoolStateMachine`` decides, and carries statements to connections.
///
/// `@unchecked Sendable` is safe because it is touched on its reactor's thread only, which ``Database`` sees to; the
/// statistics are atomics.
final class Pool: @unchecked Sendable {
    let reactor: Reactor
    let configuration: DatabaseConfiguration
    let statistics = PoolStatistics()

    var machine: PoolStateMachine
    var connections: [Connection?]
    var statements: StatementTable

    // What this turn's tasks want, to be sent at its end: reads together, all else each under a sync of its own.
    var reads: [Submission] = []
    var single: [Submission] = []
    var isGathering = false

    var waiting: [UInt64: Waiting] = [:]
    var sweepTimer: TimerToken?
    var sweepIsFast = false

    /// A pooler in transaction mode may lead to another server at any time, and that may be a standby: it would refuse
    /// to write, and answer reads with what was true a while ago. What it tells libpq of the server when a connection
    /// is made may be of the one that it led to first. So hosts are taken as they come, and each transaction checks.
    var checksPrimaryPerTransaction: Bool
    let atPrimary: Query
    /// Tells the other reactors' pools that the server is back.
    var tellOthersServerIsBack: (Pool) -> Void = { _ in }

    enum Waiting {
        case shared([Submission])
        case lease(LeaseRequest)
    }

    /// - Parameter warm: how many connections it opens at once and keeps.
    init(_ configuration: DatabaseConfiguration, reactor: Reactor, share: Int, warm: Int) {
        self.configuration = configuration
        self.reactor = reactor
        var limits = PoolStateMachine.Configuration()
        limits.maximum = share
        limits.warm = warm
        limits.depth = configuration.pipelineDepth
        limits.queueLimit = configuration.queueLimit
        limits.maximumAge = configuration.maximumAge
        // What keeps none comes back every minute or so, and need not connect each time.
        limits.idleTimeout = configuration.idleTimeout * (warm > 0 ? 1 : 5)
        limits.outageGrace = configuration.outageGrace
        limits.backoffFirst = configuration.backoff.first
        limits.backoffLast = configuration.backoff.last
        machine = PoolStateMachine(configuration: limits, seed: .random(in: .min ... .max))
        connections = Array(repeating: nil, count: machine.slots.count)
        checksPrimaryPerTransaction = !configuration.usesNamedStatements
        atPrimary = .atPrimary(configuration)
        statements = StatementTable(usesNames: configuration.usesNamedStatements)
    }

    func start() { perform(machine.start(at: reactor.now)) }

    // MARK: What the machine decided

    func perform(_ actions: [PoolStateMachine.Action]) {
        if actions.isEmpty { return }
        for action in actions {
            switch action {
            case .connect(let slot):
                let connection = Connection(slot: slot, pool: self)
                connections[slot] = connection
                connection.connect(configuration)
            case .close(let slot):
                let left = connections[slot]?.close() ?? []
                connections[slot] = nil
                finishLost(left)
            case .grant(let waiter, let slot): grant(waiter, slot: slot)
            case .grantAlone(let waiter, let slot): grant(waiter, slot: slot, ownsConnection: true)
            case .refuse(let waiter, let reason):
                refuse(waiter, reason)
            }
        }
        keepSweeping()
        noteCounts()
    }

    private func grant(_ waiter: UInt64, slot: Int, ownsConnection: Bool = false) {
        guard let granted = waiting.removeValue(forKey: waiter) else { return }
        // It may have broken with what the waiter before this one sent, and another may be on its way in its place.
        guard let connection = connections[slot], connection.phase == .ready else { return askAgain(granted) }
        switch granted {
        case .shared(let submissions): sendWaited(submissions, on: connection, ownsConnection: ownsConnection)
        case .lease(let request): request.grant(connection)
        }
    }

    private func askAgain(_ waiter: Waiting) {
        switch waiter {
        case .shared(let submissions): for submission in submissions where !submission.isDone { runAgain(submission) }
        case .lease(let request): requestConnection(for: request)
        }
    }

    private func refuse(_ waiter: UInt64, _ reason: PostgresError.Unavailability) {
        switch waiting.removeValue(forKey: waiter) {
        case .shared(let submissions)?:
            for submission in submissions { fail(submission, .unavailable(reason)) }
        case .lease(let request)?: request.refuse(.unavailable(reason))
        case nil: break
        }
    }

    // MARK: What connections report

    func connected(_ connection: Connection) {
        statistics.connected()
        if machine.failures > 0 { tellOthersServerIsBack(self) }
        perform(machine.connected(slot: connection.slot, at: reactor.now))
        // It counts, and its age is watched, though nobody has waited for it.
        keepSweeping()
        noteCounts()
    }

    /// Another reactor has reached the server again.
    func serverIsBack() { perform(machine.serverIsBack(at: reactor.now)) }

    func connectFailed(_ connection: Connection, because reason: String) {
        let slot = connection.slot
        statistics.connectFailed(because: reason)
        _ = connection.close()
        connections[slot] = nil
        perform(machine.connectFailed(slot: slot, at: reactor.now))
        keepSweeping()
    }

    /// The connection broke. Reads are run again elsewhere, once; whether a write happened cannot be known.
    func lost(_ connection: Connection) {
        guard connection.phase != .closed else { return }
        statistics.lost()
        discard(connection)
    }

    /// Gives a connection up that may not be used again.
    func discard(_ connection: Connection) {
        guard connection.phase != .closed else { return }
        let slot = connection.slot
        let left = connection.close()
        connections[slot] = nil
        let actions = machine.lost(slot: slot, at: reactor.now)
        finishLost(left)
        perform(actions)
        releaseReads()
        keepSweeping()
    }

    private func finishLost(_ submissions: [Submission]) {
        for submission in submissions where !submission.isDone {
            if submission.kind == .read, submission.retries < 3 {
                submission.retries += 1
                runAgain(submission)
            } else {
                fail(submission, .connectionLost)
            }
        }
    }

    func finished(_ connection: Connection, count: Int, writes: Int) {
        guard connection.phase == .ready else { return }
        perform(machine.finished(slot: connection.slot, weight: count, writes: writes, at: reactor.now))
    }

    func noteCounts() {
        statistics.note(open: machine.readyCount, leased: machine.leasedCount, waiting: machine.queue.count)
    }
}
