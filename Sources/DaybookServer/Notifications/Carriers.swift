import DaybookHost
import DaybookReminders
import DaybookStore
import Notifying
import WebClient

/// The senders of all kinds of channels, as this server is configured.
struct Carriers: Sendable {
    private let webhook: WebhookSender
    private let webPush: WebPushSender
    private let unifiedPush: UnifiedPushSender
    private let ntfy: NtfySender
    private let gotify: GotifySender
    private let email: EmailSender?
    private let apns: APNsSender?
    let vapidPublicKey: String?

    /// - Parameter pushKey: with which this server vouches for itself to browsers' push services.
    init(_ configuration: Configuration, _ file: NotificationsFile, pushKey: SigningKey) {
        let client = WebClient(.outbound(besides: configuration.outboundNetworks))
        let contact = file.contact ?? configuration.publicURL?.appending("") ?? "https://localhost"
        webhook = WebhookSender(client)
        webPush = WebPushSender(client, key: pushKey, contact: contact)
        unifiedPush = UnifiedPushSender(client, key: pushKey, contact: contact)
        ntfy = NtfySender(client)
        gotify = GotifySender(client)
        // The operator's own servers may be anywhere.
        email = file.mail.map { EmailSender(WebClient(.bounded), server: $0) }
        apns = file.apns.map { APNsSender(WebClient(.bounded), key: $0.key, keyID: $0.id, team: $0.team) }
        vapidPublicKey = pushKey.publicText
    }

    /// Reads what is configured, and makes the key for browsers where there is none yet.
    static func load(_ configuration: Configuration) throws -> Carriers {
        let file = try configuration.notificationsFile.map { try NotificationsFile($0) } ?? NotificationsFile()
        return Carriers(configuration, file, pushKey: try pushKey(configuration))
    }

    /// Kept in the data folder: browsers' subscriptions are bound to it.
    private static func pushKey(_ configuration: Configuration) throws -> SigningKey {
        let path = configuration.dataDirectory + "/push.key"
        if try Files.status(path) == nil { _ = try SecretKey.settle(SigningKey().pem, path) }
        guard let key = SigningKey(pem: try Files.read(path, limit: 4096)) else {
            throw SecretKeyError.file(path: path, reason: "is no key for web push; restore it, or remove it")
        }
        return key
    }

    /// Over which something can be sent.
    var kinds: [ChannelKind] {
        ChannelKind.allCases.filter { kind in
            switch kind {
            case .email: email != nil
            case .apns: apns != nil
            case .live, .webhook, .webPush, .unifiedPush, .ntfy, .gotify: true
            }
        }
    }

    @Sendable func carry(_ notification: Notifying.Notification, to address: ChannelAddress) async -> SendOutcome {
        switch address.kind {
        case .live: .refused(reason: "the device fetches it from its stream")
        case .webhook:
            await send(
                notification, over: webhook,
                to: address["url"].map { url in
                    WebhookAddress(url: url, secrets: address.secrets.compactMap { WebhookSecret($0) })
                })
        case .webPush:
            await send(
                notification, over: webPush,
                to: keys(address).flatMap { keys in
                    address["endpoint"].map { WebPushAddress(endpoint: $0, keys: keys) }
                })
        case .unifiedPush:
            await send(
                notification, over: unifiedPush,
                to: address["endpoint"].map {
                    UnifiedPushAddress(endpoint: $0, keys: keys(address))
                })
        case .ntfy:
            await send(
                notification, over: ntfy, to: address["url"].map { NtfyAddress(url: $0, token: address["token"]) })
        case .gotify:
            await send(
                notification, over: gotify,
                to: address["url"].map {
                    GotifyAddress(url: $0, token: address["token"] ?? "")
                })
        case .email:
            await send(
                notification, over: email,
                to: address["email"].flatMap { EmailAddress($0) }.map {
                    EmailRecipient(address: $0, unsubscribe: address.unsubscribe)
                })
        case .apns:
            await send(
                notification, over: apns,
                to: address["environment"].flatMap { APNsAddress.Environment(rawValue: $0) }.map {
                    APNsAddress(token: address["token"] ?? "", topic: address["topic"] ?? "", environment: $0)
                })
        }
    }

    private func keys(_ address: ChannelAddress) -> WebPushKeys? {
        guard let p256dh = address["p256dh"], let auth = address["auth"] else { return nil }
        return WebPushKeys(p256dh: p256dh, auth: auth)
    }

    private func send<Way: Sender>(
        _ notification: Notifying.Notification, over sender: Way?, to address: Way.Address?
    ) async -> SendOutcome {
        guard let sender else {
            return .retry(after: 3600, reason: "this server does not send over such a channel now")
        }
        guard let address else { return .refused(reason: "the address is not complete") }
        return await sender.send(notification, to: address)
    }
}
