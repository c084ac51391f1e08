import DaybookAccounts
import DaybookCore
import DaybookHost

/// What a link in a notification lets its holder do: one thing with one task, for a week. Nothing of it is stored; only
/// this server can have made it.
package struct ActToken: Hashable, Sendable {
    package enum Action: UInt8, Sendable, CaseIterable {
        case done = 1
        case snooze = 2
        case dismiss = 3
        /// An email address is its owner's; it is written to no more.
        case confirm = 4
        case unsubscribe = 5

        static let ofReminder: [Action] = [.done, .snooze, .dismiss]
        var isOfTask: Bool { Self.ofReminder.contains(self) }

        package var name: String { "\(self)" }
    }

    package let account: Identifier
    package let task: Identifier
    /// Of the reminder that it came with.
    package let dueAt: Instant
    package let channel: Identifier
    package let action: Action
    package let endsAt: Instant

    static let lifetime: Int64 = 7 * 24 * 3_600_000
    private static let length = 16 * 3 + 8 * 2 + 1
    private static let sealLength = 16

    init(_ delivery: Delivery.Key, _ action: Action, now: Instant) {
        (account, task, dueAt, channel) = (delivery.account, delivery.subject, delivery.dueAt, delivery.channel)
        self.action = action
        endsAt = now.adding(milliseconds: Self.lifetime)
    }

    func text(_ key: SecretKey) -> String { Base64URL.encode(content + Self.seal(content, key)) }

    /// Nil for what this server has not made; whether its time is over, the caller sees.
    package init?(_ text: String, _ key: SecretKey) {
        guard text.utf8.count < 200, let bytes = Base64URL.decode(text), bytes.count == Self.length + Self.sealLength
        else { return nil }
        let content = Array(bytes[..<Self.length])
        guard Sodium.equal(Array(bytes[Self.length...]), Self.seal(content, key)) else { return nil }
        account = Identifier(high: content.word(0), low: content.word(8))
        task = Identifier(high: content.word(16), low: content.word(24))
        channel = Identifier(high: content.word(32), low: content.word(40))
        dueAt = Instant(milliseconds: Int64(bitPattern: content.word(48)))
        endsAt = Instant(milliseconds: Int64(bitPattern: content.word(56)))
        guard let action = Action(rawValue: content[64]) else { return nil }
        self.action = action
    }

    /// The same for every use of the same link, so that it acts once.
    package var operation: Identifier {
        .derived(
            .actedOn, account.high, account.low, task.high, task.low, channel.high, channel.low,
            UInt64(bitPattern: dueAt.milliseconds), UInt64(bitPattern: endsAt.milliseconds), UInt64(action.rawValue))
    }

    private var content: [UInt8] {
        [UInt8](
            words: account.high, account.low, task.high, task.low, channel.high, channel.low,
            UInt64(bitPattern: dueAt.milliseconds), UInt64(bitPattern: endsAt.milliseconds)) + [action.rawValue]
    }

    private static func seal(_ content: [UInt8], _ key: SecretKey) -> [UInt8] {
        Array(key.derive(.act, from: content).prefix(sealLength))
    }
}
