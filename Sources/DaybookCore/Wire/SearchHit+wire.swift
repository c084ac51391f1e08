extension SearchHit {
    /// Notes of more bytes are left out of a hit: what was found in them is in the highlights, and the task has them.
    public static let longestNotes = 2000

    /// `{"task":{...},"notesLeftOut":false,"isMisspelt":false,`
    /// `"highlights":{"title":[{"text":"Buy ","isMatch":false},...],"notes":null}}`
    public func write(to writer: inout JSONWriter) {
        var shown = task
        if notesLeftOut { shown.notes = nil }
        writer.beginObject()
        writer.name("task")
        shown.write(to: &writer, .plain)
        writer.member("notesLeftOut", notesLeftOut)
        writer.member("isMisspelt", isMisspelt)
        writer.name("highlights")
        writer.beginObject()
        writer.name("title")
        writer.pieces(highlights.title)
        writer.name("notes")
        writer.optional(highlights.notes) { $0.pieces($1) }
        writer.endObject()
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func pieces(_ pieces: [SearchHighlights.Piece]) {
        array(pieces) { writer, piece in
            writer.beginObject()
            writer.member("text", piece.text)
            writer.member("isMatch", piece.isMatch)
            writer.endObject()
        }
    }
}
