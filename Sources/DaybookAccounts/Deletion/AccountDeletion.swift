import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres
import Reactor

/// Deletes accounts completely and at once: the first statement ends all access, and then batch after batch is deleted
/// until no table holds a row of the account. Whichever process finds an interrupted deletion continues it.
package struct AccountDeletion: Sendable {
    let database: Database
    let announcements: Announcements

    /// Rows deleted in one transaction: some ten milliseconds of work, so nobody waits long behind it.
    static let batch = 1000
    /// If no process has worked on a deletion for this long, its process is gone.
    static let patience: Int64 = 30_000

    /// Something was changed after the revision at which the account was to be deleted.
    package struct Moved: Error {}

    /// Nil if there is no such account. Deletes all of it before it returns. A caller need not wait: what is left is
    /// deleted in the background.
    ///
    /// - Parameters:
    ///   - revision: with it `Moved` is thrown, and nothing done, where a change came after it.
    ///   - asking: whoever wants it; nothing is done if they were sent away meanwhile.
    package func delete(
        _ account: Identifier, at revision: Int64? = nil, for asking: Principal? = nil, now: Instant = .now()
    ) async throws -> DeletionReceipt? {
        guard let deletion = try await begin(account, at: revision, for: asking, now: now) else { return nil }
        return try await finish(deletion, of: account)
    }

    /// Closes the account: one transaction, after which no token of it counts and a crash cannot bring it back. 409
    /// while another account is on its way into this one.
    func begin(
        _ account: Identifier, at revision: Int64? = nil, for asking: Principal? = nil, now: Instant = .now()
    ) async throws -> Identifier? {
        let deletion = try await database.transaction(of: account) { transaction -> Identifier? in
            try await transaction.lockDirectories(of: account)
            if let revision {
                // The ledger's lock goes with it, so none can come any more either.
                let clock = try await transaction.run(
                    "DELETE FROM account_clock WHERE account_id = \(account) AND revision = \(revision)")
                guard clock.affected == 1 else { throw Moved() }
            }
            let marked = try await transaction.run(
                """
                UPDATE account SET deleting_at = coalesce(deleting_at, \(now)) WHERE account_id = \(account)
                """)
            guard marked.affected == 1 else { return nil }
            try await asking?.demandStanding(in: transaction)
            // In the sight of every merge that was decided before this had the account's lock. What is on its way is
            // all there is of it: it arrives first, and then its owner says once more what should become of both.
            let onTheWay = try await transaction.run(
                "SELECT source_id FROM merged_account WHERE account_id = \(account) AND finished_at IS NULL"
            ).decode(Identifier.self)
            if !onTheWay.isEmpty {
                let left = try await transaction.run(
                    "SELECT 1 FROM account WHERE account_id = ANY(\(onTheWay)) LIMIT 1")
                guard left.isEmpty else { throw Problem(.mergeUnderWay) }
            }
            let rows = try await transaction.run([
                Self.remember(account, now), RevocationLog.entry(account, now),
                // What providers entrusted to us is given back, by work in the background that knows nothing of the
                // account.
                IdentityLinks.queueRevocation(of: account, at: now),
            ])
            return try rows[0].first?.decode(0)
        }
        if deletion != nil { announcements.closed(account) }
        return deletion
    }

    static func remember(_ account: Identifier, _ now: Instant) -> Query {
        """
        INSERT INTO deletion (deletion_id, account_id, began_at, worked_at, counts)
        VALUES (\(Identifier.random()), \(account), \(now), \(now), '{}')
        ON CONFLICT (account_id) DO UPDATE SET worked_at = deletion.worked_at RETURNING deletion_id
        """
    }

    /// Deletes what is left of a closed account. Any number of processes may do it at once.
    func finish(_ deletion: Identifier, of account: Identifier) async throws -> DeletionReceipt {
        let tables = try await AccountTables.load(from: database)
        // From here on no change can be written down any more: the ledger's lock is gone.
        if let clock = tables.inOrder.first(where: { $0.name == "account_clock" }) {
            try await empty(clock, of: account, deletion)
        }
        while true {
            for table in tables.inOrder where !Self.isLast(table) {
                try await empty(table, of: account, deletion)
            }
            if let receipt = try await close(deletion, of: account, tables) { return receipt }
            // Something was written by a request that was under way when the account was closed.
            await Reactor.current?.sleep(for: .milliseconds(100))
        }
    }

    /// What goes in the last transaction of all.
    private static func isLast(_ table: AccountTables.Table) -> Bool {
        table.name == "account" || table.name == "deletion"
    }

    /// Batches of one table until none of its rows is left; each counts what it deleted in the same transaction.
    private func empty(
        _ table: AccountTables.Table, of account: Identifier, _ deletion: Identifier
    ) async throws {
        while true {
            let affected = try await database.transaction(of: account) { transaction in
                let affected = try await transaction.run(table.deletion(of: account, atMost: Self.batch)).affected
                guard affected > 0 else { return 0 }
                try await transaction.run(Self.count(affected, of: table.name, in: deletion, .now()))
                return affected
            }
            guard affected == Self.batch else { return }
        }
    }

    private static func count(_ rows: Int, of table: String, in deletion: Identifier, _ now: Instant) -> Query {
        """
        UPDATE deletion SET worked_at = \(now), counts = jsonb_set(counts::jsonb, ARRAY[\(table)::text],
            to_jsonb(coalesce((counts->>\(table)::text)::bigint, 0) + \(rows)))::json
        WHERE deletion_id = \(deletion) AND finished_at IS NULL
        """
    }

    /// The last transaction: the account itself goes, and the receipt stays. Nil where something still refers to it.
    private func close(
        _ deletion: Identifier, of account: Identifier, _ tables: AccountTables
    ) async throws -> DeletionReceipt? {
        do {
            return try await database.transaction(of: account) { transaction in
                // Keys would tell of most; not every table has one. Another process may be in the middle of a batch.
                let left = try await transaction.run(
                    tables.inOrder.filter { !Self.isLast($0) }.map { $0.anyRow(of: account) })
                guard left.allSatisfy(\.isEmpty) else { return nil }
                let now = Instant.now()
                try await transaction.run([
                    Self.count(1, of: "account", in: deletion, now),
                    """
                    UPDATE deletion SET account_id = NULL, finished_at = \(now), worked_at = \(now)
                    WHERE deletion_id = \(deletion) AND finished_at IS NULL
                    """,
                    "DELETE FROM account WHERE account_id = \(account)",
                ])
                return try await receipt(deletion, in: transaction)
            }
        } catch PostgresError.server(let error) where error.state == .foreignKeyViolation {
            return nil
        }
    }

    private func receipt(_ deletion: Identifier, in transaction: Transaction) async throws -> DeletionReceipt? {
        let rows = try await transaction.run(
            "SELECT began_at, finished_at, counts::text FROM deletion WHERE deletion_id = \(deletion)")
        guard let row = rows.first else { return nil }
        let (beganAt, finishedAt, counts) = try row.decode((Instant, Instant?, String).self)
        return DeletionReceipt(id: deletion, beganAt: beganAt, finishedAt: finishedAt, counts: counts)
    }
}

/// What remains of an account: that it is gone. Nothing in it is of anybody.
package struct DeletionReceipt: Sendable {
    package let id: Identifier
    let beganAt: Instant
    let finishedAt: Instant?
    /// A JSON object: how many rows of each table.
    package let counts: String
}
