import DaybookAccounts
import DaybookAgents
import DaybookCore
import DaybookHost
import HTTP

/// What an assistant changes, within its bounds, through the routes that everybody's apps change tasks by: there is one
/// way to write, and what the assistant did stands in the history under its own device.
struct AgentChanges: AgentHands {
    let caller: AgentCaller
    let ledger: LedgerPages
    let paces: AgentPaces
    let figures: AgentFigures

    func perform(_ deed: AgentDeed) async throws -> AgentDocument {
        if let bound = paces.bound(on: deed.act, by: caller.principal.device) {
            figures.stopped(by: bound)
            return .refused(bound.document(proposes: true))
        }
        return try await caller.answered { try await response(to: deed) }
    }

    private func response(to deed: AgentDeed) async throws -> Response {
        func ask(_ method: String, _ path: String, _ members: [JSONMember]? = nil) async throws -> Response {
            try await caller.ask(method, path, members, deed.key.map { (name: "idempotency-key", value: $0) })
        }
        switch deed.act {
        case .capture(let words):
            let members = [JSONMember("title", .string(words)), JSONMember("parse", .bool(true))]
            return try await ask("POST", "/v1/capture", members)
        case .add(let members): return try await ask("POST", "/v1/tasks", members)
        case .change(let task, let members): return try await ask("PATCH", "/v1/tasks/\(task.text)", members)
        case .complete(let task): return try await ask("POST", "/v1/tasks/\(task.text)/complete")
        case .schedule(let task, let to):
            return try await ask("POST", "/v1/tasks/\(task.text)/schedule", [JSONMember("to", .string(to))])
        case .move(let task, let members): return try await ask("POST", "/v1/tasks/\(task.text)/move", members)
        case .comment(let task, let text): return try await comment(text, on: task)
        case .delete(let task):
            _ = try await ask("DELETE", "/v1/tasks/\(task.text)")
            return .object { $0.member("id", task) }
        case .undo(let change):
            let entries = try await ledger.entries(of: change, withConsequences: false, in: caller.principal.account)
            // Of what others did there is nothing to undo here, as of what nobody did.
            guard !entries.isEmpty, entries.allSatisfy({ $0.operation.at.device == caller.principal.device }) else {
                throw Problem(.notFound)
            }
            return try await ask("POST", "/v1/history/\(change.text)/undo")
        case .propose(let actions, let note):
            let members = [
                JSONMember("actions", .array(actions)), JSONMember("note", note.map { .string($0) } ?? .null),
            ]
            return try await ask("POST", "/v1/proposals", members)
        }
    }

    /// So often somebody else may write the notes meanwhile.
    private static let attempts = 5

    private func comment(_ text: String, on task: Identifier) async throws -> Response {
        let path = "/v1/tasks/\(task.text)"
        var attempt = 1
        while true {
            let shown = try await caller.ask("GET", path)
            let tag = shown.fields["etag"]
            let row = try await shown.collectBody()
            guard let notes = AgentComment(text, behind: try JSONValue(json: row)) else { return .json(row) }
            do {
                let fields = [JSONMember(TaskField.notes.name, .string(notes.whole))]
                return try await caller.ask("PATCH", path, fields, tag.map { (name: "if-match", value: $0) })
            } catch let problem as Problem where problem.type == .preconditionFailed && attempt < Self.attempts {
                attempt += 1
            }
        }
    }
}
