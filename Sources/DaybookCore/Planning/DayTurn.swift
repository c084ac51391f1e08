extension Slice {
    /// When the account took its present day up: where the day begins, or with the setting by which it is that day.
    package func lastBoundary(until now: Instant) -> Instant {
        let boundaries = DayBoundaries(self)
        return boundaries.start(of: boundaries.today(at: now))
    }

    /// Everything that comes by itself at the boundary at which `today` began.
    package func dayTurn(to today: CalendarDate, boundary: Instant) -> [SyncOperation] {
        rollover(to: today, boundary: boundary) + scheduledOccurrences(by: today, boundary: boundary)
    }

    /// The occurrences that `today` calls for in series that go by their schedule: one a series at most, however long
    /// nobody looked.
    ///
    /// The latest dated occurrence up to today speaks for its series. If it is open, the next one is made; if it was
    /// completed, that made the next one; if it was deleted, the series is over. Each operation's identity follows from
    /// (series, date), and the task's is the one that a completion would give it, so however often and wherever this is
    /// concluded there is one.
    package func scheduledOccurrences(by today: CalendarDate, boundary: Instant) -> [SyncOperation] {
        occurrencesDue(by: today).flatMap { task, due -> [SyncOperation] in
            let opId = Identifier.derived(
                .scheduledOccurrence, task.series.high, task.series.low, UInt64(bitPattern: Int64(due.date.dayNumber)))
            // As if a completion had made it: below whatever somebody has done to it already where one did.
            let begun = task.beginning ?? HybridTime(task.createdAt, device: .zero)
            var operation = SyncOperation(
                opId: opId, id: due.id, at: begun.successor(device: .zero),
                .task(due.fields + [.createdAt: .instant(boundary)]))
            operation.purpose = .scheduledOccurrence
            // Its subtasks come first: an occurrence that is there has them.
            return subtasks(of: task, for: due).map { part in
                var made = SyncOperation(
                    opId: .derived(.subtask, opId.high, opId.low, part.id.high, part.id.low), id: part.id,
                    at: part.made,
                    .task(part.fields + [.createdAt: .instant(boundary)]))
                made.purpose = .subtask
                return made
            } + [operation]
        }
    }

    /// The occurrences that a day calls for, each with the one that speaks for its series.
    package func occurrencesDue(by today: CalendarDate) -> [(task: TaskItem, due: NextOccurrence)] {
        var latest: [Identifier: CalendarDate] = [:]
        var open: [(task: TaskItem, date: CalendarDate)] = []
        for task in tasks.values {
            guard let date = task.goesBySchedule ? task.dateOnSchedule : task.scheduledDate, date <= today else {
                continue
            }
            latest[task.series] = max(latest[task.series] ?? date, date)
            if task.goesBySchedule { open.append((task, date)) }
        }
        var made: Set<Identifier> = []
        return open.sorted { $0.task.id < $1.task.id }.compactMap { task, date in
            guard date == latest[task.series], let due = task.occurrenceDue(by: today, in: settings),
                tasks[due.id] == nil, made.insert(due.id).inserted
            else { return nil }
            return (task, due)
        }
    }
}

extension TaskItem {
    /// Open, and its next occurrence does not wait for it. What has no date has no schedule to go by.
    package var goesBySchedule: Bool { goesBySchedule(evenDeleted: false) }

    func goesBySchedule(evenDeleted: Bool) -> Bool {
        recurrence?.onSchedule == true && dateOnSchedule != nil && !isCompleted && (evenDeleted || !isDeleted)
    }

    /// Where it is scheduled, or was before a rollover.
    package var dateOnSchedule: CalendarDate? { scheduledDate ?? recurrence?.carriedFrom?.date }
}
