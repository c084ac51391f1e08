extension Slice {
    /// So many steps a task may be below the top.
    package static let deepestPart = 32
    /// So many parts of a task are deleted or completed with it.
    package static let mostParts = 500

    /// What is part of a task, directly or through others, as far as it is here and not deleted: what is above comes
    /// first, and what is part of the same in its order.
    package func parts(of id: Identifier, atMost most: Int = .max) -> [TaskItem] {
        var children: [Identifier: [TaskItem]] = [:]
        for task in tasks.values where !task.isDeleted {
            if let parent = task.parentId { children[parent, default: []].append(task) }
        }
        guard !children[id].isNone else { return [] }
        var parts: [TaskItem] = []
        var above = [id]
        for _ in 0...Self.deepestPart where !above.isEmpty && parts.count < most {
            let next = above.flatMap { id in
                (children[id] ?? []).ordered {
                    $0.sortOrder != $1.sortOrder ? $0.sortOrder < $1.sortOrder : $0.id < $1.id
                }
            }
            parts += next
            above = next.map { $0.id }
        }
        return Array(parts.prefix(most))
    }
}
