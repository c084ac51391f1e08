import DaybookCore

/// The daybook at one moment: every view of it, all of one mind about what today is.
///
/// `notebook.updates(\.inbox)` and `notebook.updates { $0.tasks(in: list) }` name what a screen shows of it.
public struct NotebookSnapshot: Sendable {
    /// What day it is for the account.
    public let moment: Moment
    /// How the device stands with the server.
    public let status: SyncStatus
    let slice: Slice

    private var rows: Dictionary<Identifier, TaskItem>.Values { slice.tasks.values }

    /// The account's settings as this device sees them.
    public var settings: AccountSettings { slice.settings }

    /// The tasks that the account's rule counts to the Inbox.
    public var inbox: [TaskItem] { moment.inbox(rows, settings.inboxRule) }

    /// The tasks that a rule counts to the Inbox.
    public func inbox(_ rule: InboxRule) -> [TaskItem] { moment.inbox(rows, rule) }

    /// What is for today, and what was left behind.
    public var today: [TaskItem] { moment.today(rows) }

    /// What is scheduled after today, by date.
    public var upcoming: [UpcomingGroup] { moment.upcoming(rows) }

    /// What was scheduled before today and is not done.
    public var past: [TaskItem] { moment.past(rows) }

    /// What was due before now and is not done.
    public var overdue: [TaskItem] { moment.overdue(rows) }

    /// Morning, Afternoon and Evening of today.
    public var board: Board { moment.board(rows, limits: settings.regionLimits) }

    /// The open tasks of the backlog, in groups by when they came there.
    public var backlog: Backlog { moment.backlog(rows, settings) }

    /// How many of today's tasks are completed.
    public var completedToday: Int { moment.completedToday(rows) }

    /// What to do next, the most pressing first.
    package var next: [TaskItem] { moment.next(rows) }

    /// The subtasks of a task, and theirs.
    package func parts(of task: Identifier) -> [TaskItem] { slice.parts(of: task) }

    /// The lists that are not deleted, in their order.
    public var lists: [TaskList] {
        slice.lists.values.filter { !$0.isDeleted }.sorted {
            $0.sortOrder != $1.sortOrder ? $0.sortOrder < $1.sortOrder : $0.id < $1.id
        }
    }

    /// Everything that is not deleted, in the order of views.
    public var allTasks: [TaskItem] { ViewOrder.sorted(rows) }

    /// One task, also one that is deleted.
    public func task(_ id: Identifier) -> TaskItem? { slice.tasks[id] }

    /// One list, also one that is deleted.
    public func list(_ id: Identifier) -> TaskList? { slice.lists[id] }

    /// The tasks of a list; nil is the Inbox. For a saved filter those that it finds, in its order; none where it is
    /// not understood (``filterTrouble(of:)``).
    public func tasks(in list: Identifier?) -> [TaskItem] {
        guard let saved = list.flatMap({ slice.lists[$0] }), saved.filter != nil else { return moment.list(list, rows) }
        return (try? filter(of: saved))?.tasks(among: rows) ?? []
    }

    /// Why a saved filter finds nothing: it names a list that is gone, or was written by a newer release.
    public func filterTrouble(of list: Identifier) -> FilterError? {
        guard let saved = slice.lists[list] else { return nil }
        do throws(FilterError) {
            _ = try filter(of: saved)
            return nil
        } catch {
            return error
        }
    }

    private func filter(of saved: TaskList) throws(FilterError) -> TaskFilter? {
        guard let text = saved.filter else { return nil }
        return try TaskFilter(saved: text, at: moment, settings, lists: Array(slice.lists.values))
    }

    /// What is part of a task, in its order. A task whose parent is deleted, or not here, stands for itself.
    public func subtasks(of task: Identifier) -> [TaskItem] {
        rows.filter { $0.parentId == task && !$0.isDeleted }.sorted {
            $0.sortOrder != $1.sortOrder ? $0.sortOrder < $1.sortOrder : $0.id < $1.id
        }
    }

    /// Today's tasks of one region of the board.
    public func tasks(in region: Region) -> [TaskItem] { moment.region(region, rows) }

    /// The screen of a region of the day: its tasks of today by bucket; nil for the backlog, which has a view of its
    /// own.
    public func screen(of region: Region) -> RegionScreen? {
        moment.regionScreen(region, rows, limits: settings.regionLimits)
    }

    /// What is due today in a widget's rows, and how that changes through tomorrow.
    ///
    /// - Parameter lists: only tasks of these lists (nil among them is the Inbox); nil shows all.
    public func widget(_ size: Widget.Size, lists: Set<Identifier?>? = nil) -> Widget {
        moment.widget(rows, size, lists: lists, linkScheme: settings.linkScheme)
    }

    /// What was completed, by date, the latest first.
    public func completed(on dates: ClosedRange<CalendarDate>? = nil) -> [CompletedGroup] {
        moment.completed(rows, on: dates)
    }

    /// Tasks whose titles or notes hold every word, the best answer first: as a word, as the beginning of one, inside
    /// of one, or misspelt. The server's search finds the same.
    public func search(
        _ words: String, within scope: SearchScope = SearchScope(), forgiving: Bool = true
    ) -> [SearchHit] {
        SearchQuery(words).hits(among: rows.filter(scope.holds), forgiving: forgiving)
    }

    /// The tasks that a filter finds, in the order that it asks for. The server's `GET /v1/tasks?filter=` finds the
    /// same.
    ///
    ///     try notebook.snapshot.tasks(matching: "open due < +3d sort:due")
    ///
    /// - Parameter limit: how many of them; a list on a screen needs those that it shows.
    public func tasks(
        matching filter: String, in language: Language = .english, limit: Int = .max
    ) throws(FilterError) -> [TaskItem] {
        try TaskFilter(filter, at: moment, lists: slice.lists.values, language: language)
            .tasks(among: rows, limit: limit)
    }

    /// Tasks whose identifier begins with a text, deleted ones among them only when nothing else does.
    package func tasks(withPrefix prefix: String) -> [TaskItem] {
        let prefix = prefix.lowercased()
        let found = rows.filter { $0.id.text.hasPrefix(prefix) }
        let live = found.filter { !$0.isDeleted }
        return live.isEmpty ? found : live
    }

    /// How many letters of identifiers tell all tasks apart.
    package var prefixLength: Int {
        let names = rows.lazy.filter { !$0.isDeleted }.map(\.id).sorted()
        var length = 4
        for (one, next) in zip(names, names.dropFirst()) where one != next {
            let isHigh = one.high != next.high
            let differing = isHigh ? one.high ^ next.high : one.low ^ next.low
            let digits = differing.leadingZeroBitCount / 4 + (isHigh ? 0 : 16)
            // The text has dashes after 8, 12, 16 and 20 digits.
            length = max(length, digits + 1 + [8, 12, 16, 20].count { $0 <= digits })
        }
        return length
    }
}
