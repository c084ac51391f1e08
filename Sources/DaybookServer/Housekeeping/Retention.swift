import DaybookAccounts
import DaybookCore
import DaybookHost

/// How long what is kept.
struct Retention: Hashable, Sendable {
    /// What was deleted can be restored for so long, in milliseconds.
    var deleted: Int64
    /// The history, and with it the answers to repeated operations; nil is for ever.
    var ledger: Int64?

    init(deleted: Int64 = ServerAccount.retentionDays * Instant.dayLength, ledger: Int64? = nil) {
        self.deleted = deleted
        self.ledger = ledger
    }

    init(_ configuration: Configuration) {
        self.init(
            deleted: configuration.deletedRetention.milliseconds,
            ledger: configuration.ledgerRetention?.milliseconds)
    }

    /// A device that was away for longer holds nothing back.
    static let active = ServerAccount.activeDays * Instant.dayLength
}
