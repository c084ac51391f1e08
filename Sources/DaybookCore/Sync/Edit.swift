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

extension Replica {
    /// Makes several changes, one after the other. Some may be rejected: who wants all or none withdraws the others.
    ///
    /// - Parameter isOneDeed: they are taken back together, here and in the account's history.
    package mutating func perform(
        _ edits: [(opId: Identifier, edit: Edit)], isOneDeed: Bool, now: Instant
    ) -> [Performed] {
        let first = isOneDeed ? edits.first?.opId : nil
        var performed: [Performed] = []
        for (opId, edit) in edits {
            performed.append(
                perform(
                    edit.kind, edit.entity, id: edit.id, edit.fields, reopens: edit.reopens,
                    cause: opId == first ? nil : first, opId: opId, now: now))
        }
        guard isOneDeed else { return performed }
        // The first of them has done it all.
        for place in performed.indices.dropFirst() {
            performed[0].entries += performed[place].entries
            performed[place].entries = []
        }
        return performed
    }
}
