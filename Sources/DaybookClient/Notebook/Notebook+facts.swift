import DaybookCore

extension Notebook {
    /// What was completed, as far as this device holds it: of a task that was deleted a tombstone tells nothing more.
    var facts: [CompletionFact] {
        replica.view.tasks.values.compactMap { task in
            task.completedAt.map {
                CompletionFact(
                    task: task.id, completedAt: $0, createdAt: task.createdAt, list: task.listId,
                    category: task.category, region: task.region, tags: task.tags)
            }
        }
    }

    func facts(during dates: ClosedRange<CalendarDate>?) -> [CompletionFact] {
        guard let span = dates.map({ day.interval(of: $0) }) else { return facts }
        return facts.filter { span.contains($0.completedAt) }
    }

    func ownShares(by kind: Distribution.Kind, _ dates: ClosedRange<CalendarDate>?) -> NamedDistribution {
        let shares = Distribution(facts(during: dates), by: kind)
        let lists = Dictionary(uniqueKeysWithValues: replica.view.lists.values.map { ($0.id.text, $0.name) })
        var names: [String?: String] = [:]
        for share in shares.shares { names[share.key] = kind.name(of: share.key, lists: lists) }
        return NamedDistribution(distribution: shares, names: names)
    }

    /// What was done on this device, as far as it is remembered.
    func ownEntries() throws -> [LedgerEntry] {
        try deeds(limit: .max).filter { !$0.wasUndone }.flatMap(\.entries)
    }

    func ownReview(of date: CalendarDate) throws -> WeeklyReview {
        try ownReview(of: date, among: replica.view.tasks) { _ in true }
    }

    /// The same of what an assistant sees.
    package func review(of date: CalendarDate?, seenBy assistant: NotebookSnapshot) throws -> WeeklyReview {
        try ownReview(of: date ?? assistant.moment.today, among: assistant.slice.tasks) { assistant.task($0) != nil }
    }

    private func ownReview(
        of date: CalendarDate, among tasks: [Identifier: TaskItem], _ isSeen: (Identifier) -> Bool
    ) throws -> WeeklyReview {
        let moment = moment
        let week = moment.day.week(of: date)
        let span = moment.day.interval(of: week)
        let before = week.lowerBound.adding(days: -7)...week.lowerBound.adding(days: -1)
        let waited = week.lowerBound...max(week.lowerBound, min(week.upperBound, moment.today))
        let facts = facts.filter { isSeen($0.task) }
        let weekBefore = moment.day.interval(of: before)
        let entries = try ownEntries().filter { isSeen($0.operation.id) }
        return WeeklyReview(
            series: DailySeries(facts, over: week, in: moment.day),
            completedWeekBefore: facts.count { weekBefore.contains($0.completedAt) },
            added: tasks.values.count { span.contains($0.createdAt) },
            postponed: Postponements(entries, during: span) { _ in nil }.count,
            waiting: tasks.values.count { task in
                !task.isDeleted && !task.isCompleted && week.lowerBound <= moment.today
                    && task.scheduledDate.map(waited.contains) ?? false
            })
    }
}
