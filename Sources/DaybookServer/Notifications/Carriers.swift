import DaybookReminders
import Notifying

/// The senders of all kinds of channels, as this server is configured.
struct Carriers: Sendable {
    /// Over which something can be sent.
    var kinds: [ChannelKind] { ChannelKind.allCases }
    var vapidPublicKey: String?

    @Sendable func carry(_ notification: Notifying.Notification, to address: ChannelAddress) async -> SendOutcome {
        .refused(reason: "not configured")
    }
}
