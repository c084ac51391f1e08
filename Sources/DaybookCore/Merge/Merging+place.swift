/// Where a task stands is one thing told in three fields. Two rules hold for every task, whoever changed it and by
/// whichever way: the backlog has neither date nor bucket, and what is in a region of the day has a date, that of the
/// day it was put there unless somebody says otherwise. Where a change breaks one, the later intention decides: who
/// moves a task to the backlog gives its date up; who schedules a task of the backlog, or clears the date of one in a
/// region, takes it out of there.
extension TaskItem {
    /// What has to follow for the rules to hold; nothing where they do.
    func straightening(in settings: AccountSettings) -> Patch<TaskItem> {
        guard let region else { return [:] }
        let placed = clocks[.region] ?? HybridTime(createdAt, device: .zero)
        let isPlacedLast = clocks[.scheduledDate].map { $0 <= placed } ?? true
        let leaves: Patch<TaskItem> = [.region: .null]
        switch (region, scheduledDate) {
        case (.backlog, .some): return isPlacedLast ? [.scheduledDate: .null] : leaves
        case (.backlog, nil), (_, .some): return [:]
        case (_, nil):
            guard isPlacedLast else { return leaves }
            let day = LocalDay(of: settings)
            return [.scheduledDate: .date(day.date(of: placed.instant))]
        }
    }
}

extension Merging {
    mutating func straighten(_ id: Identifier, after operation: SyncOperation, noting entry: Int) {
        guard let task = slice.tasks[id] else { return }
        let fields = task.straightening(in: slice.settings)
        if !fields.isEmpty {
            let clock = max(task.clocks[.region] ?? operation.at, task.clocks[.scheduledDate] ?? operation.at)
            conclude(.placing, .set, on: id, at: clock.successor(device: .zero), fields, from: operation.opId)
        }
        tell(fields, of: entry)
    }

    /// Notes a conflict for each field (date, region, bucket) that the author asked for and the rules above changed.
    mutating func tell(_ placed: Patch<TaskItem>, of entry: Int) {
        let operation = result.entries[entry].operation
        guard let task = slice.tasks[operation.id] else { return }
        let asked = operation.ofTask
        for (field, value) in placed.values {
            guard let mine = asked[field], mine != .null else { continue }
            note(
                Conflict(
                    field: field.name, mine: mine.json, theirs: value.json, reason: .place, by: task.clocks[field]),
                in: entry)
        }
        // A bucket that is asked for where there is none is kept for when there is one.
        if task.bucket == .none, task.chosenBucket != .none, let mine = asked[.bucket],
            mine == .bucket(task.chosenBucket)
        {
            note(
                Conflict(
                    field: TaskField.bucket.name, mine: mine.json, theirs: .string(Bucket.none.name), reason: .place),
                in: entry)
        }
    }
}
