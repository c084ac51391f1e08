import DaybookClient
import DaybookCore

/// The account's history as the server tells it, the latest first.
struct ServerHistory {
    let task: Identifier?
    let limit: Int

    func answer(_ session: CommandSession) async throws -> JSONValue {
        let filter = task.map { "&task=\($0.text)" } ?? ""
        return try await session.notebook.asked("GET", "/v1/history?limit=\(min(limit, 200))\(filter)")
    }

    func show(_ session: CommandSession) async throws {
        let answer = try await answer(session)
        session.tell { $0.value(answer) }
        guard !session.isJSON, case .array(let entries)? = answer["entries"] else { return }
        let zone = await session.notebook.day.zone
        let names = ShortNames(entries.compactMap { $0["opId"]?.text })
        for entry in entries {
            let time = entry["at"]?.text.flatMap { Instant($0) }.map { Clock.local($0, zone) } ?? ""
            let device = entry["device"]?["name"]?.text ?? "the server"
            let words = await words(entry, session)
            let short = session.style.dim(names.short(entry["opId"]?.text ?? ""))
            session.say(
                "\(session.style.dim(time))  \(short)  \(session.style.cyan(TerminalStyle.line(device)))  \(words)")
        }
    }

    /// Changes of any device, and of the server's own, whose id begins so.
    static func changes(named prefix: String, _ session: CommandSession) async throws -> [Identifier] {
        let answer = try await session.notebook.asked("GET", "/v1/history?limit=200")
        guard case .array(let entries)? = answer["entries"] else { return [] }
        var seen: Set<String> = []
        let names = entries.compactMap { $0["opId"]?.text }.filter { $0.hasPrefix(prefix) }
        return names.filter { seen.insert($0).inserted }.compactMap { Identifier($0) }
    }

    private func words(_ entry: JSONValue, _ session: CommandSession) async -> String {
        let id = entry["id"]?.text.flatMap { Identifier($0) }
        var name = entry["entity"]?.text ?? "something"
        if let id, let task = await session.notebook.task(id) { name = "'\(TerminalStyle.line(task.title))'" }
        if let id, let list = await session.notebook.list(id) { name = "the list '\(TerminalStyle.line(list.name))'" }
        var changes: [String] = []
        if case .array(let fields)? = entry["changes"] {
            for field in fields {
                let new = CommandSession.words(field["new"] ?? .null)
                let old = field["old"].flatMap { $0.isNull ? nil : ", was \(CommandSession.words($0))" } ?? ""
                changes.append("\(TerminalStyle.line(field["field"]?.text ?? "")) \(new)\(old)")
            }
        }
        let outcome = entry["outcome"]?.text ?? "applied"
        let mark = outcome == "applied" ? "" : session.style.yellow("  (\(TerminalStyle.line(outcome)))")
        return "\(TerminalStyle.line(entry["kind"]?.text ?? "set")) \(name): \(changes.joined(separator: "; "))\(mark)"
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
}
