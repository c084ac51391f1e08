/// The part of an account that the service reads from its tables before it merges a push.
extension ServerAccount {
    /// Merges as the service does, into what `SliceNeeds` has named and nothing else.
    mutating func mergeLoaded(_ push: Push, _ context: MergeContext) -> MergeResult {
        var part = loaded(for: push, context)
        let result = part.merge(push, context)
        guard case .merged(let merged) = result else { return result }
        slice.revision = part.revision
        slice.liveTasks = part.liveTasks
        for id in merged.tasks { slice.tasks[id] = part.tasks[id] }
        for id in merged.lists { slice.lists[id] = part.lists[id] }
        if merged.writesSettings { slice.settings = part.settings }
        let ended = Set(merged.waitedFor)
        slice.waiting = slice.waiting.compactMapValues { entries in
            let left = entries.filter { !ended.contains($0.revision) }
            return left.isEmpty ? nil : left
        }
        for wait in merged.waits { slice.waiting[wait.row, default: []].append(wait.entry) }
        slice.waitingCount = part.waitingCount
        return result
    }

    /// Each look goes one step further, as the service's do.
    private func loaded(for push: Push, _ context: MergeContext) -> Slice {
        var part = Slice(account: slice.account)
        part.revision = slice.revision
        part.liveTasks = slice.liveTasks
        part.waitingCount = slice.waitingCount
        var seen = SliceNeeds()
        while true {
            var needs = seen
            needs.add(part.needs(for: push, context))
            guard needs != seen else { return part }
            load(needs, into: &part)
            seen = needs
        }
    }

    private func load(_ needs: SliceNeeds, into part: inout Slice) {
        if needs.settings { part.settings = slice.settings }
        var tasks = needs.tasks.union(needs.touched)
        for id in needs.chains { tasks.formUnion(chain(above: id)) }
        for id in needs.parts { tasks.formUnion(parts(of: id)) }
        for task in slice.tasks.values {
            let goesWithItsList = task.listId.map { list in
                needs.tasksOfLists.contains(list)
                    && (!task.isDeleted || task.deletion == slice.lists[list]?.deletion)
            }
            if goesWithItsList ?? false || takesPlace(task, in: needs.places) { tasks.insert(task.id) }
        }
        for id in tasks { part.tasks[id] = slice.tasks[id] }
        var lists = needs.lists.union(needs.tasksOfLists)
        for id in needs.tasks { if let list = slice.tasks[id]?.listId { lists.insert(list) } }
        for id in lists { part.lists[id] = slice.lists[id] }
        for id in needs.lines { part.lines[id] = histories[id] ?? [] }
        for row in needs.waiting { part.waiting[row] = slice.waiting[row] }
    }

    private func takesPlace(_ task: TaskItem, in places: Set<RegionDay>) -> Bool {
        guard !task.isDeleted, !task.isCompleted, let region = task.region else { return false }
        return places.contains(RegionDay(date: region == .backlog ? nil : task.scheduledDate, region: region))
    }

    private func chain(above id: Identifier) -> [Identifier] {
        var chain = [id]
        while let parent = slice.tasks[chain[chain.count - 1]]?.parentId, chain.count <= Slice.deepestPart + 1 {
            chain.append(parent)
        }
        return chain
    }

    private func parts(of id: Identifier) -> Set<Identifier> {
        var parts: Set<Identifier> = []
        var above: Set<Identifier> = [id]
        for _ in 0...Slice.deepestPart where !above.isEmpty {
            let below = slice.tasks.values.filter { !$0.isDeleted && $0.parentId.map(above.contains) ?? false }
            above = Set(below.map { $0.id }).subtracting(parts)
            parts.formUnion(above)
        }
        return parts
    }
}
