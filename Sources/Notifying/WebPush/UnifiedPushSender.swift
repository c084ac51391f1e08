import WebClient

public struct UnifiedPushAddress: Sendable, Hashable {
    public var endpoint: String
    /// Where the app gave keys, what it gets is encrypted for it.
    public var keys: WebPushKeys?

    public init(endpoint: String, keys: WebPushKeys?) {
        self.endpoint = endpoint
        self.keys = keys
    }
}

/// [UnifiedPush](https://unifiedpush.org): Web Push to a distributor that the person chose, or the same JSON in plain
/// where the app gave no keys.
public struct UnifiedPushSender: Sender {
    public static let takesBack = true

    private let dispatch: Dispatch
    private let webPush: WebPushSender

    public init(
        _ client: WebClient, key: SigningKey, contact: String,
        now: @escaping @Sendable () -> Int = WallClock.seconds
    ) {
        dispatch = Dispatch(client: client, now: now)
        webPush = WebPushSender(client, key: key, contact: contact, now: now)
    }

    public func send(_ notification: Notification, to address: UnifiedPushAddress) async -> SendOutcome {
        if let keys = address.keys {
            return await webPush.send(notification, to: WebPushAddress(endpoint: address.endpoint, keys: keys))
        }
        return await dispatch.send(
            WebRequest(
                "POST", address.endpoint, fields: notification.pushFields,
                body: notification.pushText(within: WebPushKeys.longestText)))
    }
}
