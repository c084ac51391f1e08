import DaybookCore
import Postgres

/// What a calendar program sent of a task. It is kept, and served back as it came, for as long as it says what the task
/// says.
package struct ReceivedOctets: Sendable {
    let task: Identifier
    let bytes: [UInt8]
    let areTrue: @Sendable (TaskItem, Resource) -> Bool

    /// More than this beside what the ledger's lines hold of them is not kept: what is no task counts for no quota.
    static let mostBeside = 16 << 10
    /// More octets than this take long to compare with a task, so that is done on a thread for long work.
    static let long = 16 << 10

    package init(
        _ bytes: [UInt8], of task: Identifier, ifTrue areTrue: @escaping @Sendable (TaskItem, Resource) -> Bool
    ) {
        (self.task, self.bytes, self.areTrue) = (task, bytes, areTrue)
    }

    func statement(of account: Identifier, at revision: Int64) -> Query {
        """
        INSERT INTO dav_body (account_id, task_id, shown_revision, octets)
        VALUES (\(account), \(task), \(revision), \(bytes))
        ON CONFLICT (account_id, task_id) DO UPDATE
            SET shown_revision = excluded.shown_revision, octets = excluded.octets
        """
    }
}
