/// The day by its regions (morning, afternoon, evening): what stands in each, and how much of it is done.
public struct Board: Hashable, Sendable {
    /// A bucket's open tasks against its limit: `2/3`. Completed tasks have freed their place.
    public struct Fill: Hashable, Sendable, CustomStringConvertible {
        /// How many are not completed.
        public let open: Int
        /// How many open tasks it takes.
        public let limit: Int
        public var description: String { "\(open)/\(limit)" }

        package init(open: Int, limit: Int) {
            self.open = open
            self.limit = limit
        }
    }

    /// Completed tasks of all: `2/5`.
    public struct Progress: Hashable, Sendable, CustomStringConvertible {
        /// How many are completed.
        public let done: Int
        /// How many there are, completed ones among them.
        public let total: Int
        /// Rounded to the nearest whole number; 0 where there is nothing to do.
        public var percent: Int { total == 0 ? 0 : (done * 200 + total) / (total * 2) }
        public var description: String { "\(done)/\(total)" }

        package init(done: Int, total: Int) {
            self.done = done
            self.total = total
        }
    }

    /// One region of the day.
    public struct Cell: Hashable, Sendable {
        /// The region of the day that it shows.
        public let region: Region
        /// The first must-do of the view's order, so an open one before a completed one.
        public let mustDo: TaskItem?
        /// Its complementary tasks.
        public let complementary: Fill
        /// Its misc tasks.
        public let misc: Fill
        /// How much of it is done.
        public let progress: Progress

        /// The must-do's title, or words that invite to choose one.
        public var mustDoTitle: String { mustDo?.title ?? Language.english.text(.noMustDo) }

        package init(region: Region, mustDo: TaskItem?, complementary: Fill, misc: Fill, progress: Progress) {
            self.region = region
            self.mustDo = mustDo
            self.complementary = complementary
            self.misc = misc
            self.progress = progress
        }
    }

    /// Morning, Afternoon, Evening.
    public let cells: [Cell]
    /// Open tasks in the backlog.
    public let backlog: Int
    /// Over the three regions.
    public var overall: Progress {
        Progress(
            done: cells.reduce(0) { $0 + $1.progress.done }, total: cells.reduce(0) { $0 + $1.progress.total })
    }

    package init(cells: [Cell], backlog: Int) {
        self.cells = cells
        self.backlog = backlog
    }
}

extension Moment {
    package func board(_ tasks: some Sequence<TaskItem>, limits: RegionLimits = RegionLimits()) -> Board {
        var placed: [Region: [TaskItem]] = [:]
        var backlog = 0
        for task in tasks where !task.isDeleted {
            if let region = task.region, isOnBoard(task) {
                placed[region, default: []].append(task)
            } else if task.region == .backlog, !task.isCompleted {
                backlog += 1
            }
        }
        let cells = Region.ofTheDay.map { region in
            cell(region, ViewOrder.sorted(placed[region] ?? []), limits)
        }
        return Board(cells: cells, backlog: backlog)
    }

    /// The tasks of one region today, in the view's order.
    package func region(_ region: Region, _ tasks: some Sequence<TaskItem>) -> [TaskItem] {
        ViewOrder.sorted(tasks) { $0.region == region && isOnBoard($0) }
    }

    private func cell(_ region: Region, _ tasks: [TaskItem], _ limits: RegionLimits) -> Board.Cell {
        func fill(_ bucket: Bucket) -> Board.Fill {
            let open = tasks.count { $0.bucket == bucket && !$0.isCompleted }
            return Board.Fill(open: open, limit: limits[bucket])
        }
        return Board.Cell(
            region: region, mustDo: tasks.first { $0.bucket == .mustDo }, complementary: fill(.complementary),
            misc: fill(.misc), progress: Board.Progress(done: tasks.count { $0.isCompleted }, total: tasks.count))
    }

    /// Whether a task has a place on today's board: scheduled for today, or kept there without a date or by being
    /// sticky, until the end of the day of its completion.
    package func isOnBoard(_ task: TaskItem) -> Bool {
        guard task.isPlaced else { return false }
        if task.scheduledDate == today { return true }
        if let date = task.scheduledDate, date > today || !task.sticky { return false }
        guard let completed = task.completedAt else { return true }
        return day.date(of: completed) == today
    }
}
