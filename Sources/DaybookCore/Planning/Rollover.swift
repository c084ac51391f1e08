extension Slice {
    /// The operations of the boundary at which `today` began: every open task of an earlier day in Morning, Afternoon or
    /// Evening goes to the backlog, sticky ones stay, autoCarry ones go to the same region of today if it has room.
    ///
    /// Each operation's identity follows from (account, today, task), so any number of servers may conclude the same and
    /// the ledger keeps one. Their clock is the boundary itself, or just above the task's own place if it took that later:
    /// what somebody does after the boundary stands. Empty when the account has rollover off.
    public func rollover(to today: CalendarDate, boundary: Instant) -> [Operation] {
        guard settings.rollover == .backlog else { return [] }
        let leaving = tasks.values
            .filter { task in
                guard let place = task.place, let date = place.date, date < today else { return false }
                return !task.sticky
            }
            .sorted { $0.placement != $1.placement ? $0.placement < $1.placement : $0.id < $1.id }
        var rooms: [Region: RegionRoom] = [:]
        return leaving.flatMap { task -> [Operation] in
            guard let region = task.region, let date = task.scheduledDate else { return [] }
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
            var fields = [JSONMember("carryCount", .integer(Int64(min(task.carryCount + 1, 1_000_000))))]
            if carried {
                fields.append(JSONMember("scheduledDate", .string(today.text)))
            } else {
                fields.append(JSONMember("region", .string(Region.backlog.name)))
                fields.append(JSONMember("bucket", .string(Bucket.none.name)))
                fields.append(JSONMember("scheduledDate", .null))
            }
            let opId = Identifier.derived(
                .rollover, account.high, account.low, UInt64(bitPattern: Int64(today.dayNumber)), task.id.high,
                task.id.low)
            let operation = Operation(opId: opId, id: task.id, at: at, fields: fields)
            guard !carried, let recurrence = task.recurrence else { return [operation] }
            let place = Recurrence.CarriedFrom(date: date, region: region, bucket: task.bucket)
            return [operation, remember(place, in: recurrence, of: task, today)]
        }
    }

    /// A series goes on from where its occurrence stood, which the rollover takes from it. Written just above the clock of
    /// the recurrence that is there, so that whoever changes the rule wins.
    private func remember(
        _ place: Recurrence.CarriedFrom, in recurrence: Recurrence, of task: TaskItem, _ today: CalendarDate
    ) -> Operation {
        var recurrence = recurrence
        recurrence.carriedFrom = place
        let opId = Identifier.derived(
            .carriedFrom, account.high, account.low, UInt64(bitPattern: Int64(today.dayNumber)), task.id.high,
            task.id.low)
        let clock = task.clocks[.recurrence] ?? HybridTime(task.createdAt, device: .zero)
        return Operation(
            opId: opId, id: task.id, at: clock.successor(device: .zero),
            fields: [JSONMember("recurrence", recurrence.json)])
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
