import DaybookClient
import DaybookCore

/// Channels, and what was sent over them, as lines for people.
struct ChannelLines {
    private let style: TerminalStyle
    private let names: ShortNames
    private let now: Instant
    private let device: Identifier

    init(_ style: TerminalStyle, _ channels: [Channel], at moment: Moment, here device: Identifier) {
        self.style = style
        names = ShortNames(channels.map(\.id.text))
        now = moment.now
        self.device = device
    }

    func line(_ channel: Channel) -> String {
        let wants = channel.wants.map(\.rawValue).sorted().joined(separator: ", ")
        var notes = [style.dim(TerminalStyle.line(wants))]
        if channel.device == device { notes.append(style.dim("this device")) }
        if !channel.isOn {
            notes.append(style.red("off" + (channel.offReason.map { ": " + TerminalStyle.line($0) } ?? "")))
        } else if let last = channel.lastDeliveredAt {
            notes.append(style.dim("last \(Clock.ago(last, at: now))"))
        }
        if let changes = channel.changes { notes.append(style.dim("changes up to \(changes.revision)")) }
        let kind = TerminalStyle.line(channel.kind.rawValue).padding(to: 12)
        let short = style.dim(names.short(channel.id.text))
        return "\(short)  \(style.cyan(kind))\(TerminalStyle.line(channel.name))  \(notes.joined(separator: "  "))"
    }

    /// - Parameter title: of the task that it is about, where it is here.
    static func line(_ delivery: ChannelDelivery, title: String?, _ zone: Zone, _ style: TerminalStyle) -> String {
        var notes = [TerminalStyle.line(delivery.subject.rawValue)]
        if let title { notes.append("'\(TerminalStyle.line(title))'") }
        let state = TerminalStyle.line(delivery.state.rawValue)
        switch delivery.state {
        case .delivered: notes.append(style.green(state))
        case .failed: notes.append(style.red(state))
        default: notes.append(style.yellow(state))
        }
        if delivery.attempts > 1 { notes.append(style.dim("\(delivery.attempts) attempts")) }
        if let late = delivery.lateMilliseconds.flatMap({ Notice.late(milliseconds: $0) }) {
            notes.append(style.yellow(Language.english.text(late)))
        }
        if let reason = delivery.reason { notes.append(style.red(TerminalStyle.line(reason))) }
        return "\(style.dim(Clock.local(delivery.at ?? delivery.dueAt, zone)))  \(notes.joined(separator: "  "))"
    }
}

extension Channel: JSONRecord {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("kind", kind.rawValue)
        json.member("name", name)
        json.member("deviceId", device)
        json.member("wants", wants.map(\.rawValue).sorted())
        json.member("state", isOn ? "on" : "off")
        json.member("offReason", offReason)
        json.member("language", language?.rawValue)
        json.member("createdAt", createdAt)
        json.member("lastDeliveredAt", lastDeliveredAt)
        json.member("address", JSONValue.object(address))
        if let changes {
            json.object("changes") { json in
                json.member("revision", changes.revision)
                json.member("refused", changes.refused)
                json.member("retryAt", changes.retryAt)
            }
        }
    }
}

extension ChannelDelivery: JSONRecord {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("taskId", task)
        json.member("subject", subject.rawValue)
        json.member("dueAt", dueAt)
        json.member("state", state.rawValue)
        json.member("attempts", attempts)
        json.member("at", at)
        json.member("lateMilliseconds", lateMilliseconds)
        json.member("reason", reason)
    }
}
