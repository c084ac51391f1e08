import DaybookAccounts
import DaybookCore
import DaybookHost

/// How long what is kept.
struct Retention: Hashable, Sendable {
    /// What was deleted can be restored for so long, in milliseconds.
    var deleted = ServerAccount.retentionDays * Instant.dayLength
    /// The history, and with it the answers to repeated operations; nil is for ever.
    var ledger: Int64?
}

extension Retention {
    init(_ configuration: Configuration) {
        self.init(
            deleted: configuration.deletedRetention.milliseconds,
            ledger: configuration.ledgerRetention?.milliseconds)
    }

    /// A device that was away for longer holds nothing back.
    static let active = ServerAccount.activeDays * Instant.dayLength
}
