/// Names one row of an account.
public struct RowKey: Hashable, Sendable {
    public var entity: Operation.Entity
    public var id: Identifier

    public init(_ entity: Operation.Entity, _ id: Identifier) {
        self.entity = entity
        self.id = id
    }
}

extension Operation {
    public var row: RowKey { RowKey(entity, id) }
}
