import DaybookCore
import DaybookHost
import DaybookStore
import Postgres
import Reactor

/// Records when tokens were last used: gathered from the reactors every few seconds, and of each token to ten minutes,
/// so that requests write nothing.
struct TokenUses: Sendable {
    let database: Database
    let authenticator: Authenticator

    static let interval = Duration.seconds(5)

    /// Runs until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await Reactor.current?.sleep(for: Self.interval)
            let uses = Set(await authenticator.caches.collect { $0.takeUses() }.joined())
            for use in uses where !Task.isCancelled {
                // A use that is not recorded is recorded with the next.
                try? await record(use, now: .now())
            }
        }
    }

    func record(_ use: TokenUse, now: Instant) async throws {
        let due = now.adding(milliseconds: -TokenCache.usePrecision.milliseconds)
        try await database.transaction(of: use.account) { transaction in
            try await transaction.commit(after: [
                """
                UPDATE token SET last_used_at = \(now)
                WHERE account_id = \(use.account) AND token_id = \(use.token) AND last_used_at <= \(due)
                """,
                """
                UPDATE device SET last_seen_at = \(now)
                WHERE account_id = \(use.account) AND device_id = \(use.device) AND last_seen_at <= \(due)
                """,
                """
                UPDATE account SET last_seen_on = \(now.utcDate)
                WHERE account_id = \(use.account) AND last_seen_on < \(now.utcDate)
                """,
            ])
        }
    }
}
