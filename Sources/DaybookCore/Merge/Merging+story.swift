/// What arrives out of its turn. Applied by itself it would meet what the server has concluded meanwhile from what it
/// knew; so the task's whole story is told again, and what it comes to is concluded.
extension Merging {
    /// Changes that follow from others, and these from others: no push is followed further.
    private static let furthest = 4

    /// Whether more follows from an operation than from the row as it is.
    func isOutOfTurn(_ operation: SyncOperation) -> Bool {
        guard context.isServer, !retells, operation.partInItsStory != .conclusion else { return false }
        return retelling[operation.id] != nil || slice.isOutOfTurn(operation, at: context.now)
    }

    /// Whether a task's story is to be told again.
    func isRetelling(_ id: Identifier) -> Bool { context.isServer && retelling[id] != nil }

    mutating func retell(_ id: Identifier, from entry: Int) {
        // A history that is too long is not told; the last writer of each field stands.
        guard history(of: id) != nil else {
            result.untold.insert(id)
            return
        }
        retelling[id] = (retelling[id]?.entry ?? entry, result.entries[entry].operation.opId)
    }

    /// The task's lines from before this push; nil where they are not here.
    func history(of id: Identifier) -> [LedgerEntry]? { born.contains(id) ? [] : slice.lines[id] }

    mutating func tellStories() {
        guard context.isServer else { return }
        for _ in 0..<Self.furthest where !retelling.isEmpty {
            let pending = retelling
            retelling = [:]
            // Those placed first find room first.
            let order = pending.keys.compactMap { slice.tasks[$0] }.ordered {
                $0.placement != $1.placement ? $0.placement < $1.placement : $0.id < $1.id
            }
            for task in order {
                guard let (first, cause) = pending[task.id] else { continue }
                tell(task.id, since: first, cause)
            }
        }
        retelling = [:]
    }

    /// What this push has done to the task was out of its turn from `first` on.
    private mutating func tell(_ id: Identifier, since first: Int, _ cause: Identifier) {
        let entries = entries[id] ?? []
        let after = story(of: id)
        guard let desired = after.task else { return }
        let shown = slice.tasks[id]
        become(desired, because: cause)
        for entry in entries { tellOutcome(of: entry, after.placed[result.entries[entry].operation.opId] ?? [:]) }
        let before = story(of: id, until: first)
        follow(before, after, shown: shown, made: entries, because: cause)
    }

    /// The story of a task up to an entry of this push.
    func story(of id: Identifier, until end: Int = .max) -> TaskStory.Told {
        let lines = (history(of: id) ?? []) + (entries[id] ?? []).filter { $0 < end }.map { result.entries[$0] }
        return TaskStory(lines).told(in: DayBoundaries(slice), until: context.now) { task, date in
            guard let region = task.region else { return false }
            let place = RegionDay(date: date, region: region)
            let capacity = RegionCapacity(
                place, limits: slice.settings.regionLimits, tasks: slice.tasks.values, except: task.id)
            return capacity.refusal(placingInto: task.bucket) == nil
        }
    }

    /// Concludes what of a task is other than its story says.
    private mutating func become(_ desired: TaskItem, because cause: Identifier) {
        guard let actual = slice.tasks[desired.id] else { return }
        let id = desired.id
        endsDeleted = desired.isDeleted ? id : nil
        defer { endsDeleted = nil }
        var placing = TaskStory.fields.filter { desired.value(of: $0) != actual.value(of: $0) }
        let tellsSince = desired.inBacklogSince != nil && desired.enteredBacklogAt != actual.enteredBacklogAt
        if tellsSince, !placing.contains(.region) { placing.append(.region) }
        var clocks = placing.map { actual.clocks[$0] }
        var fields = Patch<TaskItem>(placing.map { (field: $0, value: desired.value(of: $0)) })
        if tellsSince { fields[.enteredBacklogAt] = desired.value(of: .enteredBacklogAt) }
        if desired.isCompleted != actual.isCompleted {
            clocks += [actual.reopenedThrough, actual.completion?.clock, actual.clocks[.state]]
            fields[.state] = desired.value(of: .state)
            if desired.isCompleted { fields[.completedAt] = desired.value(of: .completedAt) }
        }
        if !fields.isEmpty {
            let clock = clocks.compactMap { $0 }.max() ?? HybridTime(actual.createdAt, device: .zero)
            conclude(
                .retold, .set, on: id, at: clock.successor(device: .zero), fields,
                reopens: actual.isCompleted && !desired.isCompleted ? actual.completion?.clock : nil, from: cause)
            // What it counts for is where it was.
            if let at = actual.completedAt { result.completions.append(CompletionChange(task: id, at: at)) }
        }
        guard let now = slice.tasks[id], now.isDeleted != desired.isDeleted, let last = now.lastChange else { return }
        let clock = last.successor(device: .zero)
        // An occurrence whose making was taken back may be made again.
        conclude(
            .deletionRetold, desired.isDeleted ? .delete : .restore, on: id, at: clock,
            reopens: desired.wasUnmade ? clock : nil, from: cause)
    }

    /// What had lost to a conclusion that is gone has got its way; what the story decides otherwise has not.
    private mutating func tellOutcome(of entry: Int, _ placed: Patch<TaskItem>) {
        let operation = result.entries[entry].operation
        guard operation.purpose == nil, let task = slice.tasks[operation.id] else { return }
        switch result.entries[entry].outcome {
        case .applied: break
        case .merged(let told), .superseded(let told):
            let left = told.filter { conflict in
                if conflict.reason == .edited { return !task.isDeleted }
                if conflict.reason == .immutable { return true }
                return TaskField(name: conflict.field).map { task.value(of: $0).json != conflict.mine } ?? true
            }
            let asked = max(1, operation.ofTask.count - (operation.ofTask.names(.enteredBacklogAt) ? 1 : 0))
            result.entries[entry].outcome =
                left.isEmpty ? .applied : left.count >= asked ? .superseded(left) : .merged(left)
        case .waiting, .rejected, .quota: return
        }
        tell(placed, of: entry)
    }
}

extension Slice {
    /// Whether an operation is older than something of its task that may depend on it, or than a turn of the day that
    /// is over; or takes back what has made more.
    func isOutOfTurn(_ operation: SyncOperation, at now: Instant) -> Bool {
        guard operation.entity == .task else { return false }
        let task = tasks[operation.id]
        if operation.partInItsStory == .rollover { return task?.changedItsStay(after: operation.at) ?? false }
        guard operation.concernsItsStory(task) else { return false }
        let recurs = task?.hasRecurred ?? false
        if let task {
            if let last = task.lastChange, operation.at < last { return true }
            if recurs, task.isCompleted, operation.asksForAnOpenState { return true }
        }
        let boundaries = DayBoundaries(self)
        guard let turn = boundaries.last(at: now) else { return false }
        // Before the turn; or after it, while the turn has not come to the task.
        return operation.takesPlace < turn
            || task.map { $0.isThereSince < turn && $0.leavesItsRegion(on: boundaries.today(at: now), in: settings) }
                ?? false
    }
}

extension SyncOperation {
    /// What places a task, or makes a series go on.
    private static let telling: [TaskField] = [
        .region, .bucket, .scheduledDate, .sticky, .autoCarry, .recurrence, .state, .completedAt,
    ]

    fileprivate func concernsItsStory(_ task: borrowing TaskItem?) -> Bool {
        var (hasStory, tellsAll) = (false, false)
        if let task = copy task {
            hasStory = task.hasStory
            tellsAll = task.deletion != nil || task.isCompleted && task.hasRecurred
        }
        let patch = ofTask
        return beginsStory || hasStory && (tellsAll || kind != .set || Self.telling.contains { patch.names($0) })
    }

    var beginsStory: Bool { ofTask.names(.region) || ofTask.names(.recurrence) }
}

extension TaskItem {
    /// Somebody changed what a turn of the day makes of it since that turn, which comes late.
    fileprivate func changedItsStay(after turn: HybridTime) -> Bool {
        [TaskField.sticky, .autoCarry, .state].contains { clocks[$0].map { $0 > turn } ?? false }
    }

    /// It was in a region, or in a series. Of every other task each field is its last writer's, whatever the order.
    var hasStory: Bool { region != nil || clocks[.region] != nil || hasRecurred }
    var hasRecurred: Bool { recurrence != nil || clocks[.recurrence] != nil }
}
