/// That a task was completed: what counts for ever, also when the task is gone.
package struct CompletionFact: Hashable, Sendable {
    package let task: Identifier
    package let completedAt: Instant
    package let createdAt: Instant
    package let list: Identifier?
    package let category: String?
    package let region: Region?
    package let tags: [String]

    package init(
        task: Identifier, completedAt: Instant, createdAt: Instant, list: Identifier? = nil, category: String? = nil,
        region: Region? = nil, tags: [String] = []
    ) {
        self.task = task
        self.completedAt = completedAt
        self.createdAt = createdAt
        self.list = list
        self.category = category
        self.region = region
        self.tags = tags
    }
}
