import WebClient

public struct WebPushAddress: Sendable, Hashable {
    public var endpoint: String
    public var keys: WebPushKeys

    public init(endpoint: String, keys: WebPushKeys) {
        self.endpoint = endpoint
        self.keys = keys
    }
}

/// [Web Push](https://www.rfc-editor.org/rfc/rfc8030): encrypted for the browser alone (RFC 8291), vouched for with the
/// server's own key (VAPID, RFC 8292). The page's service worker shows what comes.
public struct WebPushSender: Sender {
    public static let takesBack = true

    private let dispatch: Dispatch
    private let vouching: Vouching

    /// - Parameters:
    ///   - key: made once and kept; subscriptions are bound to it.
    ///   - contact: where the push service's people find whoever runs this server: `https:` or `mailto:`.
    public init(
        _ client: WebClient, key: SigningKey, contact: String,
        now: @escaping @Sendable () -> Int = WallClock.seconds
    ) {
        dispatch = Dispatch(client: client, now: now)
        vouching = Vouching(key: key, contact: contact)
    }

    public func send(_ notification: Notification, to address: WebPushAddress) async -> SendOutcome {
        guard let sealed = address.keys.encrypt(notification.pushText(within: WebPushKeys.longestText)) else {
            return .refused(reason: "the message is too long, or the subscription's key is none")
        }
        var fields = notification.pushFields
        fields.append(("content-encoding", "aes128gcm"))
        fields.append(("authorization", vouching.field(for: address.endpoint, now: dispatch.now())))
        return await dispatch.send(WebRequest("POST", address.endpoint, fields: fields, body: sealed))
    }
}

extension Notification {
    /// What a push service is told about a message that it cannot read. Of messages with the same topic that a device
    /// has not got yet, it gets the last: so a withdrawal takes the place of what it takes back.
    var pushFields: [(name: String, value: String)] {
        let topic = Base64.url.encode(Array(Digest.sha256(key).prefix(24)))
        return [
            ("content-type", "application/octet-stream"), ("ttl", "\(max(secondsToLive, 0))"),
            ("urgency", isUrgent ? "high" : "normal"), ("topic", topic),
        ]
    }
}
