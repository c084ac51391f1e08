/// What a task comes to when everything that was done to it is told in the order of its clocks, with the rule of places
/// and the turns of the day in between: what the account would hold if every change had come in time.
///
/// What the server concluded about the task is left out, since it follows from the rest. Only whether a region had room
/// for what was carried is known from then alone.
struct TaskStory {
    /// What a story may tell otherwise than the row does. Every other field is the last writer's, whatever the order.
    static let fields: [TaskField] = [.region, .bucket, .scheduledDate, .carryCount, .recurrence]

    /// What people did, and what the server concluded from other rows.
    private var deeds: [SyncOperation] = []
    private var rollovers: [SyncOperation] = []

    init(_ lines: some Sequence<LedgerEntry>) {
        var lives: [SyncOperation] = []
        for line in lines where line.outcome.tookPart {
            switch line.operation.partInItsStory {
            case .deed where line.operation.tellsOfALife: lives.appendLastWord(line.operation) { $0.comesAt }
            case .deed: deeds.append(line.operation)
            case .rollover: rollovers.append(line.operation)
            case .conclusion: break
            }
        }
        deeds += lives
    }

    /// A task at the end of its story.
    struct Told {
        var task: TaskItem?
        /// As it was when it was completed; nil while it is open.
        var completed: TaskItem?
        /// When a completion was last taken back.
        var reopened: HybridTime?
        /// What the rule of places decided at once, by operation.
        var placed: [Identifier: Patch<TaskItem>] = [:]
    }

    /// - Parameter hasRoom: whether the region of a task has room for it on a day.
    func told(
        in turns: DayBoundaries, until now: Instant, _ hasRoom: (TaskItem, CalendarDate) -> Bool
    ) -> Told {
        var telling = Telling(turns: turns, now: now)
        // The row has to be there before anything can happen to it.
        let ordered = deeds.map(belowWhatCameLater).ordered { $0.comesAt < $1.comesAt }
        guard let first = ordered.firstIndex(where: { $0.makesRow }) else { return Told() }
        telling.tell(ordered[first])
        // An occurrence may have been made earlier than was known when it came to be.
        telling.time = ordered.filter { $0.purpose == .nextOccurrence }.map { $0.takesPlace }.reduce(telling.time, min)
        for deed in ordered[..<first] { telling.tell(deed) }
        let rest = (rollovers + ordered[(first + 1)...]).ordered { $0.comesAt < $1.comesAt }
        for operation in rest {
            telling.turnDays(before: operation.comesAt.instant, hasRoom)
            if operation.partInItsStory == .rollover {
                telling.turnDay(as: operation)
            } else {
                telling.tell(operation)
            }
        }
        telling.turnDays(before: now.adding(milliseconds: 1), hasRoom)
        return telling.told
    }
}

extension TaskStory {
    /// A withdrawal was concluded above all that was known of the task then. Whoever works on it later brings it back,
    /// though the server got to know of that after days that it had turned already.
    private func belowWhatCameLater(_ deed: SyncOperation) -> SyncOperation {
        guard deed.purpose == .occurrenceWithdrawn,
            let worked = deeds.lazy.filter({ $0.isSomebodys && $0.at > deed.comesAt }).map({ $0.at }).min(),
            worked < deed.at
        else { return deed }
        var deed = deed
        deed.at = HybridTime(milliseconds: worked.milliseconds, counter: worked.counter, device: .zero)
        return deed
    }
}

private struct Telling {
    let turns: DayBoundaries
    let now: Instant
    var told = TaskStory.Told()
    private var isWorkedOn = false
    /// The moment up to which the story is told.
    var time = Instant.earliest

    init(turns: DayBoundaries, now: Instant) {
        self.turns = turns
        self.now = now
    }

    private var task: TaskItem? {
        get { told.task }
        _modify { yield &told.task }
    }

    mutating func tell(_ deed: SyncOperation) {
        var deed = deed
        switch deed.purpose {
        // Who has worked on an occurrence keeps it, whatever the series has become.
        case .occurrenceWithdrawn where isWorkedOn: return
        case .occurrenceWithdrawn,
            .nextOccurrence where task?.wasUnmade ?? false:
            // It comes after all that is told of it here, which may have got other clocks there.
            if let last = task?.lastChange, deed.at <= last { deed.at = last.successor(device: .zero) }
        default: isWorkedOn = isWorkedOn || deed.isSomebodys
        }
        let wasDone = task?.isCompleted ?? false
        _ = TaskItem.apply(deed, to: &told.task)
        if deed.kind != .delete, let fields = task?.straightening(in: turns.settings), !fields.isEmpty {
            conclude(fields, after: [task?.clocks[.region], task?.clocks[.scheduledDate]])
            told.placed[deed.opId] = fields
        }
        let isDone = task?.isCompleted ?? false
        if isDone != wasDone { told.completed = isDone ? task : nil }
        if wasDone, !isDone { told.reopened = deed.comesAt }
        time = max(time, deed.takesPlace)
    }

    /// The turns of the day that the calendar has between what was told last and another time.
    mutating func turnDays(before end: Instant, _ hasRoom: (TaskItem, CalendarDate) -> Bool) {
        while let task, let turn = turns.next(for: task, after: time), turn.at < end {
            time = turn.at
            guard task.autoCarry else { return leave(on: turn.date, carriedTo: nil, at: turn.at) }
            // It is carried from day to day, and only today's room is known.
            let last = turns.last(before: min(end, now.adding(milliseconds: 1)))
            guard last > turn.date else {
                let isToday = end > now && last == turns.today(at: now)
                return leave(on: last, carriedTo: !isToday || hasRoom(task, last) ? last : nil, at: turn.at)
            }
            let before = last.adding(days: -1)
            leave(
                on: before, carriedTo: before, at: turns.start(of: before), carries: before.days(since: turn.date) + 1)
            time = max(time, turns.start(of: before))
        }
    }

    /// A turn that the server made, if it still has a cause.
    mutating func turnDay(as rollover: SyncOperation) {
        time = max(time, rollover.at.instant)
        if let carried = rollover.ofTask[.scheduledDate]?.date {
            return leave(on: carried, carriedTo: carried, at: rollover.at.instant)
        }
        leave(on: turns.date(of: rollover), carriedTo: nil, at: rollover.at.instant)
    }

    private mutating func leave(
        on day: CalendarDate, carriedTo date: CalendarDate?, at instant: Instant, carries: Int = 1
    ) {
        guard let task, task.leavesItsRegion(on: day, in: turns.settings) else { return }
        let memory = date == nil ? task.rememberedPlace : nil
        let start = HybridTime(instant.adding(milliseconds: -1), counter: .max, device: .zero)
        conclude(
            task.rolledOver(carriedTo: date, carries: carries),
            after: [start, task.placement, task.clocks[.carryCount]])
        if let memory { conclude([.recurrence: .recurrence(memory)], after: [task.clocks[.recurrence]]) }
    }

    private mutating func conclude(_ fields: Patch<TaskItem>, after clocks: [HybridTime?]) {
        guard let id = task?.id else { return }
        let clock = clocks.compactMap { $0 }.max() ?? HybridTime(time, device: .zero)
        _ = TaskItem.apply(
            SyncOperation(opId: .zero, id: id, at: clock.successor(device: .zero), .task(fields)), to: &told.task)
    }
}

extension Array {
    /// Of what is concluded again and again as more is known, the last word counts from its moment on: what was said
    /// before about later moments is void.
    mutating func appendLastWord(_ word: Element, of moment: (Element) -> HybridTime) {
        while let before = last, moment(before) > moment(word) { removeLast() }
        append(word)
    }
}

extension SyncOperation {
    /// Whether it takes the making of an occurrence back, or makes one again that was taken back.
    fileprivate var tellsOfALife: Bool {
        purpose == .occurrenceWithdrawn || purpose == .nextOccurrence && kind == .restore
    }

    /// Done by somebody, and not concluded.
    var isSomebodys: Bool { purpose == nil && at.device != .zero }

    enum StoryPart { case deed, rollover, conclusion }

    /// What it is in its task's own story.
    var partInItsStory: StoryPart {
        switch purpose {
        case .rollover: return .rollover
        case .placing, .carriedFrom, .rolloverWithdrawn, .retold, .deletionRetold: return .conclusion
        case nil where at.device == .zero && kind == .set:
            // From before lines said what they are for.
            if ofTask.names(.carryCount) { return .rollover }
            return ofTask.count == 1 && ofTask[.recurrence]?.recurrence?.carriedFrom != nil ? .conclusion : .deed
        default: return .deed
        }
    }

    /// Where it stands in the story. What is concluded about an occurrence has a clock below all that happens to that,
    /// and says what it follows from.
    var comesAt: HybridTime {
        switch purpose {
        case .nextOccurrence, .occurrenceWithdrawn: reopens ?? at
        default: at
        }
    }

    /// When it happened. The clock of an occurrence is that of its series; it is there since it was made.
    var takesPlace: Instant {
        let isOccurrence = ofTask[.parentRecurringId].map { $0 != .null } ?? false
        guard isOccurrence || purpose == .subtask, let made = ofTask[.createdAt]?.instant else {
            return comesAt.instant
        }
        return max(made, at.instant)
    }
}
