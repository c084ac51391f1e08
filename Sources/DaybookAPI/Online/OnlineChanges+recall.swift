import DaybookAccounts
import DaybookCore
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

extension OnlineChanges {
    /// The result of the same request when it first came; nil if it is new. Throws 422 if its key was used for another
    /// request.
    ///
    /// The ledger holds what was decided, and how the rows were then follows from their lines up to it. So whatever
    /// happened to them since, the answer is the first one.
    ///
    /// - Parameter others: rows whose state before the request is also wanted.
    func recall(_ submission: Submission, with others: Set<Identifier> = []) async throws -> ChangeResult? {
        guard let first = try await remembered(submission, with: others) else { return nil }
        return try await visible(first, among: others, to: submission)
    }

    private func remembered(_ submission: Submission, with others: Set<Identifier>) async throws -> ChangeResult? {
        let identity = submission.identity
        guard identity.isKeyed else { return nil }
        let account = submission.principal.account
        let range = identity.operations
        // A row's lines are looked for by nothing else about them (`OFFSET 0`): PostgreSQL, which does not know how
        // many rows it is about, would read the account's whole ledger. Of rows with a long history only the request's
        // own lines are read, and the rows are answered as they are now.
        let rows = try await database.read(
            of: account,
            """
            WITH RECURSIVE chain AS (
                SELECT op_id, revision, entity_id FROM change
                WHERE account_id = \(account) AND op_id BETWEEN \(range.lowerBound) AND \(range.upperBound)
                UNION ALL
                SELECT next.op_id, next.revision, next.entity_id FROM chain CROSS JOIN LATERAL (
                    SELECT op_id, revision, entity_id FROM change
                    WHERE account_id = \(account) AND cause = chain.op_id OFFSET 0
                ) AS next
            ), about AS (
                SELECT entity_id FROM chain UNION SELECT unnest(\(Array(others))) WHERE EXISTS (SELECT 1 FROM chain)
            ), line AS (
                SELECT line.revision, line.size FROM about CROSS JOIN LATERAL (
                    SELECT revision, size FROM change
                    WHERE account_id = \(account) AND entity_id = about.entity_id OFFSET 0
                ) AS line
                WHERE line.revision <= (SELECT max(revision) FROM chain)
                LIMIT \(Query.mostLines + 1)
            ), told AS (
                SELECT revision FROM line
                WHERE (SELECT count(*) FROM line) <= \(Query.mostLines)
                    AND (SELECT sum(coalesce(size, 1000)) FROM line) <= \(AccountChange.mostBytes)
                UNION SELECT revision FROM chain
            )
            SELECT \(LedgerEntry.columns), revision IN (SELECT revision FROM chain),
                (SELECT revision FROM change WHERE account_id = \(account) ORDER BY revision LIMIT 1),
                \(AccountHistory.lastColumn)
            FROM change WHERE account_id = \(account) AND revision = ANY(ARRAY(SELECT revision FROM told))
            ORDER BY change.revision
            """)
        guard let row = rows.first else { return nil }
        let history = try AccountHistory(account, endOf: row)
        let beginning: Int64 = try row.decode(row.columnCount - 2)
        let lines = try rows.map { row in
            (entry: try LedgerEntry(row), isOurs: try row.decode(row.columnCount - 3, as: Bool.self))
        }
        guard let first = lines.first(where: { range.contains($0.entry.operation.opId) })?.entry, let last = lines.last
        else { return nil }
        guard identity.place(of: first.operation.opId) != nil else { throw Problem(.idempotencyKeyReused) }
        var slice = Slice(account: account)
        var settled = ChangeResult(revision: last.entry.revision, of: history)
        settled.isRepeated = true
        var isWhole = true
        for (entry, isOurs) in lines {
            if settled.before == nil, isOurs { settled.before = slice }
            let isKnown = slice.knows(entry.operation)
            isWhole = isWhole && (isKnown || entry.created || !entry.changed)
            slice.replay(entry)
            guard isOurs else { continue }
            settled.entries.append(entry)
            if let place = identity.place(of: entry.operation.opId) { settled.outcomes[place] = entry.outcome }
        }
        guard isWhole else { return try await current(settled, of: submission) }
        settled.tasks = slice.tasks
        settled.lists = slice.lists
        // Settings are there before the first line about them, so only a ledger from its beginning tells what they
        // were.
        let aboutSettings = settled.entries.contains { $0.operation.entity == .settings }
        if aboutSettings, beginning == 1 { settled.settings = slice.settings }
        return settled
    }

    /// So many rows are told whole, however long their texts are. Of more, those are left out whose texts were.
    private static let fewRows = 4

    /// Where the ledger does not reach back to the rows' beginning, they are answered as they are now.
    private func current(_ settled: ChangeResult, of submission: Submission) async throws -> ChangeResult {
        var settled = settled
        settled.before = nil
        var needs = settled.entries.rows
        if needs.touched.count <= Self.fewRows {
            needs.tasks.formUnion(needs.touched)
            needs.touched = []
        }
        let (result, _) = try await ledger.change(submission.principal.account, seeing: needs, now: submission.now) {
            [needs] _ in
            var decision = Decision(Push(operations: []))
            decision.seeing = needs
            return decision
        }
        if case .merged(let commit) = result {
            settled.tasks = commit.tasks
            settled.lists = commit.lists
        }
        return settled
    }
}

extension Slice {
    fileprivate func knows(_ operation: SyncOperation) -> Bool {
        switch operation.entity {
        case .task: tasks[operation.id] != nil
        case .list: lists[operation.id] != nil
        case .settings: true
        }
    }
}
