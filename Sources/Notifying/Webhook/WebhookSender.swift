import WebClient

public struct WebhookAddress: Sendable, Hashable {
    public var url: String
    /// The newest first. While a secret is being replaced there are two, and each signs.
    public var secrets: [WebhookSecret]

    public init(url: String, secrets: [WebhookSecret]) {
        self.url = url
        self.secrets = secrets
    }
}

/// [Standard Webhooks](https://www.standardwebhooks.com): the notification's payload as JSON, with its id, the instant
/// of the attempt and signatures of all three.
public struct WebhookSender: Sender {
    public static let takesBack = true

    private let dispatch: Dispatch

    public init(_ client: WebClient, now: @escaping @Sendable () -> Int = WallClock.seconds) {
        dispatch = Dispatch(client: client, now: now)
    }

    public func send(_ notification: Notification, to address: WebhookAddress) async -> SendOutcome {
        let timestamp = dispatch.now()
        let body = notification.payload
        let signatures = address.secrets.map {
            $0.signature(id: notification.id, timestamp: timestamp, body: body)
        }
        return await dispatch.send(
            WebRequest(
                "POST", address.url,
                fields: [
                    ("content-type", "application/json"), ("user-agent", "Daybook"), ("webhook-id", notification.id),
                    ("webhook-timestamp", "\(timestamp)"), ("webhook-signature", signatures.joined(separator: " ")),
                ], body: body))
    }
}
