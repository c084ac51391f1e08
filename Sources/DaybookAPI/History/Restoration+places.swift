import DaybookCore
import DaybookLedger
import DaybookStore
import HTTP
import Postgres
import Reactor

/// Each batch settles the regions that it puts something into, and what leaves a region may come only with a later one.
/// Once all rows are where they belong, what had to go down meanwhile asks for its place again: whoever goes down then
/// has really none.
extension Restoration {
    /// A task that a region had no room for, and what was settled of it.
    private struct Displaced: Sendable {
        let id: Identifier
        var lines: [LedgerEntry] = []

        /// It stands where it was put, and nobody has placed, completed or deleted it since.
        func isLeft(in slice: Slice) -> Bool {
            guard let task = slice.tasks[id] else { return false }
            return !task.isDeleted && !task.isCompleted && task.placement == lines.last?.operation.at
        }
    }

    /// - Returns: the account's revision, where anything was given back.
    func giveBackPlaces(of work: Work, after batches: [[ChangedRow]]) async throws -> Int64? {
        guard !isRehearsal, batches.count > 1 else { return nil }
        var pace = pace
        var displaced: [Identifier: Displaced] = [:]
        for line in try await settlements(of: work, &pace) {
            displaced[line.operation.id, default: Displaced(id: line.operation.id)].lines.append(line)
        }
        var reached: Int64?
        for tasks in try await byPlace(displaced) {
            await pace.rest()
            reached = try await giveBack(tasks)
        }
        return reached
    }

    /// What was settled because of this request, or because of what followed from it: a list brings its tasks.
    private func settlements(of work: Work, _ pace: inout WorkPace) async throws -> [LedgerEntry] {
        let rows = Dictionary(work.rows.map { (RowName(entity: $0.entity, id: $0.id), $0) }) { first, _ in first }
        let end = try await currentRevision()
        let settlement = Int32(Identifier.Purpose.settlement.rawValue)
        var ours: Set<Identifier> = []
        var lines: [LedgerEntry] = []
        for first in stride(from: work.head, to: end, by: Int64.Stride(DeviceDeeds.revisionsAtOnce)) {
            await pace.rest()
            let told = try await changes.database.read(
                of: account,
                """
                SELECT revision, op_id, entity::text, entity_id, cause, purpose FROM change
                WHERE account_id = \(account) AND revision > \(first)
                    AND revision <= \(min(first + DeviceDeeds.revisionsAtOnce, end))
                ORDER BY revision
                """
            ).decode((Int64, Identifier, String, Identifier, Identifier?, Int32?).self)
            var settled: [Int64] = []
            for (revision, operation, entity, id, cause, purpose) in told {
                guard let entity = SyncOperation.Entity(name: entity) else { continue }
                let isOwn = rows[RowName(entity: entity, id: id)].map { operations(of: $0).contains(operation) }
                guard isOwn ?? false || cause.map(ours.contains) ?? false else { continue }
                ours.insert(operation)
                if purpose == settlement { settled.append(revision) }
            }
            guard !settled.isEmpty else { continue }
            lines += try await changes.database.read(
                of: account,
                """
                SELECT \(LedgerEntry.columns) FROM change
                WHERE account_id = \(account) AND revision = ANY(\(settled)) ORDER BY revision
                """
            ).map { row throws(PostgresError) in try LedgerEntry(row) }
        }
        return lines
    }

    /// The tasks of one region of a day together, so that none finds a place taken that another of them is to leave.
    private func byPlace(_ displaced: [Identifier: Displaced]) async throws -> [[Displaced]] {
        guard !displaced.isEmpty else { return [] }
        let rows = try await changes.database.read(
            of: account,
            """
            SELECT task_id, scheduled_date, region::text FROM task
            WHERE account_id = \(account) AND task_id = ANY(\(displaced.keys.sorted())) AND region IS NOT NULL
            ORDER BY task_id
            """
        ).decode((Identifier, CalendarDate?, String).self)
        var places: [RegionDay: [Displaced]] = [:]
        for (id, date, region) in rows {
            guard let task = displaced[id], let region = Region(name: region) else { continue }
            let before = task.lines.lazy.compactMap(\.placeBefore).first
            places[before ?? RegionDay(date: date, region: region), default: []].append(task)
        }
        var batches: [[Displaced]] = []
        for tasks in places.values.sorted(by: { $0[0].id < $1[0].id }) {
            if let last = batches.indices.last, batches[last].count + tasks.count <= Self.rowsPerBatch {
                batches[last] += tasks
                continue
            }
            // A region that holds more than a batch is not settled at once.
            for first in stride(from: 0, to: tasks.count, by: Self.rowsPerBatch) {
                batches.append(Array(tasks[first..<min(first + Self.rowsPerBatch, tasks.count)]))
            }
        }
        return batches
    }

    /// In the order in which they had to go, and after whatever others have placed meanwhile.
    private func giveBack(_ tasks: [Displaced]) async throws -> Int64 {
        let tasks = tasks.sorted { ($0.lines.first?.revision ?? 0) < ($1.lines.first?.revision ?? 0) }
        var needs = SliceNeeds()
        for task in tasks { for line in task.lines { needs.add(rowOf: line) } }
        let now = Instant.now()
        var request = LedgerRequest(of: account, seeing: needs, now: now)
        request.isLong = true
        let (result, _) = try await changes.ledger.change(request) { [self, changes] sight -> Decision<Void> in
            let slice = sight.slice
            let operations = tasks.filter { $0.isLeft(in: slice) }.flatMap { task in
                let clock = changes.clock.tick(
                    for: submission.principal.device, now: now, after: slice.lastChange(of: RowKey(.task, task.id)))
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
        return RegionDay(date: before(.scheduledDate).flatMap { CalendarDate($0) }, region: region)
    }
}
