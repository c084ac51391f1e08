/// One row of the ledger: an operation as it was merged, what it replaced, and what became of it.
public struct LedgerEntry: Hashable, Sendable {
    public var revision: Int64
    /// With its corrected clock.
    public var operation: SyncOperation
    /// When the server wrote it down.
    public var recordedAt: Instant
    /// The values that changed hands, as they were before.
    public var prior: [JSONMember]
    /// The operation created its row.
    public var created: Bool
    /// The row is other than before.
    public var changed: Bool
    public var outcome: Outcome
    /// The operation from which the server concluded this one.
    public var cause: Identifier?

    public init(
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
    public var isRetold: Bool {
        if case .rejected = outcome { return false }
        return operation.entity != .settings
    }
}
