import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

extension Administration {
    /// Removes now what housekeeping would remove at its next round, for all accounts or for one.
    public func purge(_ name: String?) async throws -> Report {
        let now = Instant.now()
        let only = try await name.asyncMap { try await account($0) }
        let sweep = AccountSweep(database: database, retention: Retention(capabilities.configuration))
        var accounts = 0
        var before = Held()
        var after = Held()
        for try await account in AccountWalk(database: database, only: only) {
            accounts += 1
            before += try await held(account)
            try await sweep.run(account, now: now)
            after += try await held(account)
        }
        if only == nil { try await ExpiredRows.drop(from: database, now: now) }
        return Report([
            Report.Entry("accounts", "accounts", .integer(Int64(accounts))),
            Report.Entry("tasks", "deleted tasks removed", .integer(before.tasks - after.tasks)),
            Report.Entry("lists", "deleted lists removed", .integer(before.lists - after.lists)),
            Report.Entry("changes", "changes removed", .integer(before.changes - after.changes)),
            Report.Entry("tokens", "tokens removed", .integer(before.tokens - after.tokens)),
        ])
    }

    private struct Held {
        var (tasks, lists, changes, tokens) = (Int64(0), Int64(0), Int64(0), Int64(0))

        static func += (left: inout Held, right: Held) {
            left.tasks += right.tasks
            left.lists += right.lists
            left.changes += right.changes
            left.tokens += right.tokens
        }
    }

    private func held(_ account: Identifier) async throws -> Held {
        let rows = try await database.read(
            of: account,
            """
            SELECT (SELECT count(*) FROM task WHERE account_id = \(account) AND deleted_at IS NOT NULL),
                (SELECT count(*) FROM list WHERE account_id = \(account) AND deleted_at IS NOT NULL),
                (SELECT count(*) FROM change WHERE account_id = \(account)),
                (SELECT count(*) FROM token WHERE account_id = \(account))
            """)
        var held = Held()
        if let row = rows.first {
            (held.tasks, held.lists, held.changes, held.tokens) = try row.decode((Int64, Int64, Int64, Int64).self)
        }
        return held
    }
}
