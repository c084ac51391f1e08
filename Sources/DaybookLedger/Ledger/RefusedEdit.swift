import DaybookCore

/// An edit of a task that was refused, since it was made from a state that is no more. The ledger keeps what it wanted
/// as superseded, so that its author can decide about it; it changes no row.
package struct RefusedEdit: Sendable {
    let opId: Identifier
    let task: Identifier
    let at: HybridTime
    let conflicts: [Conflict]

    package init(_ opId: Identifier, of task: Identifier, at: HybridTime, _ conflicts: [Conflict]) {
        (self.opId, self.task, self.at, self.conflicts) = (opId, task, at, conflicts)
    }
}

extension LedgerEntry {
    /// The line of an edit that was refused.
    package var isRefusedEdit: Bool {
        guard case .superseded = outcome else { return false }
        return operation.fields.isEmpty && operation.kind == .set
    }
}

extension AccountChange {
    /// One line, however often it is refused.
    mutating func remember(_ refused: RefusedEdit, in merged: inout Merged) {
        guard context.known[refused.opId] == nil, !refused.conflicts.isEmpty else { return }
        slice.revision += 1
        merged.entries.append(
            LedgerEntry(
                revision: slice.revision,
                operation: SyncOperation(
                    opId: refused.opId, id: refused.task, at: refused.at, Change(.task, [])),
                recordedAt: context.now, prior: [], created: false, changed: false,
                outcome: .superseded(refused.conflicts), cause: nil))
    }
}
