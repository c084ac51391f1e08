/// One row of the ledger: an operation as it was merged, what it replaced, and what became of it.
package struct LedgerEntry: Hashable, Sendable {
    package var revision: Int64
    /// With its corrected clock.
    package var operation: SyncOperation
    /// When the server wrote it down.
    package var recordedAt: Instant
    /// The values that changed hands, as they were before.
    package var prior: [JSONMember]
    /// The operation created its row.
    package var created: Bool
    /// The row is other than before.
    package var changed: Bool
    package var outcome: Outcome
    /// The operation from which the server concluded this one.
    package var cause: Identifier?

    package init(
        revision: Int64, operation: SyncOperation, recordedAt: Instant, prior: [JSONMember], created: Bool,
        changed: Bool,
        outcome: Outcome, cause: Identifier? = nil
    ) {
        self.revision = revision
        self.operation = operation
        self.recordedAt = recordedAt
        self.prior = prior
        self.created = created
        self.changed = changed
        self.outcome = outcome
        self.cause = cause
    }
}

extension LedgerEntry {
    /// Whether the entry is told to the account that this one goes into: its settings are not, nor what was refused.
    package var isRetold: Bool {
        if case .rejected = outcome { return false }
        return operation.entity != .settings
    }
}
