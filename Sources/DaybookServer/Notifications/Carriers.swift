import DaybookAccounts
import DaybookHost
import DaybookReminders
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
        let contact = file.contact ?? configuration.publicURL?.base ?? "https://localhost"
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

    static func load(_ configuration: Configuration, _ secret: SecretKey) throws(ProviderFileError) -> Carriers {
        let file: NotificationsFile
        if let path = configuration.notificationsFile {
            file = try NotificationsFile(path)
        } else {
            file = NotificationsFile()
        }
        return Carriers(configuration, file, pushKey: secret.pushKey)
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
                    WebhookAddress(url: url, secrets: address.secrets().compactMap { WebhookSecret($0) })
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

extension SecretKey {
    /// With which this server vouches for itself to browsers' push services. It follows from the secret key, so all
    /// servers of a database have the same, and there is nothing more to keep.
    var pushKey: SigningKey {
        var round: UInt8 = 0
        while true {
            // A number that is none of the curve's comes once in four thousand million times.
            if let key = SigningKey(pem: Self.pem(of: derive(.pushKey, from: [round]))) { return key }
            round += 1
        }
    }

    /// A private number of P-256 as OpenSSL reads it (RFC 5915), without the public point, which follows from it.
    private static func pem(of number: [UInt8]) -> [UInt8] {
        let document: [UInt8] =
            [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20] + number
            + [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        return Array(
            "-----BEGIN EC PRIVATE KEY-----\n\(Sodium.base64(document))\n-----END EC PRIVATE KEY-----\n".utf8)
    }
}
