import DaybookCore
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// Each batch settles the regions that it puts something into, and what leaves a region may come only with a later one.
/// Once all rows are where they belong, what had to go down meanwhile asks for its place again: whoever goes down then
/// has really none.
extension Restoration {
    /// A task that a region had no room for, and what was settled of it.
    private struct Displaced {
        var lines: [LedgerEntry] = []
        /// Where it was.
        var place: RegionDay?

        mutating func add(_ line: LedgerEntry) {
            lines.append(line)
            place = place ?? line.placeBefore
        }
    }

    /// - Returns: the account's revision, where anything was given back.
    func giveBackPlaces(after batches: [[ChangedRow]]) async throws -> Int64? {
        guard !isRehearsal, batches.count > 1 else { return nil }
        var pace = pace
        var displaced: [Identifier: Displaced] = [:]
        for batch in batches {
            await pace.rest()
            for line in try await settlements(from: batch) {
                displaced[line.operation.id, default: Displaced()].add(line)
            }
        }
        var reached: Int64?
        for tasks in try await byPlace(displaced) {
            await pace.rest()
            reached = try await giveBack(tasks.map { ($0, displaced[$0]?.lines ?? []) })
        }
        return reached
    }

    private func settlements(from batch: [ChangedRow]) async throws -> [LedgerEntry] {
        try await changes.database.read(
            of: account,
            """
            SELECT \(LedgerEntry.columns) FROM change
            WHERE account_id = \(account) AND cause = ANY(\(batch.flatMap(operations)))
                AND purpose = \(Int32(Identifier.Purpose.settlement.rawValue))
            ORDER BY revision
            """
        ).map { row throws(PostgresError) in try LedgerEntry(row) }
    }

    /// The tasks of one region of a day together, so that none finds a place taken that another of them is to leave.
    private func byPlace(_ displaced: [Identifier: Displaced]) async throws -> [[Identifier]] {
        guard !displaced.isEmpty else { return [] }
        let rows = try await changes.database.read(
            of: account,
            """
            SELECT task_id, scheduled_date, coalesce(region::text, '') FROM task
            WHERE account_id = \(account) AND task_id = ANY(\(displaced.keys.sorted()))
            """
        ).decode((Identifier, CalendarDate?, String).self)
        let places = rows.map { task, date, region in
            (task, displaced[task]?.place ?? Region(name: region).map { RegionDay(date: date, region: $0) })
        }
        let groups = Dictionary(grouping: places, by: \.1).values.map { $0.map(\.0).sorted() }
        return groups.sorted { $0[0] < $1[0] }.reduce(into: []) { batches, group in
            if let last = batches.indices.last, batches[last].count + group.count <= Self.rowsPerBatch {
                batches[last] += group
            } else {
                batches.append(group)
            }
        }
    }

    /// In the order in which they had to go.
    private func giveBack(_ tasks: [(id: Identifier, lines: [LedgerEntry])]) async throws -> Int64 {
        let tasks = tasks.sorted { ($0.lines.first?.revision ?? 0) < ($1.lines.first?.revision ?? 0) }
        var needs = SliceNeeds()
        for task in tasks { for line in task.lines { needs.add(rowOf: line) } }
        var request = LedgerRequest(of: account, seeing: needs, now: submission.now)
        request.isLong = true
        let (result, _) = try await changes.ledger.change(request) { [self, changes] sight -> Decision<Void> in
            let slice = sight.slice
            let operations = tasks.flatMap { task in
                let clock = changes.clock.tick(
                    for: submission.principal.device, now: submission.now,
                    after: slice.lastChange(of: RowKey(.task, task.id)))
                return slice.keepingFromAgents(
                    slice.undo(task.lines, rowByRow: true, at: clock, request: placeName(of: task.id))
                ).operations
            }
            var decision = Decision(Push(operations: operations, confirmsMassDelete: true), answer: ())
            decision.isWhole = true
            return decision
        }
        guard case .merged(let commit) = result else { throw Problem.unauthenticated }
        return commit.revision
    }

    private func placeName(of task: Identifier) -> Identifier {
        let request = submission.identity.opId(0)
        return .derived(
            .restoration, request.high, request.low, UInt64(Identifier.Purpose.settlement.rawValue), task.high,
            task.low)
    }
}

extension LedgerEntry {
    /// The region that the task had to leave with this, if it had to.
    fileprivate var placeBefore: RegionDay? {
        func before(_ field: TaskField) -> String? { prior.first { $0.name == field.name }?.value.text }
        guard let region = before(.region).flatMap(Region.init(name:)) else { return nil }
        return RegionDay(date: before(.scheduledDate).flatMap(CalendarDate.init), region: region)
    }
}
