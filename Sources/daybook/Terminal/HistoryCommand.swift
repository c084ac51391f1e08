import DaybookClient
import DaybookCore
import DaybookHost

enum HistoryCommand {
    static let command = CommandSession.command(
        "history", "Show what was done on this device, latest first",
        words: [Command.Word(name: "TASK", help: "Only what concerns this task.", isOptional: true)],
        options: [
            .init(name: "all", help: "What every device did, as the server knows it."),
            .init(name: "limit", placeholder: "N", help: "How many. [20]"),
        ] + CommandSession.options,
        examples: ["daybook history milk": "what was done to one task"],
        run: { invocation, session in
            let limit = try invocation.number("limit", default: 20)
            if invocation.has("all") {
                let task =
                    if let word = invocation.words.first { try await session.task(word).id } else {
                        nil as Identifier?
                    }
                return try await ServerHistory(task: task, limit: limit).show(session)
            }
            let task: TaskItem? =
                if let reference = invocation.words.first { try await session.task(reference) } else { nil }
            let deeds = try await session.deeds(of: task, limit)
            session.tellObject { $0.member(changes: deeds) }
            await session.show(deeds)
        })
}

extension CommandSession {
    /// What was done on this device, to one task or to all, the latest first.
    func deeds(of task: TaskItem? = nil, _ limit: Int) async throws -> [LocalChange] {
        let deeds = try await notebook.deeds(limit: 500)
        guard let task else { return Array(deeds.prefix(limit)) }
        return Array(deeds.filter { $0.operations.contains { $0.id == task.id } }.prefix(limit))
    }

    func show(_ deeds: [LocalChange]) async {
        guard !isJSON else { return }
        if deeds.isEmpty { say(style.dim("Nothing has been done on this device yet.")) }
        let zone = await notebook.day.zone
        let names = ShortNames(deeds.map(\.opId.text))
        for deed in deeds {
            let told = await describe(deed, withPlaces: true)
            let mark =
                deed.undoes ? style.dim("  (by undo or redo)") : deed.wasUndone ? style.dim("  (taken back)") : ""
            say("\(style.dim(Clock.local(deed.at, zone)))  \(style.dim(names.short(deed.opId.text)))  \(told)\(mark)")
        }
    }
}

extension JSONWriter {
    mutating func member(changes: [LocalChange]) {
        objects("changes", changes) { json, deed in
            json.member("id", deed.opId)
            json.member("at", deed.at)
            json.member("undone", deed.wasUndone)
            json.member("entries") { $0.array(deed.entries) { $1.write(to: &$0) } }
        }
    }
}

/// Times as people read them.
enum Clock {
    /// `2026-11-21 14:05`, by the account's zone.
    static func local(_ instant: Instant, _ zone: Zone) -> String {
        let shifted = instant.adding(seconds: Int64(zone.offset(at: instant)))
        return String(shifted.text.prefix(16)).replacing("T", with: " ")
    }

    static func ago(_ instant: Instant, at now: Instant) -> String {
        let seconds = max(0, (now.milliseconds - instant.milliseconds) / 1000)
        switch seconds {
        case ..<5: return "just now"
        case ..<120: return "\(seconds) s ago"
        case ..<7200: return "\(seconds / 60) min ago"
        case ..<172_800: return "\(seconds / 3600) h ago"
        default: return "\(seconds / 86_400) days ago"
        }
    }
}
