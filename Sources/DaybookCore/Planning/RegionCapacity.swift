/// The 1-3-5 rule, and the limit of a backlog that has one, for requests made online: there the person is told, while
/// the merge makes room by itself.
package struct RegionCapacity: Hashable, Sendable {
    package let limits: RegionLimits
    package let place: RegionDay
    /// Open tasks by bucket.
    package private(set) var mustDo = 0
    package private(set) var complementary = 0
    package private(set) var misc = 0

    /// Counts the open tasks of a region on a day, but for one that is about to change.
    package init(
        _ place: RegionDay, limits: RegionLimits, tasks: some Sequence<TaskItem>, except changing: Identifier? = nil
    ) {
        self.place = place
        self.limits = limits
        for task in tasks where task.id != changing && task.place == place {
            switch task.bucket {
            case .mustDo: mustDo += 1
            case .complementary: complementary += 1
            case .misc: misc += 1
            case .none: break
            }
        }
    }

    package func count(of bucket: Bucket) -> Int {
        switch bucket {
        case .mustDo: mustDo
        case .complementary: complementary
        case .misc: misc
        case .none: 0
        }
    }

    /// Nil when the bucket has room.
    package func refusal(placingInto bucket: Bucket) -> Rejection? {
        let bucket = bucket == .none ? Bucket.misc : bucket
        guard count(of: bucket) >= limits[bucket] else { return nil }
        return Rejection(.regionFull, .regionFull(place.region, limits))
    }
}

extension Slice {
    /// Whether a change made online is refused: the region it would take a place in is full, or complementary tasks
    /// wait for their must-do. Nil for every change that takes no new place.
    package func refusal(of operation: SyncOperation) -> Rejection? {
        guard operation.entity == .task, operation.kind != .delete else { return nil }
        var after = tasks[operation.id]
        let before = after
        guard TaskItem.apply(operation, to: &after).rejection == nil, let after else { return nil }
        if let locked = lock(before: before, after: after) { return locked }
        if let full = fullBacklog(before: before, after: after) { return full }
        guard let place = after.place, place != before?.place || after.bucket != before?.bucket else { return nil }
        return RegionCapacity(place, limits: settings.regionLimits, tasks: tasks.values, except: after.id)
            .refusal(placingInto: after.bucket)
    }

    /// A task that would come into the backlog, or open again there, where the account gives it a limit.
    private func fullBacklog(before: TaskItem?, after: TaskItem) -> Rejection? {
        guard let limit = settings.backlogLimit, after.isOpenInBacklog, before?.isOpenInBacklog != true else {
            return nil
        }
        let others = tasks.values.count { $0.isOpenInBacklog && $0.id != after.id }
        return others < limit ? nil : Rejection(.regionFull, .backlogFull(limit))
    }

    /// "Complementary unlocks after must-do": starting or completing a complementary task while a must-do of its region
    /// and day is open. Offline changes are not held to it, since a completion is never taken back by the server.
    private func lock(before: TaskItem?, after: TaskItem) -> Rejection? {
        guard settings.complementaryAfterMustDo, after.bucket == .complementary, after.state != .notStarted,
            before?.state != after.state, let region = after.region
        else { return nil }
        let place = RegionDay(date: after.scheduledDate, region: region)
        guard tasks.values.contains(where: { $0.id != after.id && $0.bucket == .mustDo && $0.place == place }) else {
            return nil
        }
        return Rejection(.complementaryLocked, .complementaryLocked(region))
    }
}

extension TaskItem {
    fileprivate var isOpenInBacklog: Bool { region == .backlog && !isCompleted && !isDeleted }
}
