import DaybookHost
import DaybookStore
import Postgres
import Reactor

/// Tells the operator that PostgreSQL is another than before, and writes its timeline down. Devices know without it.
struct PromotionWatch: Sendable {
    let database: Database
    let log: Log

    /// Looks every minute or two, until its task is cancelled.
    @Sendable func run() async {
        guard let reactor = Reactor.current else { return }
        while true {
            await reactor.sleep(for: .milliseconds(.random(in: 60_000...120_000)))
            if Task.isCancelled { return }
            try? await look()
        }
    }

    func look() async throws(PostgresError) {
        switch try await Epoch.settle(in: database) {
        case .unchanged: break
        case .began:
            log.warning(
                "PostgreSQL was promoted or restored, and a new epoch began",
                .reason(
                    "changes acknowledged just before may be missing there; devices download everything again and resend what they hold"
                ))
        case .kept:
            log.info(
                "PostgreSQL was promoted; the epoch stays, because DAYBOOK_DATABASE_STANDBYS says that nothing is lost")
        }
    }
}
