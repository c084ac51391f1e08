import DaybookCore
import DaybookStore
import Postgres

/// The neighbours of tasks in the user's order, looked up without the account's lock.
extension OnlineChanges {
    /// Tasks with the same key as one of these, two on either side, since one may be the task that moves.
    func tasks(besideThoseOf anchors: Set<Identifier>, of account: Identifier) async throws -> Set<Identifier> {
        guard !anchors.isEmpty else { return [] }
        let rows = try await database.read(
            of: account,
            """
            SELECT near.task_id FROM task AS anchor CROSS JOIN LATERAL (
                (SELECT task_id FROM task
                    WHERE account_id = \(account) AND deleted_at IS NULL AND sort_order = anchor.sort_order
                        AND task_id < anchor.task_id
                    ORDER BY task_id DESC LIMIT 2)
                UNION ALL
                (SELECT task_id FROM task
                    WHERE account_id = \(account) AND deleted_at IS NULL AND sort_order = anchor.sort_order
                        AND task_id > anchor.task_id
                    ORDER BY task_id LIMIT 2)
            ) AS near
            WHERE anchor.account_id = \(account) AND anchor.task_id = ANY(\(Array(anchors)))
            """)
        return Set(try rows.map { row throws(PostgresError) in try row.decode(0, as: Identifier.self) })
    }

    /// So many tasks on either side of one, itself among them.
    func stretch(around anchor: Identifier, of account: Identifier, reach: Int) async throws -> Stretch {
        let rows = try await database.read(
            of: account,
            """
            SELECT near.isBelow, near.task_id, near.sort_order,
                (SELECT revision FROM account_clock WHERE account_id = \(account))
            FROM task AS anchor CROSS JOIN LATERAL (
                (SELECT false AS isBelow, task_id, sort_order FROM task
                    WHERE account_id = \(account) AND deleted_at IS NULL
                        AND (sort_order, task_id) <= (anchor.sort_order, anchor.task_id)
                    ORDER BY sort_order DESC, task_id DESC LIMIT \(reach))
                UNION ALL
                (SELECT true, task_id, sort_order FROM task
                    WHERE account_id = \(account) AND deleted_at IS NULL
                        AND (sort_order, task_id) > (anchor.sort_order, anchor.task_id)
                    ORDER BY sort_order, task_id LIMIT \(reach))
            ) AS near
            WHERE anchor.account_id = \(account) AND anchor.task_id = \(anchor)
            """
        ).decode((Bool, Identifier, String, Int64).self)
        let places = rows.compactMap { row in OrderKey(row.2).map { OrderPlace($0, row.1) } }
        let below = rows.count { $0.0 }
        return Stretch(
            tasks: Set(rows.map(\.1)), first: rows.count - below < reach ? nil : places.min(),
            last: below < reach ? nil : places.max(), revision: rows.first?.3 ?? -1)
    }
}
