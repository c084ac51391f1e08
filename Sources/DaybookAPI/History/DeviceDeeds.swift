import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// What one device did between two revisions, and what the server concluded from that.
struct DeviceDeeds: Equatable, Sendable {
    /// Each change of it in the ledger.
    private(set) var operations: Set<Identifier> = []
    private var changed: Set<Identifier> = []
    /// The rows that were not there before.
    private(set) var made: Set<Identifier> = []
    /// Tasks that repeat because of the device.
    private var series: Set<Identifier> = []

    /// The rows that it changed.
    var rows: [Identifier] { changed.sorted() }

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

extension DeviceDeeds {
    /// So many revisions are looked at in one statement, whatever else they hold: no account's history is read at once.
    static let revisionsAtOnce: Int64 = 10_000

    /// - Parameter head: what the server concludes later is not known to the request.
    init(
        of device: Identifier, in account: Identifier, after start: Int64, through end: Int64, asOf head: Int64,
        atOnce: Int64 = revisionsAtOnce, from database: Database
    ) async throws {
        self.init()
        for first in stride(from: start, to: end, by: Int64.Stride(atOnce)) {
            let last = min(first + atOnce, end)
            // A change that waited for its row follows from the row's creation, and is its author's all the same.
            let rows = try await database.read(
                of: account,
                """
                WITH RECURSIVE deed AS (
                    SELECT op_id, entity_id, created, changed, prior::text LIKE '%"recurrence":null%' AS repeats
                    FROM change
                    WHERE account_id = \(account) AND revision > \(first) AND revision <= \(last)
                        AND device_id = \(device)
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
            for row in rows { try add(row) }
        }
        // An occurrence comes before the subtasks of any.
        var subtasks: [Occurrence] = []
        let purposes = [Identifier.Purpose.scheduledOccurrence, .subtask].map { Int32($0.rawValue) }
        for first in stride(from: start, to: head, by: Int64.Stride(atOnce)) {
            let last = min(first + atOnce, head)
            let rows = try await database.read(
                of: account,
                """
                SELECT op_id, entity_id, (patch ->> 'parentRecurringId')::uuid, (patch ->> 'parentId')::uuid,
                    purpose = \(purposes[1])
                FROM change
                WHERE account_id = \(account) AND revision > \(first) AND revision <= \(last)
                    AND purpose = ANY(\(purposes)) AND created AND cause IS NULL
                ORDER BY revision
                """)
            for (operation, task, series, parent, isSubtask) in try rows.decode(
                (Identifier, Identifier, Identifier?, Identifier?, Bool).self)
            {
                let made = Occurrence(operation: operation, task: task, series: series, parent: parent)
                if isSubtask { subtasks.append(made) } else { add(made) }
            }
        }
        for made in subtasks { add(made) }
    }
}
