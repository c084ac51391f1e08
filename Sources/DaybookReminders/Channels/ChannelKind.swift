/// By what way a device is notified.
package enum ChannelKind: String, Sendable, CaseIterable {
    /// An event on the device's stream.
    case live
    /// A POST to an address of the user's, signed after Standard Webhooks.
    case webhook
    /// A browser's push service (RFC 8030).
    case webPush
    /// A distributor on an Android phone.
    case unifiedPush
    case ntfy, gotify
    case email
    /// Apple's push service.
    case apns

    /// What an address of this kind has to say.
    var members: [Member] {
        switch self {
        case .live: []
        case .webhook: [Member("url", .url)]
        case .webPush: [Member("endpoint", .url), Member("p256dh", .publicKey), Member("auth", .authSecret)]
        case .unifiedPush:
            [
                Member("endpoint", .url), Member("p256dh", .publicKey, isOptional: true),
                Member("auth", .authSecret, isOptional: true),
            ]
        case .ntfy: [Member("url", .url), Member("token", .line, isOptional: true)]
        case .gotify: [Member("url", .url), Member("token", .line)]
        case .email: [Member("email", .email)]
        case .apns:
            [Member("token", .hexadecimal), Member("topic", .line), Member("environment", .environment)]
        }
    }

    /// What is shown under a tag can be taken back.
    var canWithdraw: Bool {
        switch self {
        case .live, .webPush, .unifiedPush, .ntfy, .apns, .webhook: true
        case .gotify, .email: false
        }
    }

    struct Member: Sendable {
        let name: String
        let form: Form
        let isOptional: Bool

        init(_ name: String, _ form: Form, isOptional: Bool = false) {
            (self.name, self.form, self.isOptional) = (name, form, isOptional)
        }
    }

    enum Form: Sendable {
        case url, publicKey, authSecret, line, email, hexadecimal, environment
    }
}

/// What is sent over a channel.
package struct Wants: OptionSet, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let reminders = Wants(rawValue: 1)
    package static let review = Wants(rawValue: 2)
    package static let morning = Wants(rawValue: 4)
    package static let weekly = Wants(rawValue: 8)
    package static let regions = Wants(rawValue: 16)
    package static let overdue = Wants(rawValue: 32)
    /// What changes in the account, for programs.
    package static let changes = Wants(rawValue: 64)

    /// All that is for people.
    package static let usual: Wants = [.reminders, .review, .morning, .weekly, .regions, .overdue]

    private static let names: [(name: String, wants: Wants)] = [
        ("reminders", .reminders), ("review", .review), ("morning", .morning), ("weekly", .weekly),
        ("regions", .regions), ("overdue", .overdue), ("changes", .changes),
    ]

    package init?(name: String) {
        guard let wants = Self.names.first(where: { $0.name == name })?.wants else { return nil }
        self = wants
    }

    package var names: [String] { Self.names.filter { contains($0.wants) }.map(\.name) }
}
