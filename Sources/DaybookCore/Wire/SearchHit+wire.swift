extension SearchHit {
    /// Notes of more bytes are left out of a hit: what was found in them is in the highlights, and the task has them.
    package static let longestNotes = 2000

    /// `{"task":{...},"notesLeftOut":false,"isMisspelt":false,`
    /// `"highlights":{"title":[{"text":"Buy ","isMatch":false},...],"notes":null}}`
    package func write(to writer: inout JSONWriter) {
        var shown = task
        if notesLeftOut { shown.notes = nil }
        writer.beginObject()
        writer.name("task")
        shown.write(to: &writer, .plain)
        writer.member("notesLeftOut", notesLeftOut)
        writer.member("isMisspelt", isMisspelt)
        writer.name("highlights")
        writer.beginObject()
        writer.member("title", highlights.title)
        writer.name("notes")
        writer.optional(highlights.notes) { writer, notes in writer.array(notes) { $1.write(to: &$0) } }
        writer.endObject()
        writer.endObject()
    }
}

extension SearchHighlights.Piece: JSONRecord {
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        writer.member("isMatch", isMatch)
    }
}
