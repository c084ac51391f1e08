import CPostgres
import Reactor

/// One connection to the server, in the reactor's loop and, once it is ready, in libpq's pipeline mode.
///
/// Everything sent has an entry in `expected`; answers come in that order.
final class Connection: ReadinessHandler {
    enum Phase {
        case connecting
        case ready
        /// Out of pipeline mode for a copy, and driven by the task that copies.
        case plain
        case closed
    }

    enum Expectation {
        case prepare(Statement, Submission)
        /// What has to hold for a submission's statement: that it meets a primary, and the setting that it runs under.
        case setting(Submission)
        case statement(Submission)
        /// The end of a sync: of this submission's own, or of one that reads shared.
        case sync(Submission?)
    }

    let slot: Int
    let reactor: Reactor
    /// Let go of when the connection closes.
    var pool: Pool?
    var phase = Phase.connecting
    var handle: OpaquePointer?
    var watch: WatchToken?
    var connectTimer: TimerToken?
    /// The host that an attempt to connect is at.
    var attempted: HostPlace?

    var expected = Ring<Expectation>()
    /// The setting that the statements sent last run under, until the sync that ends their transaction.
    var held: LocalSetting?
    /// The transaction that is being sent has asked for a primary.
    var asksForPrimary = false
    /// By statement number: the generation it is prepared in here, plus one.
    var prepared: ContiguousArray<UInt32> = []
    /// How many were sent to be prepared here.
    var preparations = 0
    /// Shared statements answered in this pass, to be told to the pool together.
    var settled = 0
    /// Those of them that are writes.
    var settledWrites = 0
    /// Syncs of shared reads that are not answered yet.
    var readSyncs = 0

    /// Which statements the last cancel request may have hit, though it was not meant for them.
    var reach = CancelReach()
    /// That request is for a slow read, whichever it is, for whose end others wait.
    var givesWay = false
    /// The statement the last sweep found the server at, in which of its runs, and since when. One that was stopped may
    /// be back on the same connection before the next sweep.
    var observed: (head: Submission, run: Int, since: LoopTime)?
    var cancelledAt: LoopTime?
    /// What to do when a lease's clean-up is done.
    var isCleaning = false

    /// Its socket is not read until there is room for answers.
    var isResting = false
    var wantsToWrite = false

    /// Waits until everything sent is answered.
    var drained: UnsafeContinuation<Void, Never>?
    /// A lease that waits for ``isQuiet``.
    var awaiting: UnsafeContinuation<Void, Never>?

    init(slot: Int, pool: Pool) {
        self.slot = slot
        self.pool = pool
        reactor = pool.reactor
    }

    func ready(_ readiness: Readiness) {
        switch phase {
        case .connecting: continueConnecting()
        case .ready:
            if readiness.contains(.writable) { flush() }
            if readiness != .writable { receive() }
        case .plain, .closed: break
        }
    }

    /// Ends the connection. Statements under way are handed back, to be answered or run again by the pool.
    func close() -> [Submission] {
        guard phase != .closed else { return [] }
        phase = .closed
        if let watch { reactor.unwatch(watch) }
        if let connectTimer { reactor.cancel(connectTimer) }
        if let handle { PQfinish(handle) }
        handle = nil
        watch = nil
        var left: [Submission] = []
        while let expectation = expected.popFirst() {
            switch expectation {
            case .prepare, .setting: break
            case .statement(let submission): if left.last !== submission { left.append(submission) }
            case .sync(let submission): if let submission, left.last !== submission { left.append(submission) }
            }
        }
        pool = nil
        drained.take()?.resume()
        awaiting.take()?.resume()
        return left
    }

    /// Takes back statements that were sent, to be run elsewhere. A placeholder without a caller receives their
    /// answers.
    func takeBack(leaving standIn: Submission, where isMeant: (Submission) -> Bool) -> [Submission] {
        var taken: [Submission] = []
        for offset in 0..<expected.count {
            switch expected[offset] {
            case .statement(let submission)? where isMeant(submission):
                expected[offset] = .statement(standIn)
                taken.append(submission)
            case .setting(let submission)? where isMeant(submission): expected[offset] = .setting(standIn)
            case .prepare(let statement, let submission)? where isMeant(submission):
                expected[offset] = .prepare(statement, standIn)
            default: break
            }
        }
        return taken
    }

    /// Remembers that the server works on this statement, and since when.
    func observe(_ head: Submission, at now: LoopTime) { observed = (head, head.timesRun, now) }

    /// Whether the server still works on this statement, in the same run of it, as at the last sweep.
    func isStill(at head: Submission) -> Bool { observed?.head === head && observed?.run == head.timesRun }

    /// Whether something waits behind what the server is at that cannot be run elsewhere.
    var holdsUpOthers: Bool {
        awaiting != nil
            || (1..<max(1, expected.count)).contains { offset in
                guard case .statement(let submission)? = expected[offset], submission !== head else { return false }
                return !submission.isDone && (submission.kind != .read || submission.hasOwnConnection)
            }
    }

    /// Whether somebody waits for a statement that was sent behind what the server is at.
    var hasOthersWaiting: Bool {
        (1..<max(1, expected.count)).contains { offset in
            guard case .statement(let submission)? = expected[offset] else { return false }
            return submission !== head && !submission.isDone
        }
    }

    /// Whether another statement stands between the head and the end of its transaction. PostgreSQL keeps the answers
    /// of a transaction until that end, so the server may be at any of them.
    func sharesItsSync(_ head: Submission) -> Bool {
        for offset in 0..<expected.count {
            switch expected[offset] {
            case .sync?, nil: return false
            case .prepare(_, let other)?, .setting(let other)?, .statement(let other)?:
                if other !== head { return true }
            }
        }
        return false
    }

    /// The submission that the server is working on, or the first of those that it may be working on.
    var head: Submission? {
        guard let first = expected.first else { return nil }
        switch first {
        case .prepare(_, let submission), .setting(let submission), .statement(let submission): return submission
        case .sync(let submission): return submission
        }
    }
}
