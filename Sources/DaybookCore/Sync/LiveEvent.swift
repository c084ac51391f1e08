/// What a live stream tells of an account: how far it is, and where little has changed the rows themselves.
public struct LiveEvent: Hashable, Sendable {
    /// Whoever has all that the event carries, or pulls it, has read up to here.
    public var cursor: SyncCursor
    /// Nil where it has to be pulled.
    public var changes: Changes?

    public init(cursor: SyncCursor, changes: Changes? = nil) {
        self.cursor = cursor
        self.changes = changes
    }

    /// Every row that changed between two revisions, as it is now. They count for who has read exactly up to `after`;
    /// any other device pulls.
    public struct Changes: Hashable, Sendable {
        public var after: Int64
        public var tasks: [TaskItem]
        public var lists: [TaskList]
        public var settings: AccountSettings?

        public init(after: Int64, tasks: [TaskItem] = [], lists: [TaskList] = [], settings: AccountSettings? = nil) {
            self.after = after
            self.tasks = tasks
            self.lists = lists
            self.settings = settings
        }
    }
}
