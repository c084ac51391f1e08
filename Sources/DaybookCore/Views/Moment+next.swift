/// What to do next, for whoever wants to be told one thing.
extension Moment {
    /// The part of the day that is now: the Morning ends at noon, the Afternoon at six. Before the account's day begins
    /// it is still the Evening of the day before.
    package var region: Region {
        let time = clock(now)
        if time < day.dayStart { return .evening }
        return time.hour < 12 ? .morning : time.hour < 18 ? .afternoon : .evening
    }

    /// Open tasks, the most pressing first: the must-do of the present part of the day; what is overdue, the longest
    /// first; today's tasks, begun ones first, then those of the present part of the day; what was left behind.
    package func next(_ tasks: some Sequence<TaskItem>) -> [TaskItem] {
        let present = region
        var ranked: [(rank: Int, due: Instant, task: TaskItem)] = []
        for task in ViewOrder.sorted(tasks, where: { !$0.isCompleted }) {
            guard let rank = rank(of: task, in: present) else { continue }
            ranked.append((rank, isOverdue(task) ? task.dueAt ?? now : now, task))
        }
        // What is equal keeps the order of views.
        return ranked.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            if one.rank != other.rank { return one.rank < other.rank }
            return one.due != other.due ? one.due < other.due : left.offset < right.offset
        }.map { $0.element.task }
    }

    /// Nil for what waits for a later day, or for none.
    private func rank(of task: TaskItem, in present: Region) -> Int? {
        let isPresent = task.region == present && isOnBoard(task)
        if isPresent, task.bucket == .mustDo { return 0 }
        if isOverdue(task) { return 1 }
        if side(of: task) == .today || isOnBoard(task) { return task.state == .active ? 2 : isPresent ? 3 : 4 }
        guard let date = task.scheduledDate else { return nil }
        return date < today ? 5 : nil
    }
}
