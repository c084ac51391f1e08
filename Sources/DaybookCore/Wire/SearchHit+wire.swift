extension SearchHit {
    /// `{"task":{...},"isMisspelt":false,"highlights":{"title":[{"text":"Buy ","isMatch":false},...],"notes":null}}`
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("task")
        task.write(to: &writer, .plain)
        writer.name("isMisspelt")
        writer.bool(isMisspelt)
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
            writer.name("text")
            writer.string(piece.text)
            writer.name("isMatch")
            writer.bool(piece.isMatch)
            writer.endObject()
        }
    }
}
