import DaybookAccounts
import DaybookCore
import DaybookHost

/// How long each kind of data is kept.
struct Retention: Hashable, Sendable {
    /// How long deleted rows can be restored, in milliseconds.
    var deleted = ServerAccount.retentionDays * Instant.dayLength
    /// How long the history is kept, and with it the answers to repeated operations; nil means forever.
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
