/// What a live stream tells of an account: how far it is, and where little has changed the rows themselves.
package struct LiveEvent: Hashable, Sendable {
    /// Whoever has all that the event carries, or pulls it, has read up to here.
    package var cursor: SyncCursor
    /// Nil where it has to be pulled.
    package var changes: Changes?

    package init(cursor: SyncCursor, changes: Changes? = nil) {
        self.cursor = cursor
        self.changes = changes
    }

    /// Every row that changed between two revisions, as it is now. They count for who has read exactly up to `after`;
    /// any other device pulls.
    package struct Changes: Hashable, Sendable {
        package var after: Int64
        package var tasks: [TaskItem]
        package var lists: [TaskList]
        package var settings: AccountSettings?

        package init(after: Int64, tasks: [TaskItem] = [], lists: [TaskList] = [], settings: AccountSettings? = nil) {
            self.after = after
            self.tasks = tasks
            self.lists = lists
            self.settings = settings
        }
    }
}
