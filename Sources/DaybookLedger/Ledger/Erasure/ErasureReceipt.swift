import DaybookCore
import Postgres

/// What an erasure came to.
package struct ErasureReceipt: JSONRecord, Sendable {
    package let task: Identifier
    package let erasedAt: Instant
    /// All of it is gone.
    package let isFinished: Bool
    /// Who asked for it, where that is known still.
    let device: (id: Identifier, name: String)?
    /// What was removed.
    let lines: Int64
    let searchPages: Int64
    let octets: Int64
    /// Other tasks of its series, which say what it said.
    let ofSeries: Int64

    /// What lies outside of the database; stable words of the API.
    static let outOfReach = ["backups", "exports"]

    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", task)
        json.member("erasedAt", erasedAt)
        json.member("device") { json in
            guard let device else { return json.null() }
            json.object { json in
                json.member("id", device.id)
                json.member("name", device.name)
            }
        }
        json.member("removed") { json in
            json.object { json in
                json.member("lines", lines)
                json.member("searchPages", searchPages)
                json.member("octets", octets)
            }
        }
        json.member("series", ofSeries)
        json.member("outOfReach") { $0.array(Self.outOfReach) { $0.string($1) } }
    }
}

extension Erasure {
    /// Nil for a task that was not erased.
    package func receipt() async throws -> ErasureReceipt? {
        let rows = try await database.read(
            of: account,
            """
            SELECT erased_at, finished_at IS NOT NULL, erasure.device_id, device.name, lines, search_pages, octets,
                (SELECT count(*) FROM task AS other WHERE other.account_id = \(account) AND other.deleted_at IS NULL
                    AND (other.parent_recurring_id = coalesce(task.parent_recurring_id, \(task))
                        OR other.task_id = task.parent_recurring_id))
            FROM erasure
            LEFT JOIN device ON device.account_id = \(account) AND device.device_id = erasure.device_id
            LEFT JOIN task ON task.account_id = \(account) AND task.task_id = \(task)
            WHERE erasure.account_id = \(account) AND erasure.task_id = \(task)
            """)
        guard let row = rows.first else { return nil }
        let (erasedAt, isFinished, device, name, lines, pages, octets, series) = try row.decode(
            (Instant, Bool, Identifier, String?, Int64, Int64, Int64, Int64).self)
        return ErasureReceipt(
            task: task, erasedAt: erasedAt, isFinished: isFinished, device: name.map { (device, $0) }, lines: lines,
            searchPages: pages, octets: octets, ofSeries: series)
    }
}
