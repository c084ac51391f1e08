import DaybookCore

/// Where an account's reminders go: to a device, in one way.
public struct Channel: Hashable, Sendable, Identifiable {
    /// Its identifier.
    public let id: Identifier
    /// In which way.
    public let kind: ChannelKind
    /// What people call it.
    public let name: String
    /// The device that asked for it.
    public let device: Identifier
    /// What it is told.
    public let wants: Set<ChannelWant>
    /// Whether anything goes there.
    public let isOn: Bool
    /// The server's word for why it is off, where the server turned it off.
    public let offReason: String?
    /// The language of what is told; nil for one that this release does not know.
    public let language: Language?
    /// When it was added.
    public let createdAt: Instant
    /// When something last arrived there.
    public let lastDeliveredAt: Instant?
    /// What of its address is no secret, by the protocol's names.
    public let address: [JSONMember]
    /// Up to which revision the channel was told the account's changes; nil where it does not want them.
    public let changes: ChannelProgress?

    init?(_ json: JSONValue) {
        guard let id = json.identifier("id"), let kind = json.text("kind"), let name = json.text("name"),
            let device = json.identifier("deviceId"), let createdAt = json.instant("createdAt")
        else { return nil }
        (self.id, self.kind, self.name, self.device) = (id, ChannelKind(rawValue: kind), name, device)
        wants = Set((json.items("wants") ?? []).compactMap { ChannelWant($0) })
        isOn = json.text("state") != "off"
        offReason = json.text("offReason")
        language = json.text("language").flatMap { Language(rawValue: $0) }
        self.createdAt = createdAt
        lastDeliveredAt = json.instant("lastDeliveredAt")
        if case .object(let members)? = json["address"] { address = members } else { address = [] }
        changes = json["changes"].flatMap { ChannelProgress($0) }
    }
}

/// How far a channel was told an account's changes.
public struct ChannelProgress: Hashable, Sendable {
    /// Everything up to this revision of the account.
    public let revision: Int64
    /// How many changes its receiver did not want.
    public let refused: Int
    /// When the next one is tried again; nil where none waits.
    public let retryAt: Instant?

    init?(_ json: JSONValue) {
        guard case .integer(let revision)? = json["revision"] else { return nil }
        self.revision = revision
        refused = json.count("refused") ?? 0
        retryAt = json.instant("retryAt")
    }
}

/// In which way a channel reaches its device. A server may know more of them than this release.
public struct ChannelKind: RawRepresentable, Hashable, Sendable {
    /// The protocol's word for it.
    public let rawValue: String
    /// A kind by the protocol's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Events of the live stream, while the device is connected.
    public static let live = ChannelKind(rawValue: "live")
    /// Signed requests to an address of one's own.
    public static let webhook = ChannelKind(rawValue: "webhook")
    /// A browser's push service.
    public static let webPush = ChannelKind(rawValue: "webPush")
    /// A topic of an ntfy server.
    public static let ntfy = ChannelKind(rawValue: "ntfy")
    /// An application of a Gotify server.
    public static let gotify = ChannelKind(rawValue: "gotify")
    /// Whatever distributor an Android device has.
    public static let unifiedPush = ChannelKind(rawValue: "unifiedPush")
    /// A letter.
    public static let email = ChannelKind(rawValue: "email")
    /// Apple's push service.
    public static let apns = ChannelKind(rawValue: "apns")
}

/// What a channel can be told. A server may know more than this release.
public struct ChannelWant: RawRepresentable, Hashable, Sendable {
    /// The protocol's word for it.
    public let rawValue: String
    /// A want by the protocol's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Reminders of tasks.
    public static let reminders = ChannelWant(rawValue: "reminders")
    /// The end-of-day review.
    public static let review = ChannelWant(rawValue: "review")
    /// The morning's summary.
    public static let morning = ChannelWant(rawValue: "morning")
    /// The week's review.
    public static let weekly = ChannelWant(rawValue: "weekly")
    /// How many tasks of a region of the day are open when it begins.
    public static let regions = ChannelWant(rawValue: "regions")
    /// What has become overdue.
    public static let overdue = ChannelWant(rawValue: "overdue")
    /// Every change of the account, for programs; webhooks alone are told of them.
    public static let changes = ChannelWant(rawValue: "changes")

    init?(_ json: JSONValue) {
        guard case .string(let word) = json else { return nil }
        self.init(rawValue: word)
    }

    /// All that is for people; the account's settings say which of it there is.
    public static let usual: Set<ChannelWant> = [.reminders, .review, .morning, .weekly, .regions, .overdue]

    /// Those that this release knows, as the protocol lists them.
    public static let all: [ChannelWant] = [.reminders, .review, .morning, .weekly, .regions, .overdue, .changes]
}

/// The address that a channel is added with.
public enum ChannelAddress: Hashable, Sendable {
    /// This device's live stream.
    case live
    /// Where to post.
    case webhook(url: String)
    /// What the browser's `PushSubscription` says.
    case webPush(endpoint: String, p256dh: String, auth: String)
    /// A topic's address, and an access token where the server wants one.
    case ntfy(url: String, token: String? = nil)
    /// A server's address and an application's token.
    case gotify(url: String, token: String)
    /// The distributor's endpoint, with its keys where it encrypts.
    case unifiedPush(endpoint: String, p256dh: String? = nil, auth: String? = nil)
    /// An address that can get mail.
    case email(String)
    /// The device's token in hexadecimal digits, and the app's bundle identifier.
    case apns(token: String, topic: String, isSandbox: Bool = false)

    /// In which way it reaches the device.
    public var kind: ChannelKind {
        switch self {
        case .live: .live
        case .webhook: .webhook
        case .webPush: .webPush
        case .ntfy: .ntfy
        case .gotify: .gotify
        case .unifiedPush: .unifiedPush
        case .email: .email
        case .apns: .apns
        }
    }

    var json: JSONValue {
        switch self {
        case .live: .object([])
        case .webhook(let url): Self.object(("url", url))
        case .webPush(let endpoint, let p256dh, let auth):
            Self.object(("endpoint", endpoint), ("p256dh", p256dh), ("auth", auth))
        case .ntfy(let url, let token): Self.object(("url", url), ("token", token))
        case .gotify(let url, let token): Self.object(("url", url), ("token", token))
        case .unifiedPush(let endpoint, let p256dh, let auth):
            Self.object(("endpoint", endpoint), ("p256dh", p256dh), ("auth", auth))
        case .email(let address): Self.object(("email", address))
        case .apns(let token, let topic, let isSandbox):
            Self.object(("token", token), ("topic", topic), ("environment", isSandbox ? "sandbox" : "production"))
        }
    }

    /// What is not there is not sent.
    private static func object(_ members: (String, String?)...) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name, .string($0)) } })
    }
}
