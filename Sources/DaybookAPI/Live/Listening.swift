import DaybookLedger
import Postgres

/// Listens to the other server processes, and checks the database whenever a notification may have been lost: when the
/// connection comes back, and every so often in any case.
struct Listening: Sendable {
    let database: Database
    /// A URL of PostgreSQL itself, if the database's own URL leads to a pooler in transaction mode, which does not
    /// carry LISTEN.
    let url: String?
    let hub: LiveHub
    let relay: Relay
    let announcements: Announcements
    let reconciliation: Reconciliation
    /// Handlers for other channels, whose payloads this type does not read.
    var others: [String: @Sendable (String) -> Void] = [:]

    /// Runs until its task is cancelled.
    func run() async {
        for await event in database.listen(to: [NotificationText.channel] + others.keys.sorted(), url: url) {
            switch event {
            case .listening:
                // The first time too: requests are served before this process hears the others.
                announcements.heard(.unknown)
                await reconciliation.look(atTokens: true)
            case .interrupted: break
            case .notification(let notification):
                if let other = others[notification.channel] {
                    other(notification.payload)
                } else {
                    hear(notification.payload)
                }
            }
        }
    }

    private func hear(_ payload: String) {
        guard let text = NotificationText(payload), text.sender != relay.me else { return }
        relay.figures.received.wrappingAdd(1, ordering: .relaxed)
        for revocation in text.revocations {
            hub.tell(.ended(revocation))
            announcements.heard(revocation)
        }
        for wake in text.wakes { announcements.heard(wake) }
        for account in text.reminded { hub.tell(.reminded(account)) }
        for (account, revision) in text.revisions { hub.tell(.reached(revision, in: account)) }
    }
}
