extension Slice {
    /// The operations of the boundary at which `today` began: every open task of an earlier day in Morning, Afternoon
    /// or Evening goes to the backlog, sticky ones stay, autoCarry ones go to the same region of today if it has room.
    ///
    /// Each operation's identity follows from (account, today, task), so any number of servers may conclude the same
    /// and the ledger keeps one. Their clock is the boundary itself: where somebody put a task after it stands. Empty
    /// when the account has rollover off.
    package func rollover(to today: CalendarDate, boundary: Instant) -> [SyncOperation] {
        guard settings.rollover == .backlog else { return [] }
        let start = HybridTime(boundary, device: .zero)
        let leaving = tasks.values.filter { $0.leavesItsRegion(on: today, in: settings) && $0.isThereSince < boundary }
            .sorted { $0.placement != $1.placement ? $0.placement < $1.placement : $0.id < $1.id }
        var rooms: [Region: RegionRoom] = [:]
        return leaving.flatMap { task -> [SyncOperation] in
            guard let region = task.region else { return [] }
            var carried = false
            if task.autoCarry {
                var room =
                    rooms[region]
                    ?? RegionRoom(
                        RegionCapacity(
                            RegionDay(date: today, region: region), limits: settings.regionLimits, tasks: tasks.values))
                carried = room.take(task.bucket)
                rooms[region] = room
            }
            let at = max(start, task.clocks[.carryCount]?.successor(device: .zero) ?? start)
            var operation = SyncOperation(
                opId: Self.rolloverId(of: task.id, to: today, in: account), id: task.id, at: at,
                .task(task.rolledOver(carriedTo: carried ? today : nil)))
            operation.purpose = .rollover
            guard !carried, let memory = task.rememberedPlace else { return [operation] }
            return [operation, remember(memory, of: task, today)]
        }
    }

    static func rolloverId(of task: Identifier, to today: CalendarDate, in account: Identifier) -> Identifier {
        .derived(
            .rollover, account.high, account.low, UInt64(bitPattern: Int64(today.dayNumber)), task.high, task.low)
    }

    /// Written just above the clock of the recurrence that is there, so that whoever changes the rule wins.
    private func remember(_ place: Recurrence, of task: TaskItem, _ today: CalendarDate) -> SyncOperation {
        let opId = Identifier.derived(
            .carriedFrom, account.high, account.low, UInt64(bitPattern: Int64(today.dayNumber)), task.id.high,
            task.id.low)
        let clock = task.clocks[.recurrence] ?? HybridTime(task.createdAt, device: .zero)
        var operation = SyncOperation(
            opId: opId, id: task.id, at: clock.successor(device: .zero), .task([.recurrence: .recurrence(place)]))
        operation.purpose = .carriedFrom
        return operation
    }
}

extension TaskItem {
    /// Open in a region of a day before `today`, and not to stay there.
    func leavesItsRegion(on today: CalendarDate, in settings: AccountSettings) -> Bool {
        mayLeaveItsRegion && dateInItsRegion(LocalDay(of: settings)) < today
    }

    /// Since when the task is where it is. The clock of an occurrence is that of its series; and what was deleted may
    /// be there again since any later edit.
    var isThereSince: Instant {
        var since = placement.instant
        if parentRecurringId != nil { since = max(since, createdAt) }
        if deletion != nil, let lastEdit { since = max(since, lastEdit.instant) }
        return since
    }

    var mayLeaveItsRegion: Bool { place != nil && !sticky }

    /// Its date, or where it was placed before tasks in a region had one of their own, that of the day it was put
    /// there.
    func dateInItsRegion(_ day: LocalDay) -> CalendarDate { scheduledDate ?? day.date(of: placement.instant) }

    /// What a rollover makes of the task: one carry more, and the same region of another day, or the backlog.
    func rolledOver(carriedTo date: CalendarDate?, carries: Int = 1) -> Patch<TaskItem> {
        let carries = FieldValue.number(min(carryCount + carries, 1_000_000))
        guard let date else {
            return [.carryCount: carries, .region: .region(.backlog), .bucket: .bucket(.none), .scheduledDate: .null]
        }
        return [.carryCount: carries, .scheduledDate: .date(date)]
    }

    /// A series goes on from where its occurrence stood, which the rollover takes from it.
    var rememberedPlace: Recurrence? {
        guard var recurrence, let date = scheduledDate, let region else { return nil }
        recurrence.carriedFrom = Recurrence.PlaceBeforeRollover(date: date, region: region, bucket: bucket)
        return recurrence
    }
}

/// The places of a region that are still free while tasks are carried into it.
private struct RegionRoom {
    private let capacity: RegionCapacity
    private var carried: [Bucket: Int] = [:]

    init(_ capacity: RegionCapacity) { self.capacity = capacity }

    mutating func take(_ bucket: Bucket) -> Bool {
        let already = carried[bucket, default: 0]
        guard capacity.count(of: bucket) + already < capacity.limits[bucket] else { return false }
        carried[bucket] = already + 1
        return true
    }
}
