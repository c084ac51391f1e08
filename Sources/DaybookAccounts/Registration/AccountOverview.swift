import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// What an account is and how much it holds, for whoever is in it.
struct AccountOverview: Sendable {
    let database: Database

    /// `GET /v1/account`.
    func addRoutes(to guarded: inout GuardedRoutes) {
        guarded.get("/v1/account", needs: .read) { [self] _, principal in
            let account = principal.account
            let rows = try await database.read(
                of: account,
                """
                SELECT account.created_at, account.claimed_at IS NOT NULL, account.is_demo, account_clock.revision,
                    account_clock.live_tasks, account_clock.stored_bytes,
                    (SELECT count(*) FROM list WHERE account_id = \(account) AND deleted_at IS NULL),
                    (SELECT count(*) FROM device WHERE account_id = \(account) AND revoked_at IS NULL)
                FROM account JOIN account_clock USING (account_id) WHERE account.account_id = \(account)
                """)
            guard let row = rows.first else { throw Problem.unauthenticated }
            let (createdAt, isClaimed, isDemo, revision, tasks, bytes, lists, devices) = try row.decode(
                (Instant, Bool, Bool, Int64, Int32, Int64, Int64, Int64).self)
            return .document { json in
                json.beginObject()
                json.accountMembers(account, createdAt, isClaimed: isClaimed, isDemo: isDemo)
                json.member("revision", revision)
                json.name("counts")
                json.beginObject()
                for (name, count) in [
                    ("tasks", Int64(tasks)), ("lists", lists), ("devices", devices), ("bytes", bytes),
                ] {
                    json.member(name, count)
                }
                json.endObject()
                json.endObject()
            }
        }
    }
}
