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
        let (knownTexts, knownForms) = (Set(before), Set(before.map { NormalForm.of($0) }))
        let toldDates = Set(object.overrides.map(recurrenceDate))
        var kept = knowsSeries || !told.isEmpty ? [] : before
        // What this client did not see and somebody else told stays.
        kept += master.row.task.texts(TodoName.overrides).filter { text in
            !knownTexts.contains(text) && !toldDates.contains(ObjectComponent(text: text).map(recurrenceDate) ?? nil)
        }
        let rows = OccurrenceRows(
            occurrences + [master.row.task], of: master.row.task.series, on: toldDates.compactMap(\.self), settings)
        let knownDates = [date(of: master.base), master.known.task.occurrenceDate(in: settings)]
        var steps: [CalendarDecision.Step] = []
        for (component, text) in zip(object.overrides, told) {
            guard !knownForms.contains(NormalForm.of(text)), let date = recurrenceDate(component),
                let target = knownDates.contains(date) ? rows.known(master.known.task) : rows[date]
            else {
                kept.append(text)
                continue
            }
            if let step = try take(component, on: target, master) { steps.append(step) }
        }
        try edit.takeOverrides(kept)
        return steps
    }

    private func recurrenceDate(_ component: ObjectComponent) -> CalendarDate? {
        component.first("RECURRENCE-ID").flatMap { ObjectTime($0, in: zones)?.date }
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

/// The rows that overrides may be about: the head, and those that were made before.
private struct OccurrenceRows {
    private var named: [Identifier: TaskItem] = [:]
    private var dated: [CalendarDate: TaskItem] = [:]
    private let series: Identifier

    init(_ rows: [TaskItem], of series: Identifier, on dates: [CalendarDate], _ settings: AccountSettings) {
        self.series = series
        let made = Dictionary(dates.map { (Identifier.occurrence(of: series, on: $0), $0) }) { first, _ in first }
        for row in rows where named[row.id] == nil {
            named[row.id] = row
            guard !row.isDeleted else { continue }
            // Whose date its name tells need not be looked for.
            let date = row.dateOnSchedule ?? made[row.id] ?? row.occurrenceDate(in: settings)
            if dated[date] == nil { dated[date] = row }
        }
    }

    func known(_ task: TaskItem) -> TaskItem { named[task.id] ?? task }

    subscript(date: CalendarDate) -> TaskItem? {
        if let row = named[.occurrence(of: series, on: date)], !row.isDeleted { return row }
        return dated[date]
    }
}

extension TodoEdit {
    mutating func takeOverrides(_ texts: [String]) throws(CalendarRefusal) {
        let before = row.texts(TodoName.overrides)
        guard texts.map({ NormalForm.of($0) }).sorted() != before.map({ NormalForm.of($0) }).sorted() else { return }
        keep(TodoName.overrides, texts.isEmpty ? .null : .array(texts.map { .string($0) }))
    }
}
