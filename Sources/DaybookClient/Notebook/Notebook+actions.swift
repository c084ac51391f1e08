import DaybookCore

/// What a task is made of, for adding one.
public struct NewTask: Hashable, Sendable {
    public var title: String
    public var notes: String?
    public var list: Identifier?
    public var scheduledDate: CalendarDate?
    public var dueAt: Instant?
    public var reminderAt: Instant?
    public var region: Region?
    public var bucket: Bucket?
    public var category: String?
    public var recurrence: Recurrence?

    public init(_ title: String) { self.title = title }

    var fields: [JSONMember] {
        var fields = [JSONMember("title", .string(title))]
        func add(_ name: String, _ text: String?) {
            if let text { fields.append(JSONMember(name, .string(text))) }
        }
        add("notes", notes)
        add("listId", list?.text)
        add("scheduledDate", scheduledDate?.text)
        add("dueAt", dueAt?.text)
        add("reminderAt", reminderAt?.text)
        add("region", region?.name)
        add("bucket", bucket?.name)
        add("category", category)
        if let recurrence { fields.append(JSONMember("recurrence", recurrence.json)) }
        return fields
    }
}

extension Notebook {
    // MARK: Tasks

    @discardableResult
    public func add(_ title: String) async throws -> Identifier { try await add(NewTask(title)) }

    @discardableResult
    public func add(_ task: NewTask) async throws -> Identifier {
        let id = time.identifier()
        try await perform(Edit(id: id, task.fields))
        return id
    }

    /// Sets fields by their names on the wire; `.null` clears one.
    public func edit(_ task: Identifier, _ fields: [JSONMember]) async throws {
        try await perform(Edit(id: task, fields))
    }

    /// Any state may follow any other. Taking a completion back names the one that is seen here.
    public func set(_ task: Identifier, to state: TaskState) async throws {
        let seen = state == .completed ? nil : replica.view.tasks[task]?.completion?.clock
        try await perform(Edit(id: task, [JSONMember("state", .string(state.name))], reopens: seen))
    }

    public func complete(_ task: Identifier) async throws { try await set(task, to: .completed) }
    public func start(_ task: Identifier) async throws { try await set(task, to: .active) }
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
        let left = index.map { others[$0].sortOrder }
        let next = index.map { $0 + 1 } ?? 0
        let right = next < others.count ? others[next].sortOrder : nil
        var chance = Chance(next: time.random)
        func wish(_ id: Identifier, _ key: OrderKey) -> Edit {
            Edit(id: id, [JSONMember("sortOrder", .string(key.text))])
        }
        // What a view shows next may stand above in the whole order; then it does not bound.
        let bound = right.flatMap { right in left.map { $0 <= right } ?? true ? right : nil }
        if let key = OrderKey.between(left, bound, using: &chance) {
            try await perform(wish(task, key))
            return
        }
        let live = replica.view.tasks.values.filter { $0.id != task && !$0.isDeleted }
        let rows = OrderedRows(live.map { OrderPlace($0.sortOrder, $0.id) })
        func place(_ id: Identifier) -> Int? { rows.places.firstIndex { $0.id == id } }
        guard let index = neighbour.flatMap(place).map({ $0 + 1 }) ?? others.first.flatMap({ place($0.id) }),
            let insertion = rows.inserting(at: index, using: &chance)
        else { return }
        // The move itself comes last, so that it is what an undo takes back.
        try await perform(together: insertion.others.map { wish($0.id, $0.key) } + [wish(task, insertion.key)])
    }

    public func delete(_ task: Identifier) async throws { try await perform(Edit(.delete, id: task)) }
    public func restore(_ task: Identifier) async throws { try await perform(Edit(.restore, id: task)) }

    // MARK: Lists

    @discardableResult
    public func addList(_ name: String, colorHex: String? = nil) async throws -> Identifier {
        let id = time.identifier()
        var fields = [JSONMember("name", .string(name))]
        if let colorHex { fields.append(JSONMember("colorHex", .string(colorHex))) }
        try await perform(Edit(.set, .list, id: id, fields))
        return id
    }

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
    public func set(_ fields: [JSONMember]) async throws {
        try await perform(Edit(.set, .settings, id: replica.base.account, fields))
    }

    // MARK: Undo

    /// What was done on this device, the latest first.
    public func deeds(limit: Int = 50) throws -> [LocalChange] { try store.deeds(limit: limit) }

    /// Takes back the last thing that was done here and not undone yet, or a certain one. What somebody changed since
    /// stays and is named. Nil when there is nothing to take back.
    public func undo(_ opId: Identifier? = nil) async throws -> (deed: LocalChange, kept: [UndoPlan.Kept])? {
        try catchUp()
        let deeds = try store.deeds(limit: Int(Store.keptDeeds))
        guard let place = deeds.firstIndex(where: { deed in opId.map { deed.opId == $0 } ?? !deed.wasUndone }) else {
            return nil
        }
        let deed = deeds[place]
        // What came after the last deed that stands are deeds that were undone and their undoings: they are no change
        // since.
        let passed = opId == nil ? deeds[..<place].reversed().flatMap(\.entries) : []
        let request = time.identifier()
        return try await saving {
            var kept: [UndoPlan.Kept] = []
            var undoings: [Identifier] = []
            _ = try performOnce { replica, now in
                var clock = replica.clock
                let plan = replica.view.undo(
                    deed.entries, passing: passed, at: clock.tick(now: now), request: request)
                kept = plan.kept
                undoings = plan.operations.map(\.opId)
                if plan.operations.isEmpty, kept.isEmpty {
                    // Its rows are gone from here, as those of a task that was deleted before it was ever synced.
                    kept = deed.entries.prefix(1).map {
                        .init(entity: $0.operation.entity, id: $0.operation.id, field: "deletedAt")
                    }
                }
                return plan.operations.map { replica.perform($0, now: now) }
            } then: {
                // With the undoing itself: saved without it, the next attempt would take the undoing for a change
                // since.
                try store.markUndone(deed.opId)
                // An undoing is no deed to undo: the next undo goes one further back.
                for undoing in undoings { try store.markUndone(undoing) }
            }
            return (deed, kept)
        }
    }
}
