import DaybookAccounts
import DaybookHost
import DaybookLedger
import DaybookReminders
import Postgres

/// What the routes of reminders stand on.
package struct Reminding: Sendable {
    let reminders: Reminders
    let channels: Channels
    let links: ActLinks
    let log: DeliveryLog
    let push: PushAbilities
    let confirmations: ConfirmationLimit
    let tests: ChannelTestLimit

    /// - Parameters:
    ///   - kinds: over which this server can send.
    ///   - vapidPublicKey: what browsers have to know to be sent to.
    package init(
        _ reminders: Reminders, _ database: Database, _ ledger: Ledger, _ secret: SecretKey, kinds: [ChannelKind],
        vapidPublicKey: String?
    ) {
        self.reminders = reminders
        channels = Channels(database, secret, ledger)
        links = ActLinks(database, secret, ledger)
        log = DeliveryLog(database)
        confirmations = ConfirmationLimit(database, secret)
        tests = ChannelTestLimit(database, secret)
        push = PushAbilities(vapidPublicKey: vapidPublicKey, kinds: kinds)
    }

    func routes(_ changes: OnlineChanges, _ address: ServerAddress) -> [GuardedRoute] {
        ChannelRoutes(
            channels: channels, log: log, reminders: reminders, address: address, push: push,
            confirmations: confirmations, tests: tests
        ).routes + Acts(changes: changes, links: links).routes
    }
}
