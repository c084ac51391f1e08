/// Tasks that are parts of others. What a task is part of may come later, or be gone: then it stands for itself.
/// Whoever deletes or completes a task says what becomes of its parts, by operations of their own.
extension Merging {
    /// Two devices may have made two tasks part of each other. What was said last gives way: that task stands for
    /// itself from then on. So does one that would stand deeper than anything may, so that this is found in so many
    /// steps.
    mutating func untangle(_ id: Identifier, after operation: SyncOperation, noting entry: Int) {
        guard !hasConclusions else { return }
        var chain = [id]
        var above = slice.tasks[id]?.parentId
        while let parent = above, parent != id, chain.count <= Slice.deepestPart {
            guard let task = slice.tasks[parent] else { return }
            chain.append(parent)
            above = task.parentId
        }
        guard let above else { return }
        let circle = above == id ? chain.compactMap { slice.tasks[$0] } : [slice.tasks[id]].compactMap { $0 }
        func said(_ task: TaskItem) -> HybridTime {
            task.clocks[.parentId] ?? HybridTime(task.createdAt, device: .zero)
        }
        guard
            let last = circle.max(by: { said($0) != said($1) ? said($0) < said($1) : $0.id < $1.id }),
            let parent = last.parentId
        else { return }
        conclude(
            .untangling, .set, on: last.id, at: said(last).successor(device: .zero), [.parentId: .null],
            from: operation.opId)
        guard last.id == id else { return }
        note(
            Conflict(
                field: TaskField.parentId.name, mine: .string(parent.text), theirs: .null, reason: .tangled,
                by: chain.dropFirst().compactMap { slice.tasks[$0]?.clocks[.parentId] }.max()), in: entry)
    }
}
