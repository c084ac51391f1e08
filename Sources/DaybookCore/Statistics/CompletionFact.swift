/// That a task was completed: what counts for ever, also when the task is gone.
public struct CompletionFact: Hashable, Sendable {
    public let task: Identifier
    public let completedAt: Instant
    public let createdAt: Instant
    public let list: Identifier?
    public let category: String?
    public let region: Region?

    public init(
        task: Identifier, completedAt: Instant, createdAt: Instant, list: Identifier? = nil, category: String? = nil,
        region: Region? = nil
    ) {
        self.task = task
        self.completedAt = completedAt
        self.createdAt = createdAt
        self.list = list
        self.category = category
        self.region = region
    }
}
