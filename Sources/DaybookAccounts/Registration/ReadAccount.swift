import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// `GET /v1/account`: 200 with what the account is, how far it is and how much it holds.
struct ReadAccount: Sendable {
    let database: Database

    func answer(_: Request, _ principal: Principal) async throws -> Response {
        let account = principal.account
        let rows = try await database.read(
            of: account,
            """
            SELECT account.created_at, account.claimed_at IS NOT NULL, account.is_demo, account_clock.revision,
                account_clock.live_tasks, account_clock.stored_bytes + account_clock.guest_bytes,
                (SELECT count(*) FROM list WHERE account_id = \(account) AND deleted_at IS NULL),
                (SELECT count(*) FROM device WHERE account_id = \(account) AND revoked_at IS NULL)
            FROM account JOIN account_clock USING (account_id) WHERE account.account_id = \(account)
            """)
        guard let row = rows.first else { throw Problem.unauthenticated }
        let (createdAt, isClaimed, isDemo, revision, tasks, bytes, lists, devices) = try row.decode(
            (Instant, Bool, Bool, Int64, Int32, Int64, Int64, Int64).self)
        return .object { json in
            json.accountMembers(account, createdAt, isClaimed: isClaimed, isDemo: isDemo)
            json.member("revision", revision)
            json.object("counts") { json in
                json.member("tasks", Int64(tasks))
                json.member("lists", lists)
                json.member("devices", devices)
                json.member("bytes", bytes)
            }
        }
    }
}
