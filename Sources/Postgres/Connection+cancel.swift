import CPostgres
import Reactor

/// Stopping the statement the server is at.
///
/// libpq's `PQcancel` opens a connection of its own and blocks, so it runs on a thread of its own. The request names
/// the connection and not the statement: it may arrive when the next one runs already. Until it is known to be through,
/// a statement that was cancelled without anybody wishing it is run again.
extension Connection {
    func requestCancel() {
        guard phase == .ready || phase == .plain, !reach.isUnderWay, let handle, let cancel = PQgetCancel(handle) else {
            return
        }
        reach.requested()
        let order = CancelOrder(cancel: cancel, connection: self, reactor: reactor)
        if !QuietThread.run({ order.run() }) { cancelReturned() }
    }

    fileprivate func cancelReturned() {
        reach.returned(syncsUnderWay: syncsUnderWay)
        if phase == .ready, expected.isEmpty {
            givesWay = false
            if isCleaning { pool?.cleaned(self) }
            resumeLeaseIfQuiet()
        }
    }

    private var syncsUnderWay: Int {
        (0..<expected.count).count { if case .sync? = expected[$0] { true } else { false } }
    }

    /// Nothing of anybody is under way, and no cancel request can hit what is sent now: the server has had it before.
    private var isQuiet: Bool { expected.isEmpty && !reach.isUnderWay }

    func resumeLeaseIfQuiet() {
        if isQuiet { awaiting.take()?.resume() }
    }

    /// Says whether there is still a connection then.
    func becomesQuiet() async -> Bool {
        if !isQuiet, phase == .ready { await withUnsafeContinuation { awaiting = $0 } }
        return phase == .ready
    }
}

/// `@unchecked Sendable` is safe because the cancel key is used by the one thread it is handed to, and the connection
/// is only carried there and back.
private final class CancelOrder: @unchecked Sendable {
    private let cancel: OpaquePointer
    private let connection: Connection
    private let reactor: Reactor

    init(cancel: OpaquePointer, connection: Connection, reactor: Reactor) {
        self.cancel = cancel
        self.connection = connection
        self.reactor = reactor
    }

    deinit { PQfreeCancel(cancel) }

    func run() {
        var reason = [CChar](repeating: 0, count: 256)
        // A failure needs no care here: a statement that goes on is given up with its connection.
        PQcancel(cancel, &reason, Int32(reason.count))
        reactor.execute { self.connection.cancelReturned() }
    }
}
