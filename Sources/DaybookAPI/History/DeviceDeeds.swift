import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// What one device did between two revisions, and what the server concluded from that.
struct DeviceDeeds: Sendable {
    /// Each change of it in the ledger.
    private(set) var operations: Set<Identifier> = []
    private var changed: Set<Identifier> = []
    /// The rows that were not there before.
    private(set) var made: Set<Identifier> = []
    /// Tasks that repeat because of the device.
    private var series: Set<Identifier> = []

    /// The rows that it changed.
    var rows: [Identifier] { changed.sorted() }

    /// What of a row's lines since then, whoever made them, is to be taken back.
    func share(of lines: [LedgerEntry]) -> Restoration.Share {
        var row = RowDeeds()
        for line in lines { row.note(line, isOwn: operations.contains(line.operation.opId)) }
        return row.share
    }

    fileprivate mutating func add(_ row: Row) throws {
        let (operation, id, created, changed, repeats) = try row.decode(
            (Identifier, Identifier, Bool, Bool, Bool).self)
        operations.insert(operation)
        guard changed else { return }
        self.changed.insert(id)
        if created { made.insert(id) }
        if created || repeats { series.insert(id) }
    }

    /// The days made it of a series, with its subtasks.
    fileprivate mutating func add(_ made: Occurrence) {
        guard [made.series, made.parent].contains(where: { $0.map(series.contains) ?? false }) else { return }
        operations.insert(made.operation)
        changed.insert(made.task)
        self.made.insert(made.task)
        series.insert(made.task)
    }

    fileprivate struct Occurrence {
        let operation: Identifier
        let task: Identifier
        let series: Identifier?
        let parent: Identifier?
    }
}

extension Restoration {
    /// - Parameter head: what the server concludes later is not known to the request.
    func deeds(
        of device: Identifier, after start: Int64, through end: Int64, asOf head: Int64
    ) async throws -> DeviceDeeds {
        var deeds = DeviceDeeds()
        // A change that waited for its row follows from the row's creation, and is its author's all the same.
        let rows = try await changes.database.read(
            of: account,
            """
            WITH RECURSIVE deed AS (
                SELECT op_id, entity_id, created, changed, prior::text LIKE '%"recurrence":null%' AS repeats FROM change
                WHERE account_id = \(account) AND revision > \(start) AND revision <= \(end) AND device_id = \(device)
                UNION
                SELECT next.op_id, next.entity_id, next.created, next.changed, false
                FROM deed CROSS JOIN LATERAL (
                    SELECT op_id, entity_id, created, changed, revision, device_id FROM change
                    WHERE account_id = \(account) AND cause = deed.op_id OFFSET 0
                ) AS next
                WHERE next.revision <= \(head) AND next.device_id = ANY(\([device, .zero]))
            )
            SELECT op_id, entity_id, created, changed, repeats FROM deed
            """)
        for row in rows { try deeds.add(row) }
        for occurrence in try await occurrencesMadeByDays(after: start, through: head) { deeds.add(occurrence) }
        return deeds
    }

    /// What series that go by their schedule made, an occurrence before its subtasks.
    private func occurrencesMadeByDays(
        after start: Int64, through head: Int64
    ) async throws -> [DeviceDeeds.Occurrence] {
        let purposes = [Identifier.Purpose.scheduledOccurrence, .subtask].map { Int32($0.rawValue) }
        let rows = try await changes.database.read(
            of: account,
            """
            SELECT op_id, entity_id, (patch ->> 'parentRecurringId')::uuid, (patch ->> 'parentId')::uuid FROM change
            WHERE account_id = \(account) AND revision > \(start) AND revision <= \(head)
                AND purpose = ANY(\(purposes)) AND created AND cause IS NULL
            ORDER BY purpose, revision
            """)
        return try rows.map { row in
            let (operation, task, series, parent) = try row.decode(
                (Identifier, Identifier, Identifier?, Identifier?).self)
            return DeviceDeeds.Occurrence(operation: operation, task: task, series: series, parent: parent)
        }
    }
}
