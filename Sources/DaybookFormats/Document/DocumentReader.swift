import DaybookCore

/// Reads the JSON document: ours, and those that the apps write themselves by the same contract.
struct DocumentReader: DraftReader {
    private var pieces = JSONPieces(opensObjects: true)
    private var parts = DocumentParts()

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        try pieces.cut(bytes) { piece throws(UnreadableSource) in try parts.take(piece, into: &reading) }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) {
        try pieces.finish()
        guard parts.isOurs else {
            throw UnreadableSource(.otherFormat, line: 1, "The document has no exportDate and no tasks.")
        }
    }
}

/// The parts of a document.
private struct DocumentParts {
    /// Something was there that only these documents have.
    private(set) var isOurs = false

    mutating func take(_ piece: JSONPieces.Piece, into reading: inout Reading) throws(UnreadableSource) {
        guard let bytes = piece.bytes else {
            return reading.refuse(line: piece.line, field: piece.member, "One item is longer than can be held.")
        }
        switch piece.member {
        case "exportDate", "appVersion", "product": isOurs = true
        case "form": try DocumentForm.check(bytes, line: piece.line)
        case "tasks":
            isOurs = true
            reading.document(bytes, line: piece.line) { reader throws(WireError) in
                .task(try TaskDraft(from: &reader, line: piece.line))
            }
        case "lists":
            reading.document(bytes, line: piece.line) { reader throws(WireError) in
                .list(try ListDraft(from: &reader, line: piece.line))
            }
        case "settings":
            reading.document(bytes, line: piece.line) { reader throws(WireError) in
                .settings(SettingsDraft(try reader.readMembers()))
            }
        // For people and for reports; channels are their devices', an account's history is what happens in it, and
        // calendar programs put what they keep beside tasks into lists by themselves.
        case "channels", "calendarObjects", "devices", "history": reading.leftOut(piece.member)
        default: reading.refuse(line: piece.line, field: piece.member, "A part of the document is not known here.")
        }
    }
}

/// The form that a document says it has.
enum DocumentForm {
    static func check(_ bytes: [UInt8], line: Int) throws(UnreadableSource) {
        guard let value = try? JSONValue(json: bytes), case .integer(let form) = value, form <= ExportHead.form else {
            throw UnreadableSource(
                .otherFormat, line: line, "A newer release of \(ExportHead.product) wrote this file.")
        }
    }
}

extension Reading {
    /// One row of a document. Where it cannot be understood it is refused with its place and reason, and those after it
    /// are read.
    mutating func document(_ bytes: [UInt8], line: Int, _ read: (inout JSONReader) throws(WireError) -> Draft) {
        var reader = JSONReader(bytes)
        do throws(WireError) {
            let draft = try read(&reader)
            try reader.end()
            yield(draft)
        } catch {
            refuse(line: line, field: error.path.isEmpty ? nil : error.path, "\(error)")
        }
    }

    mutating func yield(_ draft: Draft) {
        switch draft {
        case .task(let task): yield(task)
        case .list(let list): yield(list)
        case .settings(let settings): yield(settings)
        }
    }
}
