import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import Notifying

/// Where a channel leads to, with what secrets it takes to get there. Only sealed does it reach the database.
package struct ChannelAddress: Hashable, Sendable {
    package let kind: ChannelKind
    private(set) var members: [String: String]
    /// Where whoever is written to can end it. It comes with each message and is not stored.
    package internal(set) var unsubscribe: String?

    /// Longer ones are nobody's address.
    static let longest = 2048

    /// A member that is missing, that the kind does not have, or whose form is wrong.
    package struct Fault: Error {
        package let member: String
        package let isMissing: Bool
    }

    package init(_ kind: ChannelKind, _ told: [String: String]) throws(Fault) {
        var members: [String: String] = [:]
        var left = told
        for member in kind.members {
            guard let value = left.removeValue(forKey: member.name) else {
                if member.isOptional { continue }
                throw Fault(member: member.name, isMissing: true)
            }
            guard let value = member.form.read(value) else { throw Fault(member: member.name, isMissing: false) }
            members[member.name] = value
        }
        if let unknown = left.keys.min() { throw Fault(member: unknown, isMissing: false) }
        (self.kind, self.members) = (kind, members)
        if kind == .webhook { addSecret() }
    }

    package subscript(member: String) -> String? { members[member] }

    /// What of it may be shown: the host, or the email address, which is its owner's own.
    package var shown: (name: String, value: String)? {
        if let email = members["email"] { return ("email", email) }
        if let topic = members["topic"] { return ("topic", topic) }
        guard let url = members["url"] ?? members["endpoint"] else { return nil }
        return ("host", String(url.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" }))
    }

    /// By what address the device called this server when it made the channel: there lead the links in what it is told.
    package var server: String? {
        get { members["server"] }
        set { members["server"] = newValue }
    }

    // MARK: What a webhook signs with

    static let secretPrefix = "whsec_"

    /// The newest first; the older one counts for a day, so that whoever receives can change over.
    package func secrets(at now: Instant = .now()) -> [String] {
        let isPast = members["formerSecretUntil"].flatMap { Instant($0) }.map { $0 <= now } ?? true
        return ["secret", isPast ? nil : "formerSecret"].compactMap { $0.flatMap { members[$0] } }
    }

    package mutating func addSecret(now: Instant = .now()) {
        members["formerSecret"] = members["secret"]
        members["formerSecretUntil"] = now.adding(milliseconds: Instant.dayLength).text
        members["secret"] = Self.secretPrefix + Sodium.base64(Sodium.randomBytes(32))
    }

    // MARK: As it is stored

    /// By which the same address is found again: all but what we made up ourselves.
    func hash(_ key: SecretKey) -> [UInt8] {
        let own = members.filter { !["secret", "formerSecret", "formerSecretUntil", "server"].contains($0.key) }.sorted
        { $0.key < $1.key }
        var text = Array(kind.rawValue.utf8)
        for (name, value) in own { text += Array("\n\(name)=\(value)".utf8) }
        return key.derive(.channel, from: text)
    }

    func sealed(_ key: SecretKey, at place: ChannelPlace) -> [UInt8] {
        let value = JSONValue.object(members.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
        var writer = JSONWriter(reserving: 256)
        value.write(to: &writer)
        return key.seal(Array(writer.bytes), for: .channel, at: place.bytes)
    }

    /// Nil where it was sealed with another key.
    init?(_ kind: ChannelKind, sealed: [UInt8], _ key: SecretKey, at place: ChannelPlace) {
        guard let bytes = key.open(sealed, for: .channel, at: place.bytes),
            case .object(let read)? = try? JSONValue(json: bytes)
        else { return nil }
        self.kind = kind
        members = Dictionary(
            uniqueKeysWithValues: read.compactMap { member in member.value.text.map { (member.name, $0) } })
    }
}

/// Whose channel it is; an address opens nowhere else.
struct ChannelPlace {
    let account: Identifier
    let channel: Identifier

    var bytes: [UInt8] { Array("\(account.text)/\(channel.text)".utf8) }
}

extension ChannelKind.Form {
    /// The value as it is kept, or nil where it is not of this form.
    func read(_ text: String) -> String? {
        guard !text.isEmpty, text.utf8.count <= ChannelAddress.longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        let isGood =
            switch self {
            case .url: Self.isURL(text)
            case .publicKey: Self.bytes(text)?.count == 65
            case .authSecret: Self.bytes(text)?.count == 16
            case .line: text.utf8.count <= 400
            case .email: Notifying.EmailAddress(text) != nil
            case .hexadecimal: text.utf8.count <= 400 && text.utf8.count % 2 == 0 && text.allSatisfy(\.isHexDigit)
            case .environment: ["production", "sandbox"].contains(text)
            }
        return isGood ? text : nil
    }

    /// Of base64 in either alphabet, padded or not: browsers and distributors differ.
    private static func bytes(_ text: String) -> [UInt8]? {
        let plain = text.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        return Base64URL.decode(String(plain))
    }

    /// With a host, and without a name and password: those would stand in logs of others.
    private static func isURL(_ text: String) -> Bool {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return false }
        let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return !authority.isEmpty && !authority.contains("@") && !text.contains("#")
    }
}
