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
        let words = ChangeWords(lines: await session.lines())
        for entry in entries {
            let time = entry["at"]?.text.flatMap { Instant($0) }.map { Clock.local($0, zone) } ?? ""
            let author = session.style.cyan(Self.author(of: entry))
            let told = await told(entry, words, session)
            let short = session.style.dim(names.short(entry["opId"]?.text ?? ""))
            session.say("\(session.style.dim(time))  \(short)  \(author)  \(told)")
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

    /// Whose change it is, and who had proposed it.
    private static func author(of entry: JSONValue) -> String {
        let device = TerminalStyle.line(entry["device"]?["name"]?.text ?? "by itself")
        guard let proposer = entry["proposal"]?["device"]?["name"]?.text else { return device }
        return "\(device), proposed by \(TerminalStyle.line(proposer))"
    }

    private func told(_ entry: JSONValue, _ words: ChangeWords, _ session: CommandSession) async -> String {
        let id = entry["id"]?.text.flatMap { Identifier($0) }
        var name =
            entry["entity"]?.text == "settings" ? "the settings" : "a \(entry["entity"]?.text ?? "row") that is gone"
        if let id, let task = await session.notebook.task(id) { name = ChangeWords.quoted(task.title) }
        if let id, let list = await session.notebook.list(id) { name = "the list \(ChangeWords.quoted(list.name))" }
        return deed(entry, name, words) + marks(of: entry, words).map { session.style.yellow("  (\($0))") }.joined()
    }

    private func deed(_ entry: JSONValue, _ name: String, _ words: ChangeWords) -> String {
        let changes = Self.items(entry, "changes").map {
            ChangeWords.Change($0["field"]?.text ?? "", old: $0["old"] ?? .null, new: $0["new"] ?? .null)
        }
        return words.deed(
            entry["kind"]?.text, name, changes, isByItself: entry["device"]?.isNull ?? true,
            follows: !(entry["cause"]?.isNull ?? true))
    }

    /// What became of it beside being done.
    private func marks(of entry: JSONValue, _ words: ChangeWords) -> [String] {
        let lost = Self.items(entry, "conflicts").map {
            words.conflict($0["field"]?.text ?? "", mine: $0["mine"] ?? .null, theirs: $0["theirs"] ?? .null)
        }
        return lost + (entry["outcome"]?.text == "waiting" ? ["waits for what it belongs to"] : [])
    }

    private static func items(_ entry: JSONValue, _ name: String) -> [JSONValue] {
        if case .array(let items)? = entry[name] { items } else { [] }
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
}
