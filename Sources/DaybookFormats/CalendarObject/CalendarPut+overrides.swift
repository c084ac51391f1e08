import DaybookCore

/// Occurrences that a client tells of by themselves, each with the date that it stands for.
extension CalendarPut {
    /// Of an occurrence that there is, what differs is set on its row; of a later one it is kept until it comes.
    func takeOverrides(
        _ master: Master, _ edit: inout TodoEdit
    ) throws(CalendarRefusal) -> [CalendarDecision.Step] {
        guard master.row.part == .head else { return [] }
        let before = master.known.task.texts(TodoName.overrides)
        let told = object.overrides.map(\.text)
        let knowsSeries = program.knows("RECURRENCE-ID", in: object)
        let knownForms = Set(before.map { NormalForm.of($0) })
        let toldDates = Set(object.overrides.map(recurrenceDate))
        var kept = knowsSeries || !told.isEmpty ? [] : before
        // What this client did not see and somebody else told stays.
        kept += master.row.task.texts(TodoName.overrides).filter { text in
            !before.contains(text) && !toldDates.contains(ObjectComponent(text: text).map(recurrenceDate) ?? nil)
        }
        var steps: [CalendarDecision.Step] = []
        for (component, text) in zip(object.overrides, told) {
            guard !knownForms.contains(NormalForm.of(text)), let target = occurrence(component, master) else {
                kept.append(text)
                continue
            }
            if let step = try take(component, on: target, master) { steps.append(step) }
        }
        try edit.takeOverrides(kept)
        return steps
    }

    private func recurrenceDate(_ component: ObjectComponent) -> CalendarDate? {
        component.first("RECURRENCE-ID").flatMap { ObjectTime($0, in: ObjectZones(object.others, own: zone))?.date }
    }

    /// The row that it is about: the head, or one that was made before.
    private func occurrence(_ component: ObjectComponent, _ master: Master) -> TaskItem? {
        guard let date = recurrenceDate(component) else { return nil }
        let series = master.row.task.series
        let rows = occurrences + [master.row.task]
        let known = master.known.task
        if date == self.date(of: master.base) || date == known.occurrenceDate(in: settings) {
            return rows.first { $0.id == known.id } ?? known
        }
        return rows.first {
            !$0.isDeleted
                && ($0.id == .occurrence(of: series, on: date) || $0.occurrenceDate(in: settings) == date)
        }
    }

    private func take(
        _ component: ObjectComponent, on task: TaskItem, _ master: Master
    ) throws(CalendarRefusal) -> CalendarDecision.Step? {
        let isKnown = task.id == master.known.task.id
        let base = isKnown ? master.base : facets(ShownTask(task, .head))
        let told = TodoFacets(component)
        let body = told.completed(by: base) { _ in false }
        var edit = TodoEdit(self, ShownTask(task, task.id == master.row.task.id ? .head : .earlier))
        try edit.take(
            body, told: told, base: base, known: isKnown ? master.known.task : task,
            over: facets(ShownTask(task, .head)), skipping: [.group(.rule), .group(.except)])
        return try edit.step()
    }
}

extension TodoEdit {
    mutating func takeOverrides(_ texts: [String]) throws(CalendarRefusal) {
        let before = row.texts(TodoName.overrides)
        guard texts.map({ NormalForm.of($0) }).sorted() != before.map({ NormalForm.of($0) }).sorted() else { return }
        keep(TodoName.overrides, texts.isEmpty ? .null : .array(texts.map { .string($0) }))
    }
}
