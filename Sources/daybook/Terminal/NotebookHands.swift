import DaybookAgents
import DaybookClient
import DaybookCore
import Synchronization

/// What an assistant changes in the notebook, within the bounds that a server sets it. The device is its person's, so
/// its changes stand in the history as those of the device; `daybook undo` takes them back one by one.
final class NotebookHands: AgentHands {
    private let session: CommandSession
    private let lately = Mutex(Lately())

    private struct Lately {
        var pace = AgentPace()
        /// The notebook's last deed before the one that is being done.
        var before: Identifier?
        /// The assistant's own changes, the latest last.
        var own: [(change: Identifier, task: Identifier)] = []
    }

    /// As many as are made in a day.
    private static let remembered = 1_000

    init(session: CommandSession) { self.session = session }

    func perform(_ deed: AgentDeed) async throws -> AgentDocument {
        if let bound = lately.withLock({ $0.pace.bound(on: deed.act) }) { return .refused(bound.document) }
        do {
            let before = try await session.notebook.deeds(limit: 1).first?.opId
            lately.withLock { $0.before = before }
            return try await perform(deed.act)
        } catch let impossible as ImpossibleChange {
            return .refused(impossible.rejection.code.rawValue, "\(impossible)")
        }
    }

    /// What it changed in a task, the latest first, so that it can undo it.
    /// Nil where there is none.
    func changes(of task: Identifier) -> AgentDocument? {
        let own = lately.withLock { $0.own.filter { $0.task == task }.suffix(3).reversed() }
        guard !own.isEmpty else { return nil }
        return .document { json in
            json.objects("entries", own) { json, own in
                json.member("opId", own.change)
                json.member("id", own.task)
            }
            json.member("nextCursor", String?.none)
        }
    }

    private func perform(_ act: AgentDeed.Act) async throws -> AgentDocument {
        let notebook = session.notebook
        switch act {
        case .capture(let line):
            let (task, words) = try await notebook.capture(line, in: session.language)
            try await note(task)
            return .document { json in
                json.member("id", task)
                json.member("title", words.title)
                json.member("understood", words.spans)
            }
        case .add(let members): return try await shown(try await notebook.add(members))
        case .change(let task, let members): return try await edit(task, members)
        case .complete(let task):
            try await notebook.complete(task)
            return try await shown(task)
        case .schedule(let task, let to):
            try await notebook.move(task, to == "today" ? .toToday : to == "tomorrow" ? .toTomorrow : .toInbox)
            return try await shown(task)
        case .move(let task, let members): return try await move(task, members)
        case .comment(let task, let text):
            guard let notes = AgentComment(text, behindNotes: await notebook.task(task)?.notes ?? "") else {
                return await document(task)
            }
            return try await edit(task, [JSONMember(TaskField.notes.name, .string(notes.whole))])
        case .delete(let task):
            try await notebook.delete(task)
            try await note(task)
            return .document { $0.member("id", task) }
        case .undo(let change):
            let isOwn = lately.withLock { $0.own.contains { $0.change == change } }
            guard isOwn, let (_, kept) = try await notebook.undo(change) else { return .notFound }
            return .document { json in
                json.member("opId", change)
                json.objects("kept", kept) { $0.member("field", $1.field) }
            }
        }
    }

    private func edit(_ task: Identifier, _ members: [JSONMember]) async throws -> AgentDocument {
        guard await session.notebook.task(task)?.isDeleted == false else { return .notFound }
        try await session.notebook.edit(task, members)
        return try await shown(task)
    }

    private func move(_ task: Identifier, _ members: [JSONMember]) async throws -> AgentDocument {
        var members = members
        func take(_ name: String) -> String? {
            guard let place = members.firstIndex(where: { $0.name == name }),
                case .string(let text) = members.remove(at: place).value
            else { return nil }
            return text
        }
        if take("before") != nil || take("after") != nil {
            return .refused("order_at_server", "Only at the server a task is moved next to another one.")
        }
        let action: QuickAction
        if let date = take("scheduledDate").flatMap({ CalendarDate($0) }) {
            action = .to(date)
        } else if let list = take("listId").flatMap({ Identifier($0) }) {
            action = .toList(list)
        } else {
            return try await edit(task, members)
        }
        try await session.notebook.move([task], action, and: members)
        return try await shown(task)
    }

    private func shown(_ task: Identifier) async throws -> AgentDocument {
        try await note(task)
        return await document(task)
    }

    private func document(_ id: Identifier) async -> AgentDocument {
        guard let task = await session.notebook.task(id), !task.isDeleted else { return .notFound }
        var json = JSONWriter(reserving: 512)
        task.write(to: &json, .plain)
        return .found(json.bytes)
    }

    /// Remembers what was just changed in a task as the assistant's. What was so already is nobody's change, and what
    /// the person did before stays theirs.
    private func note(_ task: Identifier) async throws {
        let before = lately.withLock { $0.before }
        let last = try await session.notebook.deeds(limit: 5).prefix { $0.opId != before }.first { deed in
            !deed.undoes && deed.operations.contains { $0.id == task }
        }
        guard let last else { return }
        lately.withLock { lately in
            lately.own.append((last.opId, task))
            if lately.own.count > Self.remembered { lately.own.removeFirst() }
        }
    }
}
