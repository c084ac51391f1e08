import DaybookCore

extension Notebook {
    /// Makes a change. It is on the disk when this returns; saving is tried four times, with growing pauses.
    ///
    /// Throws `ImpossibleChange` for what no merge would take, and `UnsavedChange`, which holds the change, when the
    /// disk does not take it.
    @discardableResult
    package func perform(_ wish: Edit) async throws -> Outcome {
        try await perform(together: [wish]).first ?? .applied
    }

    /// Makes several changes, all or none of them.
    ///
    /// - Parameter isOneDeed: they are taken back together, here and in the account's history.
    @discardableResult
    package func perform(together wishes: [Edit], isOneDeed: Bool = false) async throws -> [Outcome] {
        let named = wishes.map { (opId: time.identifier(), edit: $0) }
        return try await saving(named.map { unsaved($0.opId, $0.edit) }) {
            try self.performOnce { replica, now in
                replica.perform(named, isOneDeed: isOneDeed, now: now)
            }
        }
    }

    /// Does the same to tasks and, if wanted, to their subtasks and theirs.
    func perform(_ wish: (TaskItem) -> Edit?, on tasks: [Identifier], withSubtasks: Bool) async throws {
        var edits: [Edit] = []
        var told = Set(tasks)
        for task in tasks {
            guard let seen = replica.view.tasks[task], let first = wish(seen) else {
                throw ImpossibleChange(rejection: .unknownRow)
            }
            edits.append(first)
            guard withSubtasks else { continue }
            // One that is named, or is part of another, is told once.
            edits += replica.view.parts(of: task).filter { told.insert($0.id).inserted }.compactMap(wish)
        }
        try await perform(together: edits, isOneDeed: true)
    }

    private func unsaved(_ opId: Identifier, _ wish: Edit) -> SyncOperation {
        SyncOperation(
            opId: opId, entity: wish.entity, id: wish.id, at: HybridTime(time.now(), device: replica.device),
            kind: wish.kind, fields: wish.fields, reopens: wish.reopens)
    }

    /// Tries to save, and three times more. Where the disk does not take it even then, the error brings back what was
    /// wanted.
    func saving<Outcome>(
        _ operations: [SyncOperation] = [], _ body: () throws -> Outcome
    ) async throws -> Outcome {
        do { return try await time.insisting(body) } catch let impossible as ImpossibleChange { throw impossible } catch
        {
            throw operations.isEmpty ? error : UnsavedChange(operations: operations, cause: error)
        }
    }

    /// One attempt, as `StoredReplica.perform`; then everybody hears of it.
    func performOnce(
        _ body: (inout Replica, Instant) -> [Replica.Performed], then: () throws -> Void = {}
    ) throws -> [Outcome] {
        defer { tellOfOthers() }
        let (outcomes, rows) = try stored.perform(body, then: then)
        announce(rows)
        wake { $0.want() }
        return outcomes
    }
}
