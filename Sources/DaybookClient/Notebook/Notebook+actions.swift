import DaybookCore
import DaybookDevice

extension Notebook {
    // MARK: Tasks

    /// Adds a task: `try await notebook.add("Tea") { $0.category = "Kitchen" }`. Answers its identifier.
    @discardableResult
    public func add(
        _ title: String, _ change: @Sendable (inout TaskDraft) -> Void = { _ in }
    ) async throws -> Identifier {
        var draft = TaskDraft(title)
        change(&draft)
        return try await add(draft)
    }

    /// Adds a task as it was drafted, behind what is on its day, in its list or in the Inbox. Answers its identifier.
    @discardableResult
    public func add(_ task: TaskDraft) async throws -> Identifier {
        let fields = task.fields
        return try await made { gesture throws(Refused) in
            let id = try gesture.add(fields)
            try gesture.putLast(id, in: task.place(gesture.settings.inboxRule))
        }
    }

    /// Changes a task: `try await notebook.edit(id) { $0.title = "Tea"; $0.dueAt = nil }`. Only what is other than
    /// before goes to the server, so what somebody else changed meanwhile stays.
    ///
    /// Throws `ImpossibleChange` where there is no such task.
    public func edit(_ task: Identifier, _ change: @Sendable (inout TaskDraft) -> Void) async throws {
        guard let seen = replica.view.tasks[task] else { throw ImpossibleChange(rejection: .unknownRow) }
        let before = TaskDraft(of: seen)
        var after = before
        change(&after)
        let fields = after.changes(since: before)
        if !fields.isEmpty { try await edit(task, fields) }
    }

    /// Sets fields by their names on the wire; `.null` clears one.
    package func edit(_ task: Identifier, _ fields: [JSONMember]) async throws { try await edit([task], fields) }

    /// Any state may follow any other. Taking a completion back names the one that is seen here.
    public func set(_ task: Identifier, to state: TaskState) async throws { try await set([task], to: state) }

    /// Completes a task; one that repeats has its next occurrence at once. Its subtasks stay as they are, unless they
    /// are to be completed with it: ask. `undo` takes back all of it.
    public func complete(_ task: Identifier, withSubtasks: Bool = false) async throws {
        try await set([task], to: .completed, withSubtasks: withSubtasks)
    }
    /// Marks a task as being worked on.
    public func start(_ task: Identifier) async throws { try await set(task, to: .active) }
    /// Takes a completion back, or a start.
    public func reopen(_ task: Identifier) async throws { try await set(task, to: .notStarted) }

    /// One gesture: to today, to tomorrow, to a date, to a list, to a region. On another day, in another list or in the
    /// Inbox it then stands last. A due time and a reminder of the day it leaves go along, at the same time of the day.
    public func move(_ task: Identifier, _ action: QuickAction) async throws { try await move([task], action) }

    /// Puts a task right after another one, or before everything in a view. Where no key is left between two, those
    /// around move aside with it.
    public func place(_ task: Identifier, after neighbour: Identifier?, in view: [TaskItem]) async throws {
        let others = view.filter { $0.id != task }
        let index = neighbour.flatMap { id in others.firstIndex { $0.id == id } }
        let next = index.map { $0 + 1 } ?? 0
        let (above, below) = (index.map { others[$0].id }, next < others.count ? others[next].id : nil)
        try await act { gesture throws(Refused) in try gesture.arrange(task, after: above, before: below) }
    }

    /// Deletes a task; `restore` and `undo` bring it back. Its subtasks stay and stand for themselves, unless they are
    /// to go with it: ask. `undo` then brings back all of them, `restore` the one that it names.
    public func delete(_ task: Identifier, withSubtasks: Bool = false) async throws {
        try await delete([task], withSubtasks: withSubtasks)
    }
    /// Brings a deleted task back.
    public func restore(_ task: Identifier) async throws {
        try await act { gesture throws(Refused) in try gesture.restore(task) }
    }

    // MARK: Lists

    /// Makes a list. Answers its identifier.
    ///
    /// - Parameter filter: what the list is to show, for a saved filter: `open due < +3d sort:due`. Throws a
    ///   ``FilterError`` where that is not understood.
    @discardableResult
    public func addList(_ name: String, colorHex: String? = nil, filter: String? = nil) async throws -> Identifier {
        if let filter { try requireReadable(filter) }
        var fields = [JSONMember("name", .string(name))]
        if let colorHex { fields.append(JSONMember("colorHex", .string(colorHex))) }
        if let filter { fields.append(JSONMember("filter", .string(filter))) }
        let told = fields
        return try await made { gesture throws(Refused) in _ = try gesture.add(list: told) }
    }

    /// Changes what a saved filter shows. A list that holds tasks stays one.
    public func setFilter(of list: Identifier, to filter: String) async throws {
        try requireReadable(filter)
        try await set(list: list, [JSONMember("filter", .string(filter))])
    }

    private func requireReadable(_ filter: String) throws {
        let snapshot = snapshot
        _ = try TaskFilter(saved: filter, at: snapshot.moment, snapshot.settings, lists: nil)
    }

    /// Gives a list another name.
    public func rename(list: Identifier, to name: String) async throws {
        try await set(list: list, [JSONMember("name", .string(name))])
    }

    /// Keeps a list from assistants, or lets them see it again: for none of them it and its tasks are there, at the
    /// server and in `daybook mcp`. People and their apps see everything.
    public func hideFromAgents(list: Identifier, _ isHidden: Bool = true) async throws {
        try await set(list: list, [TaskList.hidingFromAgents(isHidden)])
    }

    private func set(list: Identifier, _ fields: [JSONMember]) async throws {
        try await act { gesture throws(Refused) in try gesture.set(list: list, fields) }
    }

    /// Deletes a list with the tasks in it; ask first.
    public func delete(list: Identifier) async throws {
        try await act { gesture throws(Refused) in try gesture.delete(list: list) }
    }

    // MARK: Settings

    /// Changes settings: `try await notebook.changeSettings { $0.rollover = .backlog }`. Only what is other than before
    /// goes to the server, so what somebody else changed meanwhile stays.
    @discardableResult
    public func changeSettings(_ change: @Sendable (inout AccountSettings) -> Void) async throws -> AccountSettings {
        var wanted = settings
        change(&wanted)
        let fields = settings.changes(to: wanted)
        if !fields.isEmpty { try await set(settings: fields) }
        return settings
    }

    /// Sets settings by their names on the wire.
    package func set(settings fields: [JSONMember]) async throws {
        try await act { gesture throws(Refused) in try gesture.set(settings: fields) }
    }
}
