import DaybookAccounts
import DaybookCore
import DaybookReminders

/// A channel as the API shows it: nothing of its address but what its owner may see over a shoulder.
struct ChannelDocument: JSONRecord {
    let channel: Channel
    let address: ChannelAddress?
    /// Of a channel that is told of changes.
    let cursor: ChangeCursor?
    /// What a webhook signs with, told to whoever makes it and nobody later.
    var secret: String?

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", channel.id)
        writer.member("kind", channel.kind.rawValue)
        writer.member("name", channel.name)
        writer.member("deviceId", channel.device)
        writer.member("wants", channel.wants.names)
        writer.member("state", channel.isOn ? "on" : "off")
        writer.member("offReason", channel.offReason)
        writer.member("language", channel.language.rawValue)
        writer.member("createdAt", channel.createdAt)
        writer.member("lastDeliveredAt", channel.deliveredAt)
        writer.object("address") { writer in
            if let shown = address?.shown { writer.member(shown.name, shown.value) }
        }
        if let cursor {
            writer.object("changes") { writer in
                writer.member("revision", cursor.told)
                writer.member("refused", cursor.refused)
                writer.member("retryAt", cursor.retryAt)
            }
        }
        if let secret { writer.member("secret", secret) }
    }
}

/// A delivery as the log of a channel shows it.
struct DeliveryDocument: JSONRecord {
    let delivery: Delivery

    func writeMembers(to writer: inout JSONWriter) {
        let key = delivery.key
        let isOfTask = key.kind.isOfTask
        writer.member("id", key.message)
        writer.member("taskId", isOfTask ? key.subject : nil)
        writer.member("subject", key.kind.rawValue)
        writer.member("dueAt", key.dueAt)
        writer.member("state", delivery.state.rawValue)
        writer.member("attempts", delivery.attempts)
        writer.member("at", delivery.endedAt)
        writer.member("lateMilliseconds", delivery.late)
        writer.member("reason", delivery.reason)
    }
}

/// The body of `POST /v1/channels`.
struct NewChannel: Sendable {
    let kind: ChannelKind
    let name: DeviceName
    let wants: Wants
    let language: Language?
    let address: [String: String]

    init(_ reader: inout JSONReader) throws(WireError) {
        let start = reader.offset
        var kind: ChannelKind?
        var name: DeviceName?
        var wants = Wants.usual
        var language: Language?
        var address: [String: String] = [:]
        try reader.readObject { reader, member throws(WireError) in
            switch member {
            case "kind": kind = try reader.readWord { ChannelKind(rawValue: $0) }
            case "name": name = try reader.readDeviceName()
            case "wants": wants = try reader.readWants()
            case "language": language = try reader.readWord { Language(rawValue: $0) }
            case "address": address = try reader.readTexts()
            default: return false
            }
            return true
        }
        guard let kind else { throw reader.missing("kind", ofObjectAt: start) }
        guard let name else { throw reader.missing("name", ofObjectAt: start) }
        (self.kind, self.name, self.wants, self.language, self.address) = (kind, name, wants, language, address)
    }
}

/// The body of `PATCH /v1/channels/{id}`.
struct ChangedChannel: Sendable {
    let change: Channels.Change

    init(_ reader: inout JSONReader) throws(WireError) {
        var change = Channels.Change()
        try reader.readObject { reader, member throws(WireError) in
            switch member {
            case "name": change.name = try reader.readDeviceName().text
            case "wants": change.wants = try reader.readWants()
            case "language": change.language = try reader.readWord { Language(rawValue: $0) }
            case "state": change.isOn = try reader.readWord { ["on": true, "off": false][$0] }
            case "newSecret": change.newSecret = try reader.readBool()
            default: return false
            }
            return true
        }
        self.change = change
    }
}

/// The body of `POST /v1/channels/{id}/replay`.
struct Replay: Sendable {
    let since: JSONValue?

    init(_ reader: inout JSONReader) throws(WireError) {
        var since: JSONValue?
        try reader.readObject { reader, member throws(WireError) in
            guard member == "since" else { return false }
            since = try reader.readValue()
            return true
        }
        self.since = since
    }
}

extension JSONReader {
    /// One of some words.
    fileprivate mutating func readWord<Value>(_ meaning: (String) -> Value?) throws(WireError) -> Value {
        let start = offset
        guard let value = meaning(try readString()) else {
            throw unacceptable(.value, at: start, expected: "one of the words that the reference lists")
        }
        return value
    }

    fileprivate mutating func readWants() throws(WireError) -> Wants {
        var wants: Wants = []
        try beginArray()
        while try nextElement() { wants.insert(try readWord { Wants(name: $0) }) }
        return wants
    }

    /// An object of texts; what is null is not there.
    fileprivate mutating func readTexts() throws(WireError) -> [String: String] {
        var texts: [String: String] = [:]
        try readObject { reader, member throws(WireError) in
            if try !reader.takeNull() { texts[member] = try reader.readString() }
            return true
        }
        return texts
    }
}
