import DaybookCore
import DaybookStore
import Postgres
import Reactor

/// One task, erased for good.
///
/// It begins with one transaction through the ledger's door: the task is deleted, its row and what shows it lose their
/// words, and from then on nothing that anybody sends of it is kept. Its lines follow batch by batch, however many
/// there are. Whatever ends in the middle is finished by whoever asks again, or by housekeeping.
package struct Erasure: Sendable {
    package let database: Database
    package let account: Identifier
    package let task: Identifier

    package init(of task: Identifier, in account: Identifier, _ database: Database) {
        (self.task, self.account, self.database) = (task, account, database)
    }

    /// Lines that lose their words in one transaction, and what they hold at most unless it is a single one.
    static let (mostLines, mostBytes) = (500, Int64(4 << 20))

    /// What there is of a task that is to be erased.
    package struct Traces: Sendable {
        package let isKnown: Bool
        package let octets: Int64
        package let searchPages: Int64
        /// What projections hold of it.
        let projected: [ErasableWords]
    }

    package func traces(in ledger: Ledger) async throws -> Traces {
        let projected = ledger.projections.all.compactMap { $0.erasableWords(of: task, in: account) }
        let octets = projected.reduce("0" as Query) { "\($0) + \($1.size)" }
        let rows = try await database.read(
            of: account,
            """
            SELECT EXISTS (SELECT 1 FROM task WHERE account_id = \(account) AND task_id = \(task))
                    OR EXISTS (SELECT 1 FROM change WHERE account_id = \(account) AND entity_id = \(task)
                        AND entity = 'task'),
                (\(octets))::bigint,
                (SELECT count(*) FROM search_page WHERE account_id = \(account) AND \(task) = ANY(tasks))
            """)
        let (isKnown, size, pages) = try rows[0].decode((Bool, Int64, Int64).self)
        return Traces(isKnown: isKnown, octets: size, searchPages: pages, projected: projected)
    }

    /// What goes in the transaction with which it begins.
    package func beginning(_ traces: Traces, by device: Identifier, now: Instant) -> [Query] {
        [
            """
            INSERT INTO erasure (account_id, task_id, device_id, erased_at, search_pages, octets)
            VALUES (\(account), \(task), \(device), \(now), \(traces.searchPages), \(traces.octets))
            """
        ] + traces.projected.flatMap(\.erasing) + [
            // It still counts as done, of no category and without tags.
            "UPDATE completion SET category = NULL, tags = NULL WHERE account_id = \(account) AND task_id = \(task)",
            """
            UPDATE account_clock SET erasures = erasures + 1, waiting = greatest(0, waiting - (
                SELECT count(*) FROM waiting_change
                WHERE account_id = \(account) AND entity_id = \(task) AND entity = 'task')::int)
            WHERE account_id = \(account)
            """,
            "DELETE FROM waiting_change WHERE account_id = \(account) AND entity_id = \(task) AND entity = 'task'",
        ]
    }

    // MARK: Lines

    /// Takes the words out of all lines of the task. Doing it again does nothing.
    ///
    /// - Parameter mayGoOn: asked between batches.
    /// - Returns: whether it came to the end.
    package func takeWordsOut(mayGoOn: () async throws -> Bool = { true }) async throws -> Bool {
        let rows = try await database.read(
            of: account,
            """
            SELECT revision, coalesce(size, \(AccountCheck.lineSize))::bigint FROM change
            WHERE account_id = \(account) AND entity_id = \(task) AND entity = 'task' ORDER BY revision
            """)
        var batch: [Int64] = []
        var bytes: Int64 = 0
        for (revision, size) in try rows.decode((Int64, Int64).self) {
            if batch.count == Self.mostLines || !batch.isEmpty && bytes + size > Self.mostBytes {
                try await takeWordsOut(ofLines: batch)
                guard try await mayGoOn() else { return false }
                (batch, bytes) = ([], 0)
            }
            batch.append(revision)
            bytes += size
        }
        if !batch.isEmpty { try await takeWordsOut(ofLines: batch) }
        return true
    }

    /// Under the lock of the account's clock, since what the account holds is counted there.
    private func takeWordsOut(ofLines revisions: [Int64]) async throws {
        try await database.transaction(of: account) { transaction in
            try await transaction.run("SELECT 1 FROM account_clock WHERE account_id = \(account) FOR UPDATE")
            let rows = try await transaction.run(
                """
                SELECT \(LedgerEntry.columns), (\(AccountCheck.lineSize))::bigint FROM change
                WHERE account_id = \(account) AND revision = ANY(\(revisions))
                """)
            let (lines, freed) = try await aside(if: rows.count > AccountChange.manyRows) {
                var lines: [StoredEntry] = []
                var freed: Int64 = 0
                for row in rows {
                    let (line, size) = (try LedgerEntry(row), try row.decode(row.columnCount - 1, as: Int64.self))
                    let rest = line.withoutWords
                    guard rest != line else { continue }
                    lines.append(StoredEntry(rest))
                    freed += size
                }
                return (lines, freed - Int64(lines.size))
            }
            guard !lines.isEmpty else { return }
            try await transaction.commit(after: [
                .rewrite(lines, of: account),
                """
                UPDATE account_clock SET stored_bytes = greatest(0, stored_bytes - \(freed))
                WHERE account_id = \(account)
                """,
                """
                UPDATE erasure SET lines = lines + \(Int64(lines.count))
                WHERE account_id = \(account) AND task_id = \(task)
                """,
            ])
        }
    }

    /// Nothing holds its words any more.
    package func finish(now: Instant) async throws {
        try await database.write(
            of: account,
            """
            UPDATE erasure SET finished_at = \(now)
            WHERE account_id = \(account) AND task_id = \(task) AND finished_at IS NULL
            """)
    }
}
