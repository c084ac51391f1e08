import DaybookAccounts
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

/// Takes files into accounts: reads them piece by piece, and puts what they describe through the ledger's door in
/// transactions of a bounded size. While one is under way the next is read.
///
/// What a row becomes follows from the account, the source and the row alone, so whatever was interrupted is finished
/// by doing it again, and doing it again when it is finished changes nothing.
package struct Import: Sendable {
    let database: Database
    let ledger: Ledger

    /// Rows of one transaction: large enough that the commit's cost does not matter, small enough that other requests
    /// hardly wait for the account's lock.
    static let mostRows = 500
    /// And their text, for rows as long as they may be.
    static let mostText = 4 << 20
    /// Rows of one file that are known by what they say, so that a second one with the same id is noticed. Those behind
    /// them are as rows that are there already.
    static let mostTold = 100_000

    package func run(
        _ order: ImportOrder, from source: inout some ImportSource, progress: (ImportReport) -> Void = { _ in }
    ) async throws -> ImportReport {
        let (format, head) = try await format(order, &source)
        let author = try await author(order, format)
        var run = ImportRun(author, ImportReport(order, format), importing: self)
        if format.hasListsLast {
            // What tasks refer to has to be there before them. A file that is cut off may be nothing but tasks.
            var broken: (any Error)?
            do {
                try await run.importToEnd(head, &source, progress) { if case .task = $0 { false } else { true } }
            } catch let stop as ImportStop where stop.isOfItsRest {
                broken = stop.reason
            }
            try source.rewind()
            try await run.importToEnd([], &source, progress) { if case .task = $0 { true } else { false } }
            if let broken { throw ImportStop(report: run.report, reason: broken) }
        } else {
            try await run.importToEnd(head, &source, progress) { _ in true }
        }
        return run.report
    }

    /// What the file is, and what was read of it to find out.
    private func format(
        _ order: ImportOrder, _ source: inout some ImportSource
    ) async throws -> (Format, [UInt8]) {
        if let format = order.format { return (format, []) }
        var head: [UInt8] = []
        do {
            while head.count < Format.beginning, let bytes = try await source.next() { head += bytes }
        } catch {
            throw ImportStop(report: ImportReport(order), reason: error)
        }
        guard let format = Format.detect(head, name: order.name) else {
            throw ImportStop(
                report: ImportReport(order),
                reason: UnreadableSource(.otherFormat, line: 1, "The file is of no format known here."))
        }
        return (format, head)
    }

    /// The author in the account's history: a device of its own, which nobody can use.
    private func author(_ order: ImportOrder, _ format: Format) async throws -> ImportAuthor {
        let device = Self.device(of: order.account)
        let rows = try await database.transaction(of: order.account) { transaction in
            if !order.isDryRun {
                try await transaction.run(
                    """
                    INSERT INTO device (account_id, device_id, name, created_at, last_seen_at, revoked_at)
                    SELECT account_id, \(device), 'Import', \(order.now), \(order.now), \(order.now)
                    FROM account WHERE account_id = \(order.account)
                    ON CONFLICT (account_id, device_id) DO NOTHING
                    """)
            }
            return try await transaction.run(
                """
                SELECT time_zone, claimed_at IS NOT NULL, live_tasks + guests
                FROM account_settings JOIN account USING (account_id) JOIN account_clock USING (account_id)
                WHERE account_id = \(order.account)
                """)
        }
        guard let row = rows.first else { throw NoAccount() }
        let (zone, isClaimed, tasks) = try row.decode((String, Bool, Int32).self)
        return ImportAuthor(
            account: order.account, device: device, origin: format.origin, now: order.now,
            zone: Zone(zone) ?? .utc, isDryRun: order.isDryRun, quotas: ledger.quotas.of(claimed: isClaimed),
            tasks: Int(tasks))
    }

    /// Whose changes those of the account's imports are.
    static func device(of account: Identifier) -> Identifier {
        .derived(.importedRow, account.high, account.low, from: "device")
    }

    /// Makes what a batch comes to, and again what an earlier import had made and somebody took back as a whole.
    func make(_ batch: ImportBatch) async throws -> ImportBatch.Result {
        var result = try await makeOnce(batch)
        try await askAnew(batch, &result)
        let gone = result.gone
        guard !gone.isEmpty else { return result }
        let takenBack = try await takenBack(among: gone, of: batch.author.account)
        guard !takenBack.isEmpty else { return result }
        result.retell(Set(takenBack.keys), as: try await makeOnce(batch.returning(takenBack)))
        return result
    }

    /// What was refused once is known by its name from then on, and not looked at again. So it is asked for by another
    /// name, where the file says by now what can be taken; what would be refused again writes no line of history.
    private func askAnew(_ batch: ImportBatch, _ result: inout ImportBatch.Result) async throws {
        let refused = result.refusedBefore
        guard !refused.isEmpty else { return }
        let rehearsed = try await makeOnce(batch.asking(refused), isRehearsal: true)
        // The reason is that of what it says now.
        result.refusals.merge(rehearsed.refusals) { $1 }
        let taken = refused.filter { rehearsed.refusals[$0] == nil }
        guard !taken.isEmpty else { return }
        result.retell(taken, as: try await makeOnce(batch.asking(taken)))
    }

    /// Rows of which the last that happened was that their import was taken back, and in which revision. A history
    /// without bound holds nobody up: where one is that long, the row stays as it is.
    func takenBack(among rows: Set<Identifier>, of account: Identifier) async throws -> [Identifier: Int64] {
        let (purpose, most) = (Int32(Identifier.Purpose.undo.rawValue), Query.mostLinesOfOne)
        let found = try await database.read(
            of: account,
            """
            SELECT wanted.id, max(revision) FILTER (WHERE changed)
            FROM unnest(\(Array(rows))) AS wanted (id) CROSS JOIN LATERAL (
                SELECT revision, changed, purpose FROM change
                WHERE account_id = \(account) AND entity_id = wanted.id LIMIT \(most + 1)
            ) AS line
            GROUP BY wanted.id
            HAVING count(*) <= \(most) AND max(revision) FILTER (WHERE changed)
                = max(revision) FILTER (WHERE changed AND purpose = \(purpose))
            """
        ).decode((Identifier, Int64).self)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.0, $0.1) })
    }

    private func makeOnce(_ batch: ImportBatch, isRehearsal: Bool = false) async throws -> ImportBatch.Result {
        var request = LedgerRequest(of: batch.author.account, seeing: batch.needs, now: batch.author.now)
        request.operations = batch.expected
        request.isRehearsal = isRehearsal
        let (result, verdicts) = try await ledger.change(request) { sight in
            let plan = batch.plan(on: sight.slice)
            let operations = batch.author.isDryRun ? [] : plan.operations
            var decision = Decision(
                Push(operations: operations, confirmsMassDelete: true, isRetold: true), answer: plan.verdicts)
            decision.isWhole = true
            return decision
        }
        switch result {
        // Deletions are confirmed.
        case .noAccount, .massDeleteRefused: throw NoAccount()
        case .merged(let commit): return ImportBatch.Result(batch, verdicts, commit)
        }
    }
}

/// What is to be imported, and where.
package struct ImportOrder: Sendable {
    let account: Identifier
    /// Nil to find out by the file itself.
    var format: Format?
    /// The file's name, without its extension.
    var name: String?
    package var isDryRun = false
    var now = Instant.now()

    package init(account: Identifier, format: Format? = nil, name: String? = nil, isDryRun: Bool = false) {
        self.account = account
        self.format = format
        self.name = name
        self.isDryRun = isDryRun
    }
}

/// In whose name rows are made, and what they are read against.
struct ImportAuthor: Sendable {
    let account: Identifier
    let device: Identifier
    let origin: String
    let now: Instant
    let zone: Zone
    let isDryRun: Bool
    /// What the account may have, and how many tasks it had before.
    let quotas: Quotas
    let tasks: Int
}

extension ImportAuthor {
    /// What a dry run says of tasks that would be made and for which the account has no room; nil where they fit.
    func excess(making made: Int) -> String? {
        guard quotas.tasks > 0, made > 0, tasks + made > quotas.tasks else { return nil }
        let beyond = min(made, tasks + made - quotas.tasks)
        let left = "\(beyond) of the \(made) tasks that would be made do not fit."
        return "\(left) \(quotas.words(of: .tasks(limit: quotas.tasks, used: tasks)))"
    }
}
