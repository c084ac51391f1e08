import DaybookCore

import struct Foundation.TimeZone

extension Notebook {
    /// The account's settings as this device sees them.
    public var settings: AccountSettings { replica.view.settings }

    /// The account's day; while no server and nobody has said otherwise, in the zone of this device.
    public var day: LocalDay {
        var settings = settings
        if settings.clocks[.timeZone] == nil, settings.revision == 0 { settings.timeZone = TimeZone.current.identifier }
        return LocalDay(of: settings)
    }

    public var moment: Moment { Moment(time.now(), in: day) }

    private var tasks: Dictionary<Identifier, TaskItem>.Values { replica.view.tasks.values }

    public func task(_ id: Identifier) -> TaskItem? { replica.view.tasks[id] }
    public func list(_ id: Identifier) -> TaskList? { replica.view.lists[id] }

    public func inbox(_ rule: InboxRule = .unlisted) -> [TaskItem] { moment.inbox(tasks, rule) }
    public func today() -> [TaskItem] { moment.today(tasks) }
    public func upcoming() -> [UpcomingGroup] { moment.upcoming(tasks) }
    public func past() -> [TaskItem] { moment.past(tasks) }
    public func overdue() -> [TaskItem] { moment.overdue(tasks) }
    public func tasks(in list: Identifier?) -> [TaskItem] { moment.list(list, tasks) }
    public func board() -> Board { moment.board(tasks, limits: settings.regionLimits) }
    public func backlog() -> Backlog { moment.backlog(tasks) }

    /// Today's tasks of one region of the board.
    public func tasks(in region: Region) -> [TaskItem] { moment.region(region, tasks) }

    /// What is due today in a widget's rows, and how that changes through tomorrow.
    ///
    /// - Parameter lists: only tasks of these lists (nil among them is the Inbox); nil shows all.
    public func widget(_ size: Widget.Size, lists: Set<Identifier?>? = nil) -> Widget {
        moment.widget(tasks, size, lists: lists, linkScheme: settings.linkScheme)
    }

    /// How many of today's tasks are completed.
    public func completedToday() -> Int { moment.completedToday(tasks) }

    /// What was completed, by date, the latest first.
    public func completed(on dates: ClosedRange<CalendarDate>? = nil) -> [CompletedGroup] {
        moment.completed(tasks, on: dates)
    }

    /// Everything that is not deleted, in the order of views.
    public func allTasks() -> [TaskItem] { ViewOrder.sorted(tasks) }

    public func lists() -> [TaskList] {
        replica.view.lists.values.filter { !$0.isDeleted }.sorted {
            $0.sortOrder != $1.sortOrder ? $0.sortOrder < $1.sortOrder : $0.id < $1.id
        }
    }

    /// Tasks whose titles or notes hold every word, the best answer first: as a word, as the beginning of one, inside
    /// of one, or misspelt. The server's search finds the same.
    public func search(
        _ words: String, within scope: SearchScope = SearchScope(), forgiving: Bool = true
    ) -> [SearchHit] {
        SearchQuery(words).hits(among: tasks.filter(scope.holds), forgiving: forgiving)
    }

    /// Tasks whose identifier begins with a text, deleted ones among them only when nothing else does.
    public func tasks(withPrefix prefix: String) -> [TaskItem] {
        let prefix = prefix.lowercased()
        let found = tasks.filter { $0.id.text.hasPrefix(prefix) }
        let live = found.filter { !$0.isDeleted }
        return live.isEmpty ? found : live
    }

    /// How many letters of identifiers tell all tasks apart.
    public var prefixLength: Int {
        let names = tasks.lazy.filter { !$0.isDeleted }.map(\.id).sorted()
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
