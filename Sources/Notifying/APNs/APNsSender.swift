import WebClient

public struct APNsAddress: Sendable, Hashable {
    public enum Environment: String, Sendable { case production, sandbox }

    /// The device's, in hexadecimal digits.
    public var token: String
    /// The app's bundle id.
    public var topic: String
    public var environment: Environment

    public init(token: String, topic: String, environment: Environment) {
        self.token = token
        self.topic = topic
        self.environment = environment
    }
}

/// Apple's push service: HTTP/2, a token signed with the team's key.
public struct APNsSender: Sender {
    public static let takesBack = true

    private let dispatch: Dispatch
    private let token: ProviderToken
    private let servers: @Sendable (APNsAddress.Environment) -> String

    /// - Parameters:
    ///   - key: of the `.p8` file that Apple's developer site gives once.
    ///   - servers: others than Apple's, for tests.
    public init(
        _ client: WebClient, key: SigningKey, keyID: String, team: String,
        servers: @escaping @Sendable (APNsAddress.Environment) -> String = Self.apple,
        now: @escaping @Sendable () -> Int = WallClock.seconds
    ) {
        dispatch = Dispatch(client: client, now: now)
        token = ProviderToken(key: key, keyID: keyID, team: team)
        self.servers = servers
    }

    public static func apple(_ environment: APNsAddress.Environment) -> String {
        switch environment {
        case .production: "https://api.push.apple.com"
        case .sandbox: "https://api.sandbox.push.apple.com"
        }
    }

    /// A withdrawal is a background push that names the tag; the app takes away what it shows under it.
    public func send(_ notification: Notification, to address: APNsAddress) async -> SendOutcome {
        if notification.isWithdrawal {
            return await push(notification, .background([("withdrawn", .text(notification.tag))]), to: address)
        }
        return await push(notification, .alert, to: address)
    }

    /// Data changed: the app may fetch it without being opened, and shows nothing.
    public func wake(_ notification: Notification, to address: APNsAddress) async -> SendOutcome {
        await push(notification, .background([]), to: address)
    }

    private enum Kind {
        case alert
        case background([(String, JSON)])
    }

    private func push(_ notification: Notification, _ kind: Kind, to address: APNsAddress) async -> SendOutcome {
        guard !address.token.isEmpty, address.token.utf8.allSatisfy(Hex.isDigit) else {
            return .refused(reason: "the device's token is none")
        }
        let now = dispatch.now()
        var fields = [
            (name: "authorization", value: "bearer \(token.text(now: now))"), ("content-type", "application/json"),
            ("apns-id", notification.uuid), ("apns-topic", address.topic),
            ("apns-expiration", "\(now + max(notification.secondsToLive, 0))"),
        ]
        let body: JSON
        switch kind {
        case .alert:
            fields += [
                ("apns-push-type", "alert"), ("apns-priority", "10"),
                ("apns-collapse-id", notification.collapseID),
            ]
            body = notification.appleJSON
        case .background(let members):
            fields += [("apns-push-type", "background"), ("apns-priority", "5")]
            body = .object(
                [("aps", .object([("content-available", .number(1))])), ("id", .text(notification.id))] + members)
        }
        return await dispatch.send(
            WebRequest(
                "POST", "\(servers(address.environment))/3/device/\(address.token)", fields: fields, body: body.bytes)
        ) { SendOutcome(apple: $0, now: now) }
    }
}

extension SendOutcome {
    /// Apple says in JSON why it refuses; only the words that its documentation lists are looked for.
    fileprivate init(apple answer: WebAnswer, now: Int) {
        let text = String(decoding: answer.body.prefix(1_000), as: UTF8.self)
        let gone = ["BadDeviceToken", "DeviceTokenNotForTopic", "Unregistered", "ExpiredToken"]
        switch answer.status {
        case 400 where gone.contains { text.contains("\"\($0)\"") }:
            self = .gone(reason: "Apple does not know this device's token for this app (400)")
        case 404, 405: self = .retry(after: nil, reason: "this is not Apple's push service (\(answer.status))")
        default: self = SendOutcome(answer, now: now)
        }
    }
}
