import DaybookCore

/// Some programs make a completed copy of an occurrence when it is done, under a UID of its own, and move the series
/// on. The copy comes after the series or before it; either way it is another name of that occurrence.
extension CalendarPut {
    /// Of an occurrence that was completed just now: the same title, due at the same time.
    func copied(_ told: TodoFacets) -> TaskItem? {
        guard isCompletedOnce(told) else { return nil }
        return originals.first { task in
            guard task.isCompleted, !task.isDeleted, let at = task.completedAt,
                abs(now.milliseconds - at.milliseconds) <= 600_000
            else { return false }
            return isCalledAndDue(facets(ShownTask(task, .earlier)), as: told)
        }
    }

    /// Of one that is still open, since the series comes later. It has to have a date, and to begin as the copy does
    /// where that says when: whoever writes down something else that is done has hardly both.
    func openOriginal(_ told: TodoFacets) -> TaskItem? {
        guard isCompletedOnce(told), !told[.due].isEmpty || !told[.start].isEmpty else { return nil }
        return originals.first { task in
            guard !task.isCompleted, !task.isDeleted, task.recurrence != nil else { return false }
            let shown = facets(ShownTask(task, .earlier))
            return isCalledAndDue(shown, as: told)
                && (told[.start].isEmpty || shown.normal(.group(.start)) == told.normal(.group(.start)))
        }
    }

    /// Completes the open head of a series by its copy. When the series comes, moved on, there is nothing more to do.
    func complete(_ head: TaskItem, by told: TodoFacets) throws(CalendarRefusal) -> CalendarDecision {
        let base = facets(ShownTask(head, .earlier))
        let body = told.completed(by: base) { _ in false }
        // By itself, since the next occurrence takes along what is there at the completion.
        var done = TodoEdit(self, ShownTask(head, .earlier))
        done.takeNames()
        try done.take(
            body, told: told, base: base, known: nil, over: base,
            skipping: Set(body.differing(from: base)).subtracting([.group(.status)]))
        let after = ShownTask(done.after, .earlier)
        var rest = TodoEdit(self, after)
        rest.takeFrame()
        try rest.take(
            body, told: told, base: base, known: nil, over: facets(after),
            skipping: [.group(.status), .group(.rule), .group(.except)])
        return CalendarDecision(steps: [try done.step(), try rest.step()].compactMap(\.self))
    }

    private func isCompletedOnce(_ told: TodoFacets) -> Bool {
        told[.rule].isEmpty && TodoStatus(told).completes(after: TodoStatus(TodoFacets()))
    }

    private func isCalledAndDue(_ shown: TodoFacets, as told: TodoFacets) -> Bool {
        shown.normal(.group(.summary)) == told.normal(.group(.summary))
            && shown.normal(.group(.due)) == told.normal(.group(.due))
    }
}

extension CalendarObject {
    /// About which day it is as it is written: when it is due, else when it begins.
    package var day: CalendarDate? {
        (master.first("DUE") ?? master.first("DTSTART")).flatMap { CalendarDate(basic: $0.value.prefix(8)) }
    }
}
