/// How far a device has read: a revision of one incarnation of the database.
package struct SyncCursor: Hashable, Sendable {
    package var epoch: Identifier
    package var revision: Int64
    /// While a snapshot is on its way: the account's revision when it began. Rows deleted since then are sent as
    /// tombstones, older tombstones are left out.
    package var snapshotFrom: Int64?

    package init(epoch: Identifier, revision: Int64, snapshotFrom: Int64? = nil) {
        self.epoch = epoch
        self.revision = revision
        self.snapshotFrom = snapshotFrom
    }
}
