import DaybookCore

extension CalendarPut {
    /// Whether the object says all that its row shows, and nothing else: it can be served in the row's place.
    package var saysTheSame: Bool {
        guard let row, let shown = CalendarObject(row) else { return false }
        var asked = self
        (asked.base, asked.occurrences, asked.originals) = (nil, [], [])
        asked.program = CalendarProgram(knownNames: shown.names)
        return (try? asked.decision())?.steps.isEmpty ?? false
    }

    /// Whether the object is about a date behind that of an occurrence.
    package func tellsOfALaterDate(than occurrence: TaskItem) -> Bool {
        guard let told = date(of: TodoFacets(object.master)),
            let before = date(of: facets(ShownTask(occurrence, .head)))
        else { return false }
        return told > before
    }
}
