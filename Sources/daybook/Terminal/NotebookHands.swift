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
        if let bound = lately.withLock({ $0.pace.bound(on: deed.act) }) { return .refused(bound.document()) }
        do {
            let before = try await session.notebook.deeds(limit: 1).first?.opId
            lately.withLock { $0.before = before }
            let seen = await session.notebook.snapshot.forAssistants
            if let task = deed.act.task, seen.task(task) == nil { return .notFound }
            if let refusal = Self.refusal(of: deed.act, seeing: seen) { return refusal }
            return try await perform(deed.act, seeing: seen)
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

    /// Of a list or a task that is not there for an assistant nothing can be made a part.
    private static func refusal(of act: AgentDeed.Act, seeing seen: NotebookSnapshot) -> AgentDocument? {
        let members: [JSONMember] =
            switch act {
            case .add(let members), .change(_, let members), .move(_, let members): members
            case .capture, .complete, .schedule, .comment, .delete, .undo, .propose: []
            }
        for member in members {
            guard case .string(let text) = member.value, let id = Identifier(text) else { continue }
            if member.name == TaskField.listId.name, seen.list(id)?.isDeleted ?? true {
                return .refused("invalid_fields", "There is no list with this id.")
            }
            if member.name == TaskField.parentId.name, seen.task(id)?.isDeleted ?? true {
                return .refused("invalid_fields", "There is no task with this id.")
            }
        }
        return nil
    }

    private func perform(_ act: AgentDeed.Act, seeing seen: NotebookSnapshot) async throws -> AgentDocument {
        let notebook = session.notebook
        switch act {
        // Proposals are kept by a server.
        case .propose: return .notFound
        case .capture(let line):
            let (task, words) = try await notebook.capture(line, in: session.language, naming: seen.lists)
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
            let task = lately.withLock { $0.own.first { $0.change == change }?.task }
            guard let task, seen.task(task) != nil, try await !leads(back: change, whereNothingIsSeenBy: seen),
                let (_, kept) = try await notebook.undo(change)
            else { return .notFound }
            return .document { json in
                json.member("opId", change)
                json.objects("kept", kept) { $0.member("field", $1.field) }
            }
        }
    }

    /// Whether undoing a change would put a task into a list that is not there for an assistant.
    private func leads(back change: Identifier, whereNothingIsSeenBy seen: NotebookSnapshot) async throws -> Bool {
        let deed = try await session.notebook.deeds(limit: .max).first { $0.opId == change }
        return deed?.priorLists.contains { seen.list($0) == nil } ?? false
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
        let seen = await session.notebook.snapshot.forAssistants
        guard let task = seen.task(id), !task.isDeleted else { return .notFound }
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

extension LocalChange {
    /// The lists that its tasks were in before.
    fileprivate var priorLists: [Identifier] {
        entries.flatMap(\.prior).compactMap { member in
            guard member.name == TaskField.listId.name, case .string(let text) = member.value else { return nil }
            return Identifier(text)
        }
    }
}
