import DaybookCore

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

    /// Adds a task as it was drafted. Answers its identifier.
    @discardableResult
    public func add(_ task: TaskDraft) async throws -> Identifier {
        let id = time.identifier()
        try await perform(Edit(id: id, task.fields))
        return id
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
    package func edit(_ task: Identifier, _ fields: [JSONMember]) async throws {
        try await perform(Edit(id: task, fields))
    }

    /// Any state may follow any other. Taking a completion back names the one that is seen here.
    public func set(_ task: Identifier, to state: TaskState) async throws {
        let seen = state == .completed ? nil : replica.view.tasks[task]?.completion?.clock
        try await perform(Edit(id: task, [JSONMember("state", .string(state.name))], reopens: seen))
    }

    /// Completes a task; one that repeats has its next occurrence at once. Its subtasks stay as they are, unless they
    /// are to be completed with it: ask. `undo` takes back all of it.
    public func complete(_ task: Identifier, withSubtasks: Bool = false) async throws {
        guard withSubtasks else { return try await set(task, to: .completed) }
        try await set([task], to: .completed, withSubtasks: true)
    }
    /// Marks a task as being worked on.
    public func start(_ task: Identifier) async throws { try await set(task, to: .active) }
    /// Takes a completion back, or a start.
    public func reopen(_ task: Identifier) async throws { try await set(task, to: .notStarted) }

    /// One gesture: to today, to tomorrow, to a date, to a list, to a region.
    public func move(_ task: Identifier, _ action: QuickAction) async throws {
        try await perform(Edit(id: task, action.fields(on: day, at: time.now())))
    }

    /// Puts a task right after another one, or before everything in a view. Where no key is left between two, those
    /// around move aside with it.
    public func place(_ task: Identifier, after neighbour: Identifier?, in view: [TaskItem]) async throws {
        let others = view.filter { $0.id != task }
        let index = neighbour.flatMap { id in others.firstIndex { $0.id == id } }
        let next = index.map { $0 + 1 } ?? 0
        func place(_ task: TaskItem) -> OrderPlace { OrderPlace(task.sortOrder, task.id) }
        let placing = Placing(
            after: index.map { place(others[$0]) }, before: next < others.count ? place(others[next]) : nil)
        var chance = Chance(next: time.random)
        let keys = placing.keys(for: task, using: &chance) {
            replica.view.tasks.values.filter { $0.id != task && !$0.isDeleted }.map(place)
        }
        guard !keys.isEmpty else { return }
        try await perform(
            together: keys.map { Edit(id: $0.id, [JSONMember("sortOrder", .string($0.key.text))]) })
    }

    /// Deletes a task; `restore` and `undo` bring it back. Its subtasks stay and stand for themselves, unless they are
    /// to go with it: ask. `undo` then brings back all of them, `restore` the one that it names.
    public func delete(_ task: Identifier, withSubtasks: Bool = false) async throws {
        guard withSubtasks else {
            try await perform(Edit(.delete, id: task))
            return
        }
        try await delete([task], withSubtasks: true)
    }
    /// Brings a deleted task back.
    public func restore(_ task: Identifier) async throws { try await perform(Edit(.restore, id: task)) }

    // MARK: Lists

    /// Makes a list. Answers its identifier.
    ///
    /// - Parameter filter: what the list is to show, for a saved filter: `open due < +3d sort:due`. Throws a
    ///   ``FilterError`` where that is not understood.
    @discardableResult
    public func addList(_ name: String, colorHex: String? = nil, filter: String? = nil) async throws -> Identifier {
        let id = time.identifier()
        if let filter { try requireReadable(filter) }
        var fields = [JSONMember("name", .string(name))]
        if let colorHex { fields.append(JSONMember("colorHex", .string(colorHex))) }
        if let filter { fields.append(JSONMember("filter", .string(filter))) }
        try await perform(Edit(.set, .list, id: id, fields))
        return id
    }

    /// Changes what a saved filter shows. A list that holds tasks stays one.
    public func setFilter(of list: Identifier, to filter: String) async throws {
        try requireReadable(filter)
        try await perform(Edit(.set, .list, id: list, [JSONMember("filter", .string(filter))]))
    }

    private func requireReadable(_ filter: String) throws {
        let snapshot = snapshot
        _ = try TaskFilter(saved: filter, at: snapshot.moment, snapshot.settings, lists: nil)
    }

    /// Gives a list another name.
    public func rename(list: Identifier, to name: String) async throws {
        try await perform(Edit(.set, .list, id: list, [JSONMember("name", .string(name))]))
    }

    /// Deletes a list with the tasks in it; ask first.
    public func delete(list: Identifier) async throws { try await perform(Edit(.delete, .list, id: list)) }

    // MARK: Settings

    /// Changes settings: `try await notebook.changeSettings { $0.rollover = .backlog }`. Only what is other than before
    /// goes to the server, so what somebody else changed meanwhile stays.
    @discardableResult
    public func changeSettings(_ change: @Sendable (inout AccountSettings) -> Void) async throws -> AccountSettings {
        var wanted = settings
        change(&wanted)
        let fields = settings.changes(to: wanted)
        if !fields.isEmpty { try await set(fields) }
        return settings
    }

    /// Sets settings by their names on the wire.
    package func set(_ fields: [JSONMember]) async throws {
        try await perform(Edit(.set, .settings, id: replica.base.account, fields))
    }

    // MARK: Undo

    /// What was done on this device, the latest first.
    public func deeds(limit: Int = 50) throws -> [LocalChange] { try stored.store.deeds(limit: limit) }

    /// Takes back the last thing that was done here and not undone yet, or a certain one. What somebody changed since
    /// stays and is named. Nil when there is nothing to take back.
    public func undo(_ opId: Identifier? = nil) async throws -> (deed: LocalChange, kept: [UndoPlan.Kept])? {
        try refresh()
        let deeds = try stored.store.deeds(limit: Int(Store.keptDeeds))
        guard let place = deeds.firstIndex(where: { deed in opId.map { deed.opId == $0 } ?? !deed.wasUndone }) else {
            return nil
        }
        let deed = deeds[place]
        // What came after the last deed that stands are deeds that were undone and their undoings: they are no change
        // since.
        let passed = opId == nil ? deeds[..<place].reversed().map(\.deed) : []
        let request = time.identifier()
        return try await saving {
            var kept: [UndoPlan.Kept] = []
            var undoings: [Identifier] = []
            _ = try performOnce { replica, now in
                let plan = replica.undo(deed.deed, passing: passed, now: now, request: request)
                kept = plan.kept
                undoings = plan.operations.map(\.opId)
                return plan.operations.map { replica.perform($0, now: now) }
            } then: {
                // With the undoing itself: saved without it, the next attempt would take the undoing for a change
                // since.
                try stored.store.markUndone(deed.opId)
                // An undoing is no deed to undo: the next undo goes one further back.
                for undoing in undoings { try stored.store.markUndone(undoing) }
            }
            return (deed, kept)
        }
    }
}
