/// What has to be in a slice before some operations can be merged into it.
package struct SliceNeeds: Hashable, Sendable {
    package var tasks: Set<Identifier> = []
    /// Tasks that are needed without long texts.
    package var touched: Set<Identifier> = []
    package var lists: Set<Identifier> = []
    /// Lists whose tasks may all be concerned, deleted ones among them.
    package var tasksOfLists: Set<Identifier> = []
    /// Tasks that are needed with everything that they are part of.
    package var chains: Set<Identifier> = []
    /// Tasks whose parts are needed, and the parts of these.
    package var parts: Set<Identifier> = []
    /// Regions of a day whose open tasks count for a limit.
    package var places: Set<RegionDay> = []
    /// Tasks whose neighbours in the user's order are needed: two on either side, since one may be the task that moves.
    package var neighbours: Set<Identifier> = []
    /// What a turn of the day concerns, if that day is this date at the latest: open tasks in regions up to it, and
    /// those that speak for a series that goes by its schedule.
    package var dayTurn: CalendarDate?
    /// Tasks whose whole history is needed: something concluded about them may have lost its cause.
    package var lines: Set<Identifier> = []
    /// Rows for which something may wait: those that a push may bring, or bring back.
    package var waiting: Set<RowKey> = []
    /// The account's settings: its limits, its time zone, its first weekday.
    package var settings = false

    package init() {}

    package mutating func add(_ other: SliceNeeds) {
        tasks.formUnion(other.tasks)
        touched.formUnion(other.touched)
        lists.formUnion(other.lists)
        tasksOfLists.formUnion(other.tasksOfLists)
        chains.formUnion(other.chains)
        parts.formUnion(other.parts)
        places.formUnion(other.places)
        neighbours.formUnion(other.neighbours)
        lines.formUnion(other.lines)
        waiting.formUnion(other.waiting)
        dayTurn = other.dayTurn ?? dayTurn
        settings = settings || other.settings
    }

    /// The list that a patch puts a task into, and where in which days.
    fileprivate mutating func add(
        _ patch: Patch<TaskItem>, of task: Identifier, _ regions: inout [Identifier: Set<Region>],
        _ dates: inout [Identifier: Set<CalendarDate?>]
    ) {
        if let list = patch[.listId]?.identifier { lists.insert(list) }
        if let parent = patch[.parentId]?.identifier { chains.insert(parent) }
        if let region = patch[.region]?.region { regions[task, default: []].insert(region) }
        if let date = patch[.scheduledDate] { dates[task, default: []].insert(date.date) }
    }
}

extension Slice {
    /// A region without a date takes that of the day it was put there; what arrives late for a boundary may be carried
    /// to today.
    private func addDays(
        _ dates: inout [Identifier: Set<CalendarDate?>], of push: Push, in regions: [Identifier: Set<Region>],
        _ context: MergeContext
    ) {
        // What the push sets counts for what it places.
        var (set, days) = (settings, Set([LocalDay(of: settings)]))
        var mayCarry = context.isServer && set.rollover == .backlog
        for operation in push.operations where operation.entity == .settings {
            _ = set.apply(operation)
            days.insert(LocalDay(of: set))
            mayCarry = mayCarry || context.isServer && set.rollover == .backlog
        }
        for day in days {
            for operation in push.operations where regions[operation.id] != nil {
                dates[operation.id, default: []].insert(day.date(of: operation.at.instant))
                if let placed = tasks[operation.id]?.clocks[.region] {
                    dates[operation.id, default: []].insert(day.date(of: placed.instant))
                }
                if mayCarry { dates[operation.id, default: []].insert(day.today(at: context.now)) }
            }
        }
    }

    /// Tasks of which something may arrive out of its turn: their history tells what follows.
    private func linesNeeded(for push: Push, _ context: MergeContext) -> Set<Identifier> {
        guard context.isServer, !push.isRetold else { return [] }
        var lines: Set<Identifier> = []
        // A second change of the same task may come before the first, which may have put it into a region.
        var met: [Identifier: Bool] = [:]
        for operation in push.operations where context.known[operation.opId] == nil {
            guard let task = tasks[operation.id] else { continue }
            let hasStory = (met[operation.id] ?? task.hasStory) || operation.beginsStory
            if isOutOfTurn(operation, at: context.now) || hasStory && met[operation.id] != nil {
                lines.insert(operation.id)
            }
            met[operation.id] = hasStory
        }
        return lines
    }

    /// Whether a task is part of one of some, directly or through others.
    private func isPart(_ id: Identifier, of tasks: Set<Identifier>) -> Bool {
        var id = id
        for _ in 0...Self.deepestPart {
            guard let task = self.tasks[id], !task.isDeleted, let parent = task.parentId else { return false }
            if tasks.contains(parent) { return true }
            id = parent
        }
        return false
    }

    /// What `push` needs, as far as can be told from the operations and the rows that are here.
    ///
    /// With an empty slice it names the rows of the operations; with these loaded, the places they may take, the lists
    /// they are in and the next occurrences that may exist already. A second look is enough: a bound from above, cheap
    /// to load since it stays inside the touched regions.
    package func needs(for push: Push, _ context: MergeContext) -> SliceNeeds {
        var needs = SliceNeeds()
        var regions: [Identifier: Set<Region>] = [:]
        var dates: [Identifier: Set<CalendarDate?>] = [:]
        var returning: Set<Identifier> = []
        var concernsStories = false
        needs.lines = linesNeeded(for: push, context)
        for operation in push.operations where context.known[operation.opId] == nil {
            if waitingCount > 0, operation.entity != .settings { needs.waiting.insert(operation.row) }
            switch operation.entity {
            case .settings: needs.settings = true
            case .list:
                // Where it goes or comes back, any task of it may take or leave a place.
                needs.settings = true
                needs.lists.insert(operation.id)
                if operation.kind != .set || lists[operation.id]?.deletion != nil {
                    needs.tasksOfLists.insert(operation.id)
                }
                // Tasks that come back with their list take their places again.
                if operation.kind != .delete { returning.insert(operation.id) }
            case .task:
                needs.tasks.insert(operation.id)
                if operation.isOccurrenceConcludedElsewhere, let series = operation.series {
                    needs.touched.insert(series)
                }
                let task = tasks[operation.id]
                if let list = task?.listId { needs.lists.insert(list) }
                if let region = task?.region { regions[operation.id, default: []].insert(region) }
                dates[operation.id, default: []].insert(task?.scheduledDate)
                concernsStories = concernsStories || task?.hasRecurred ?? false
                let patch = operation.ofTask
                concernsStories = concernsStories || patch.names(.recurrence)
                needs.add(patch, of: operation.id, &regions, &dates)
            }
        }
        // A story has turns of the day, though the task is in no region any more.
        needs.settings = needs.settings || concernsStories || !regions.isEmpty || !needs.lines.isEmpty
        // What waits takes part with what is pushed.
        for (row, entries) in waiting where needs.waiting.contains(row) {
            for entry in entries {
                let operation = entry.operation
                if operation.entity == .task { needs.tasks.insert(operation.id) }
                if operation.entity == .list || row.entity == .list { needs.tasksOfLists.insert(row.id) }
                needs.settings = true
                needs.add(operation.ofTask, of: operation.id, &regions, &dates)
            }
        }
        if needs.settings, context.isServer || regions.contains(where: { !$0.value.isEmpty }) {
            addDays(&dates, of: push, in: regions, context)
        }
        for (id, regions) in regions {
            if settings.backlogLimit != nil, regions.contains(.backlog) {
                needs.places.insert(RegionDay(date: nil, region: .backlog))
            }
            for region in regions where region != .backlog {
                for date in dates[id] ?? [nil] { needs.places.insert(RegionDay(date: date, region: region)) }
            }
        }
        if !returning.isEmpty {
            for task in tasks.values where task.isDeleted && task.isPlaced {
                guard let list = task.listId, returning.contains(list), let region = task.region else { continue }
                needs.places.insert(RegionDay(date: task.scheduledDate, region: region))
            }
        }
        // Tasks with a story can also change through a list that goes or comes back, and through what waited for a row.
        concernsStories =
            concernsStories || !waiting.isEmpty
            || !needs.tasksOfLists.isEmpty && tasks.values.contains { $0.hasStory }
        needs.settings = needs.settings || concernsStories
        if concernsStories || !lines.isEmpty {
            // What follows is told best by letting it follow.
            var trial = self
            let (merged, _) = trial.mergeUnguarded(push, context)
            needs.lines.formUnion(merged.untold)
            needs.tasks.formUnion(merged.asked)
            needs.parts.formUnion(merged.withParts)
            // What becomes a part, or comes back, with this push was not looked for with the others.
            needs.parts.formUnion(merged.subtasksSeen.filter { !isPart($0, of: merged.withParts) })
            needs.places.formUnion(merged.places)
            for entry in merged.entries where entry.cause != nil && entry.operation.entity == .task {
                let id = entry.operation.id
                // A next occurrence that is made here, and for which something may wait.
                if entry.created, waitingCount > 0 { needs.waiting.insert(entry.operation.row) }
                needs.tasks.insert(id)
                if let place = trial.tasks[id]?.place { needs.places.insert(place) }
                if let list = trial.tasks[id]?.listId { needs.lists.insert(list) }
                if let list = entry.operation.ofTask[.listId]?.identifier { needs.lists.insert(list) }
                if let parent = entry.operation.ofTask[.parentId]?.identifier { needs.chains.insert(parent) }
            }
        }
        return needs
    }
}
