/// Names one row of an account.
public struct RowKey: Hashable, Sendable {
    public var entity: SyncOperation.Entity
    public var id: Identifier

    public init(_ entity: SyncOperation.Entity, _ id: Identifier) {
        self.entity = entity
        self.id = id
    }
}

extension SyncOperation {
    public var row: RowKey { RowKey(entity, id) }
}
