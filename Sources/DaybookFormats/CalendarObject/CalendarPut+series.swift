import DaybookCore

/// What clients do to a series when an occurrence of it is done.
extension CalendarPut {
    /// Rows that decide what is meant: those of the dates that the object names, and the one that comes next.
    package var occurrencesNamed: [Identifier] {
        guard let row, row.part == .head, isSeries(row.task) || base.map({ isSeries($0.task) }) ?? false else {
            return []
        }
        let series = row.task.series
        var named = [series]
        for head in [row, base].compactMap(\.self) {
            named.append(head.task.id)
            if let next = head.task.nextOccurrence(in: settings) { named.append(next.id) }
        }
        let dates =
            [date(of: TodoFacets(object.master))]
            + object.overrides.map { $0.first("RECURRENCE-ID").flatMap { ObjectTime($0, in: zones)?.date } }
        named += dates.compactMap { $0.map { .occurrence(of: series, on: $0) } }
        return Set(named).sorted()
    }

    private func isSeries(_ task: TaskItem) -> Bool { task.recurrence != nil || task.parentRecurringId != nil }

    /// The series goes on to a later date of its rule while it stays open: the occurrence before is done.
    struct Move {
        /// The pointer of KDE's programs has moved, and the times beside it have not.
        let isPointer: Bool
    }

    func move(on master: Master) -> Move? {
        let known = master.known.task
        guard master.row.part == .head, let recurrence = known.recurrence, !known.isCompleted, !master.completes,
            isSameRule(master)
        else { return nil }
        let occurrence = known.occurrenceDate(in: settings)
        if let before = date(of: master.base), let now = date(of: master.body), now > before,
            isDate(occurrence.adding(days: now.days(since: before)), of: recurrence, after: occurrence)
        {
            return Move(isPointer: false)
        }
        func pointer(_ facets: TodoFacets) -> CalendarDate? {
            facets.line("X-KDE-LIBKCAL-DTRECURRENCE").flatMap { ObjectTime($0, in: zones)?.date }
        }
        if let now = pointer(master.body), now > pointer(master.base) ?? occurrence,
            isDate(now, of: recurrence, after: occurrence)
        {
            return Move(isPointer: true)
        }
        return nil
    }

    private func isDate(_ date: CalendarDate, of recurrence: Recurrence, after occurrence: CalendarDate) -> Bool {
        guard date > occurrence, !recurrence.except.contains(date), var rule = try? RecurrenceRule(recurrence) else {
            return false
        }
        if case .count(let left) = rule.end {
            guard left > 1 else { return false }
            rule.end = .never
        }
        return rule.pinned(to: occurrence).next(after: date.adding(days: -1), from: occurrence) == date
    }

    /// The same rule, or one whose COUNT went down with the occurrence that is done.
    private func isSameRule(_ master: Master) -> Bool {
        let zone = zone
        func rule(_ facets: TodoFacets) -> RecurrenceRule? {
            facets.line("RRULE").flatMap { try? RecurrenceRule(rrule: $0.value, localDate: { zone.date(of: $0) }) }
        }
        guard var told = rule(master.body), let before = rule(master.base) else { return false }
        if case .count(let left) = told.end, case .count(let all) = before.end, left <= all { told.end = before.end }
        return told == before
    }

    /// Completes the occurrence that the client saw. The core makes the next, by its own rule and identity, and what
    /// the body says of it otherwise is set on that row: so the completion of a phone that was offline meets the same
    /// two rows.
    func goOn(_ master: Master, _ move: Move, _ decision: inout CalendarDecision) throws(CalendarRefusal) {
        let known = master.known.task
        guard let next = known.nextOccurrence(in: settings) else { return }
        let rows = occurrences + [master.row.task]
        let done = rows.first { $0.id == known.id } ?? known
        if !done.isCompleted, !done.isDeleted {
            var edit = TodoEdit(self, ShownTask(done, .head))
            edit.complete(at: now)
            if let step = try edit.step() { decision.steps.append(step) }
        }
        let made = ShownTask(known.following(next), .head, parentUID: master.row.parentUID)
        let there = rows.first { $0.id == next.id && !$0.isDeleted }
        var body = master.body
        let base = facets(made)
        // What the series counts down by itself is not the client's wish.
        body[.rule] = Self.following(body[.rule], master.base[.rule], base[.rule])
        if body.normal(.group(.except)) == master.base.normal(.group(.except)) { body[.except] = base[.except] }
        var edit = TodoEdit(self, there.map { ShownTask($0, .head) } ?? made)
        let current = there.map { facets(ShownTask($0, .head, parentUID: master.row.parentUID)) } ?? base
        try edit.take(
            body, told: master.told, base: base, known: made.task, over: current,
            skipping: move.isPointer ? [.group(.start), .group(.due)] : [])
        if move.isPointer {
            edit.settle(.start, master.body[.start])
            edit.settle(.due, master.body[.due])
        }
        let others = try takeOverrides(master, &edit)
        edit.takeNames()
        edit.takePlace()
        if let step = try edit.step() { decision.steps.append(step) }
        decision.steps += others
    }

    /// The rule that the next occurrence has, as the client writes it where it says the same.
    private static func following(_ told: [String], _ before: [String], _ made: [String]) -> [String] {
        if NormalForm.of(told) == NormalForm.of(before) { return made }
        func rule(_ lines: [String]) -> RecurrenceRule? {
            lines.lazy.compactMap { ObjectLine($0) }.first.flatMap {
                try? RecurrenceRule(rrule: $0.value, localDate: { $0.utcDate })
            }
        }
        // A COUNT less one is what the next one has anyway.
        return rule(told) == rule(made) ? told : rule(told).map { $0 == rule(before) } ?? false ? made : told
    }
}

extension TaskItem {
    /// The next occurrence as it will be made.
    func following(_ next: NextOccurrence) -> TaskItem {
        var task = TaskItem(id: next.id)
        let clock = HybridTime(createdAt, device: .zero)
        for (field, value) in next.fields.values {
            if field == .tags {
                task.tagSet = TagSet(value.tags?.add ?? [], at: clock)
            } else {
                task.assign(value, to: field)
            }
        }
        for member in next.fields.unknown {
            task.unknown.set(.init(name: member.name, value: member.value, clock: clock))
        }
        return task
    }
}
