/// Names one row of an account.
package struct RowKey: Hashable, Sendable {
    package var entity: SyncOperation.Entity
    package var id: Identifier

    package init(_ entity: SyncOperation.Entity, _ id: Identifier) {
        self.entity = entity
        self.id = id
    }
}

extension SyncOperation {
    package var row: RowKey { RowKey(entity, id) }
}
