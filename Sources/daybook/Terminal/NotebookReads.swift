import DaybookAgents
import DaybookClient
import DaybookCore

/// What an assistant's tools read, out of the notebook: the same documents that the API has at these addresses, without
/// what only a server knows (tags, revisions, the history), and without lists that are kept from assistants.
struct NotebookReads: AgentSource {
    let session: CommandSession
    /// Who changes it for the assistant; nil where it only reads.
    var hands: NotebookHands?

    func read(_ place: AgentPlace) async throws -> AgentDocument {
        let snapshot = await session.notebook.snapshot.forAssistants
        switch place.path {
        case "/v1/search": return search(place, snapshot)
        case "/v1/tasks": return filtered(place, snapshot)
        case "/v1/views/today":
            return page(of: snapshot.today, place) { json in
                json.member("date", snapshot.moment.today)
                json.member("completedToday", snapshot.completedToday)
                json.member("sentence", json.language.text(.completedToday(snapshot.completedToday)))
            }
        case "/v1/views/overdue": return page(of: snapshot.overdue, place)
        case "/v1/views/board":
            return .document { json in
                json.member("date", snapshot.moment.today)
                snapshot.board.writeMembers(to: &json)
            }
        case "/v1/analytics/review":
            let review = try await session.notebook.review(
                of: place["date"].flatMap { CalendarDate($0) }, seenBy: snapshot)
            return .document { review.writeMembers(to: &$0) }
        case "/v1/lists":
            return .document { json in
                json.member("lists") { json in json.array(snapshot.lists) { $1.write(to: &$0) } }
                json.member("nextCursor", String?.none)
            }
        case "/v1/history":
            if let task = place["task"].flatMap({ Identifier($0) }), snapshot.task(task) != nil,
                let told = hands?.changes(of: task)
            {
                return told
            }
            return .elsewhere("history_at_server", "The history is at the server, and not in this notebook.")
        default: return row(place, snapshot)
        }
    }

    func unhurried(_ bytes: Int, _ body: @Sendable () -> [UInt8]) async -> [UInt8] { body() }

    private func search(_ place: AgentPlace, _ snapshot: NotebookSnapshot) -> AgentDocument {
        var scope = SearchScope()
        if let list = place["list"].flatMap({ Identifier($0) }) { scope.list = .to(list) }
        let hits = snapshot.search(place["q"] ?? "", within: scope)
        guard let page = NotebookPage(hits, place, \.task.id) else { return .malformedCursor }
        return .document { json in
            json.member("hits") { json in json.array(page.shown) { $1.write(to: &$0) } }
            json.member("nextCursor", page.next)
            json.member("isBehind", false)
        }
    }

    private func filtered(_ place: AgentPlace, _ snapshot: NotebookSnapshot) -> AgentDocument {
        do throws(FilterError) {
            return page(of: try snapshot.tasks(matching: place["filter"] ?? "", in: session.language), place)
        } catch {
            return .refused(
                "malformed_filter",
                "At byte \(error.offset) of the filter, \(error.expected) is expected.")
        }
    }

    /// One task, or a list with its tasks.
    private func row(_ place: AgentPlace, _ snapshot: NotebookSnapshot) -> AgentDocument {
        guard let id = place.path.split(separator: "/").last.flatMap({ Identifier(String($0)) }) else {
            return .notFound
        }
        if place.path.hasPrefix("/v1/tasks/") {
            guard let task = snapshot.task(id) else { return .notFound }
            guard !task.isDeleted else { return .gone }
            var json = JSONWriter(reserving: 512)
            task.write(to: &json, .plain)
            return .found(json.bytes)
        }
        guard let list = snapshot.list(id) else { return .notFound }
        guard !list.isDeleted else { return .gone }
        return page(of: snapshot.tasks(in: id), place) { json in json.member("list") { list.write(to: &$0) } }
    }

    private func page(
        of tasks: [TaskItem], _ place: AgentPlace, _ writeBefore: (inout JSONWriter) -> Void = { _ in }
    ) -> AgentDocument {
        guard let page = NotebookPage(tasks, place, \.id) else { return .malformedCursor }
        return .document { json in
            writeBefore(&json)
            json.member("tasks") { $0.tasks(page.shown) }
            json.member("nextCursor", page.next)
        }
    }
}

/// A page of rows that are all here: a cursor says how many were shown, and which was the last, behind which the next
/// begins wherever it went.
private struct NotebookPage<Row> {
    let shown: ArraySlice<Row>
    let next: String?

    /// Nil for a cursor that is none.
    init?(_ rows: [Row], _ place: AgentPlace, _ id: (Row) -> Identifier) {
        let limit = place["limit"].flatMap { Int($0) } ?? 100
        var start = 0
        if let cursor = place["cursor"] {
            let parts = cursor.split(separator: ".")
            guard parts.count == 2, let before = Int(parts[0]), before >= 0, let last = Identifier(String(parts[1]))
            else { return nil }
            start = min(rows.firstIndex { id($0) == last }.map { $0 + 1 } ?? before, rows.count)
        }
        let page = rows[start...].prefix(limit)
        let last = page.endIndex < rows.endIndex ? page.last : nil
        (shown, next) = (page, last.map { "\(page.endIndex).\(id($0).text)" })
    }
}

extension AgentDocument {
    static let notFound = refused("not_found", "There is nothing here.")
    fileprivate static let gone = refused("gone", "It was deleted.")
    fileprivate static let malformedCursor = refused("malformed_parameter", "This is no cursor.")

    static func document(_ writeMembers: (inout JSONWriter) -> Void) -> AgentDocument {
        .found(bytes(writeMembers))
    }

    static func refused(_ code: String, _ sentence: String) -> AgentDocument {
        .refused(problem(code, sentence))
    }

    fileprivate static func elsewhere(_ code: String, _ sentence: String) -> AgentDocument {
        .elsewhere(problem(code, sentence))
    }

    private static func problem(_ code: String, _ sentence: String) -> [UInt8] {
        bytes { json in
            json.member("code", code)
            json.member("detail", sentence)
        }
    }

    private static func bytes(_ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(reserving: 512)
        json.object(nil, writeMembers)
        return json.bytes
    }
}
