extension CalendarPut {
    /// Whether the object says all that its row shows, and nothing else: it can be served in the row's place.
    package var saysTheSame: Bool {
        guard let row, let shown = CalendarObject(row) else { return false }
        var asked = self
        (asked.base, asked.occurrences, asked.originals) = (nil, [], [])
        asked.program = CalendarProgram(knownNames: shown.names)
        return (try? asked.decision())?.steps.isEmpty ?? false
    }
}
