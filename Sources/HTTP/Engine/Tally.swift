import Synchronization

/// One reactor's figures. Each has a single writer, the reactor, so an increment is a plain load and store; any thread
/// may read them.
final class Tally: Sendable {
    let open = Atomic<Int>(0)
    let accepted = Atomic<UInt64>(0)
    let refused = Atomic<UInt64>(0)
    let requests = Atomic<UInt64>(0)
    let inFlight = Atomic<Int>(0)
    let bytesRead = Atomic<UInt64>(0)
    let bytesWritten = Atomic<UInt64>(0)
    let refusedMessages = Atomic<UInt64>(0)
    let timeouts = Atomic<UInt64>(0)

    var snapshot: HTTPStatistics {
        var figures = HTTPStatistics()
        figures.openConnections = open.load(ordering: .relaxed)
        figures.acceptedConnections = accepted.load(ordering: .relaxed)
        figures.refusedConnections = refused.load(ordering: .relaxed)
        figures.requests = requests.load(ordering: .relaxed)
        figures.requestsInFlight = inFlight.load(ordering: .relaxed)
        figures.bytesRead = bytesRead.load(ordering: .relaxed)
        figures.bytesWritten = bytesWritten.load(ordering: .relaxed)
        figures.refusedMessages = refusedMessages.load(ordering: .relaxed)
        figures.timeouts = timeouts.load(ordering: .relaxed)
        return figures
    }
}

extension Atomic<UInt64> {
    /// Only for the single writer.
    borrowing func grow(by amount: UInt64 = 1) { store(load(ordering: .relaxed) &+ amount, ordering: .relaxed) }
}

extension Atomic<Int> {
    /// Only for the single writer.
    borrowing func change(by amount: Int) { store(load(ordering: .relaxed) &+ amount, ordering: .relaxed) }
}
