import DaybookCore

/// Google Tasks: the `Tasks.json` of Takeout, lists with their tasks in them, or one list as its API tells it.
struct GoogleTasksReader: DraftReader {
    /// A list is one piece. Google holds 20,000 tasks in one.
    private var pieces = JSONPieces(opensObjects: true, longest: 128 << 20, mostValues: .max)
    private var parts = GoogleParts()

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        try pieces.cut(bytes) { piece throws(UnreadableSource) in try parts.take(piece, into: &reading) }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) {
        try pieces.finish()
        guard parts.isGoogle else {
            throw UnreadableSource(.otherFormat, line: 1, "It does not say that it is of Google Tasks.")
        }
        parts.finish(into: &reading)
    }
}

/// What the document is made of.
private struct GoogleParts: Sendable {
    private(set) var isGoogle = false
    /// Tasks that stand in no list.
    private var loose: [GoogleRow] = []
    private var held = 0

    mutating func take(_ piece: JSONPieces.Piece, into reading: inout Reading) throws(UnreadableSource) {
        guard piece.member == "items", piece.isElement else {
            if piece.member == "kind", let bytes = piece.bytes, bytes.count < 100 {
                isGoogle = (try? JSONValue(json: bytes))?.text?.hasPrefix("tasks#") ?? false
            }
            return reading.leftOut(piece.member)
        }
        guard let bytes = piece.bytes else { return reading.refuse(line: piece.line, "The list is too long.") }
        do throws(UnreadableRow) {
            let list = try GoogleList(bytes, line: piece.line)
            if list.isGoogle { isGoogle = true }
            guard let task = list.task else { return list.yield(into: &reading) }
            let row = HeldRow(copying: bytes, line: piece.line)
            held += row.weight
            loose.append(GoogleRow(task, row))
        } catch {
            reading.refuse(line: error.line, error.sentence)
        }
        guard held <= HeldRow.most else {
            throw UnreadableSource(.tooLong, line: piece.line, "The file is longer than can be held.")
        }
    }

    mutating func finish(into reading: inout Reading) {
        GoogleList.yield(loose, in: nil, into: &reading)
        loose = []
    }
}

/// A list with its tasks, or a task that stands in the place of one.
private struct GoogleList {
    private var object: JSONObject
    private var tasks: [GoogleRow] = []
    /// Tasks that cannot be held.
    private var refused: [UnreadableRow] = []

    init(_ bytes: [UInt8], line: Int) throws(UnreadableRow) {
        var reader = JSONReader(bytes)
        var members: [JSONMember] = []
        var counted = 0
        var current = line
        var (held, values) = (0, 0)
        func place(_ offset: Int) -> Int {
            // The reader stands before the white space in front of a value.
            var at = max(offset, counted)
            while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == 0x2C { at += 1 }
            current += bytes[counted..<at].count { $0 == 0x0A }
            counted = at
            return current
        }
        do throws(WireError) {
            try reader.beginObject()
            while let name = try reader.nextName() {
                if name == "items" || name == "tasks", try reader.peek() == .array {
                    try reader.beginArray()
                    while try reader.nextElement() {
                        let line = place(reader.offset)
                        let written = try bytes[reader.offset..<reader.endOfNext()]
                        guard JSONBound.values(in: written) <= JSONBound.mostValues else {
                            refused.append(UnreadableRow(line: line, sentence: JSONBound.tooManyValues))
                            try reader.skipValue()
                            continue
                        }
                        let task = JSONObject(try reader.readMembers(), line: line)
                        if task.members.count > JSONObject.mostMembers {
                            refused.append(UnreadableRow(line: line, sentence: JSONObject.tooManyMembers))
                            continue
                        }
                        let row = HeldRow(written, line: line)
                        held += row.weight
                        if held <= HeldRow.most { tasks.append(GoogleRow(task, row)) }
                    }
                } else {
                    let written = try bytes[reader.offset..<reader.endOfNext()]
                    values += JSONBound.values(in: written)
                    if values > JSONBound.mostValues {
                        try reader.skipValue()
                    } else {
                        members.append(JSONMember(name, try reader.readValue()))
                    }
                }
            }
            try reader.end()
        } catch {
            throw UnreadableRow(line: place(error.offset), sentence: "It is not well-formed: \(error.code.rawValue).")
        }
        guard held <= HeldRow.most, values <= JSONBound.mostValues else {
            throw UnreadableRow(line: line, sentence: "The list is too long.")
        }
        guard members.count <= JSONObject.mostMembers else {
            throw UnreadableRow(line: line, sentence: JSONObject.tooManyMembers)
        }
        object = JSONObject(members, line: line)
    }

    var isGoogle: Bool { object["kind"]?.text?.hasPrefix("tasks#") ?? false }

    /// The object itself, if it is a task and not a list.
    var task: JSONObject? {
        let isTask = object["kind"]?.text == "tasks#task" || object["status"] != nil
        return isTask && tasks.isEmpty && refused.isEmpty ? object : nil
    }

    func yield(into reading: inout Reading) {
        for row in refused { reading.refuse(line: row.line, row.sentence) }
        guard let title = object["title"]?.text, !title.isEmpty else {
            reading.refuse(line: object.line, field: "title", "The list has no title; its tasks are in the Inbox.")
            return Self.yield(tasks, in: nil, into: &reading)
        }
        let name = SourceName.named(object["id"]?.text ?? title)
        var list = ListDraft(name, line: object.line, title: title)
        list.updatedAt = object["updated"]?.text.flatMap { Instant($0) }
        reading.mapped("list.title", to: "list")
        reading.yield(list)
        for member in object.members where !["title", "id", "updated", "recurrences"].contains(member.name) {
            reading.leftOut("list.\(member.name)")
        }
        let rules = object["recurrences"].map { GoogleRecurrence.carriers($0, tasks) }
        if let rules {
            if rules.isEmpty {
                reading.leftOut("list.recurrences")
            } else {
                reading.mapped("list.recurrences", to: "recurrence")
            }
        }
        Self.yield(tasks, in: name, repeating: rules, into: &reading)
    }

    static func yield(
        _ tasks: [GoogleRow], in list: SourceName?, repeating rules: [String: GoogleRecurrence]? = nil,
        into reading: inout Reading
    ) {
        let outline = Outline(
            Array(tasks.indices), id: { tasks[$0].id }, parent: { tasks[$0].parent },
            precedes: { left, right in
                guard let left = tasks[left].position, let right = tasks[right].position else { return false }
                return left < right
            })
        for (place, parent) in outline.rows {
            let rule = tasks[place].id.flatMap { rules?[$0] }
            let above = parent.flatMap { tasks[$0].id }.map { SourceName.named($0) }
            GoogleTask.yield(
                tasks[place].held.object, in: list, partOf: above, repeating: rule, knowingRules: rules != nil,
                into: &reading)
        }
    }
}

extension JSONReader {
    /// Where the next value ends.
    fileprivate func endOfNext() throws(WireError) -> Int {
        var ahead = self
        try ahead.skipValue()
        return ahead.offset
    }
}
