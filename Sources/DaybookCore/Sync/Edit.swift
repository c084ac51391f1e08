/// A wish to change one row.
package struct Edit: Hashable, Sendable {
    package var kind: SyncOperation.Kind
    package var entity: SyncOperation.Entity
    package var id: Identifier
    package var fields: [JSONMember]
    package var reopens: HybridTime?

    package init(
        _ kind: SyncOperation.Kind = .set, _ entity: SyncOperation.Entity = .task, id: Identifier,
        _ fields: [JSONMember] = [], reopens: HybridTime? = nil
    ) {
        self.kind = kind
        self.entity = entity
        self.id = id
        self.fields = fields
        self.reopens = reopens
    }
}
