import DaybookCore

/// Carries the requests of a stored book to its server and the answers back, one exchange at a time.
struct Synchronizer {
    let stored: StoredBook
    let session: Session

    /// One request and what follows from its answer. Answers the rows that look different now.
    nonisolated(nonsending) func exchangeOnce() async -> RowSet {
        guard let server = session.server(at: stored.record.server) else {
            let now = stored.time.now()
            stored.wake { $0.cannotAsk(stored.record.server == nil ? .alone : .revoked, at: now) }
            return RowSet()
        }
        do {
            let (exchange, request) = try stored.request()
            do {
                return try stored.take(try await server.sync(request, answering: exchange), to: exchange)
            } catch var failure as Server.Failure {
                // Whoever asked did not want to wait any longer.
                if case .unreachable = failure, Task.isCancelled { failure = .unreachable("no answer in time") }
                return try stored.suffer(failure, of: exchange)
            }
        } catch {
            stored.couldNotSave(error)
            return RowSet()
        }
    }
}
