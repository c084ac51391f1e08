extension Replica {
    /// Why a change would be refused by somebody who can ask back, as the API can and a person at a screen: the region
    /// it would take a place in is full, or the must-do comes first. A change that is performed all the same is settled
    /// by the merge.
    package func refusal(of edit: Edit, now: Instant) -> Rejection? {
        guard edit.entity == .task else { return nil }
        var clock = clock
        let operation = SyncOperation(
            opId: .zero, entity: edit.entity, id: edit.id, at: clock.tick(now: now), kind: edit.kind,
            fields: edit.fields, reopens: edit.reopens)
        return view.refusal(of: shown(operation))
    }
}
