extension Slice {
    /// The operations of the boundary at which `today` began: every open task of an earlier day in Morning, Afternoon or
    /// Evening goes to the backlog, sticky ones stay, autoCarry ones go to the same region of today if it has room.
    ///
    /// Each operation's identity follows from (account, today, task), so any number of servers may conclude the same and
    /// the ledger keeps one. Their clock is the boundary itself, or just above the task's own place if it took that later:
    /// what somebody does after the boundary stands. Empty when the account has rollover off.
    public func rollover(to today: CalendarDate, boundary: Instant) -> [Operation] {
        rollover(of: tasks.values, to: today, boundary: boundary)
    }

    /// The same for some of the tasks.
    func rollover(of some: some Sequence<TaskItem>, to today: CalendarDate, boundary: Instant) -> [Operation] {
        guard settings.rollover == .backlog else { return [] }
        let leaving = some.filter { $0.leavesItsRegion(on: today, in: settings) }
            .sorted { $0.placement != $1.placement ? $0.placement < $1.placement : $0.id < $1.id }
        var rooms: [Region: RegionRoom] = [:]
        return leaving.flatMap { task -> [Operation] in
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
            let start = HybridTime(boundary, device: .zero)
            let at = max(start, max(task.placement, task.clocks[.carryCount] ?? start).successor(device: .zero))
            let operation = Operation(
                opId: rolloverId(of: task.id, to: today), id: task.id, at: at,
                fields: task.rolledOver(carriedTo: carried ? today : nil))
            guard !carried, let recurrence = task.recurrence, let date = task.scheduledDate else { return [operation] }
            let place = Recurrence.CarriedFrom(date: date, region: region, bucket: task.bucket)
            return [operation, remember(place, in: recurrence, of: task, today)]
        }
    }

    func rolloverId(of task: Identifier, to today: CalendarDate) -> Identifier {
        .derived(
            .rollover, account.high, account.low, UInt64(bitPattern: Int64(today.dayNumber)), task.high, task.low)
    }

    /// Names what the series of a task remembers of a rollover.
    func memoryId(of task: Identifier, at today: CalendarDate) -> Identifier {
        .derived(
            .carriedFrom, account.high, account.low, UInt64(bitPattern: Int64(today.dayNumber)), task.high, task.low)
    }

    /// A series goes on from where its occurrence stood, which the rollover takes from it. Written just above the clock of
    /// the recurrence that is there, so that whoever changes the rule wins.
    private func remember(
        _ place: Recurrence.CarriedFrom, in recurrence: Recurrence, of task: TaskItem, _ today: CalendarDate
    ) -> Operation {
        var recurrence = recurrence
        recurrence.carriedFrom = place
        let opId = memoryId(of: task.id, at: today)
        let clock = task.clocks[.recurrence] ?? HybridTime(task.createdAt, device: .zero)
        return Operation(
            opId: opId, id: task.id, at: clock.successor(device: .zero),
            fields: [JSONMember("recurrence", recurrence.json)])
    }
}

extension TaskItem {
    /// Open in a region of a day before `today`, and not to stay there.
    func leavesItsRegion(on today: CalendarDate, in settings: AccountSettings) -> Bool {
        guard place != nil, !sticky else { return false }
        // Placed before tasks in a region had a date of their own.
        let day = LocalDay(of: settings)
        return (scheduledDate ?? day.date(of: placement.instant)) < today
    }

    /// What a rollover makes of the task: one carry more, and the same region of another day, or the backlog.
    func rolledOver(carriedTo date: CalendarDate?) -> [JSONMember] {
        let carries = JSONMember("carryCount", .integer(Int64(min(carryCount + 1, 1_000_000))))
        guard let date else {
            return [
                carries, JSONMember("region", .string(Region.backlog.name)),
                JSONMember("bucket", .string(Bucket.none.name)), JSONMember("scheduledDate", .null),
            ]
        }
        return [carries, JSONMember("scheduledDate", .string(date.text))]
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
