import DaybookCore

/// Todoist's JSON: what its API tells of an account (`projects`, `sections`, `items`, `notes`, `reminders` ...), or an
/// array of tasks alone. Tasks are made at the end, when everything that they refer to is known.
struct TodoistReader: DraftReader {
    private var pieces = JSONPieces(opensObjects: true)
    private var parts = TodoistParts()
    private var held = 0

    /// The most bytes of tasks that are held back.
    private static let most = 256 << 20

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        held += bytes.count
        guard held <= Self.most else {
            throw UnreadableSource(.tooLong, line: pieces.line, "The file is longer than can be held.")
        }
        try pieces.cut(bytes) { piece throws(UnreadableSource) in parts.take(piece, into: &reading) }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) {
        try pieces.finish()
        guard parts.isTodoist else {
            throw UnreadableSource(.otherFormat, line: 1, "There are neither projects nor items of Todoist.")
        }
        parts.finish(into: &reading)
    }
}

/// The parts of the document, until it is whole.
private struct TodoistParts: Sendable {
    private var projects: [JSONObject] = []
    /// By the identifiers of the sections.
    private var sectionNames: [String: String] = [:]
    private var items: [JSONObject] = []
    private var comments: [String: [String]] = [:]
    private var reminders: [String: [JSONObject]] = [:]
    private(set) var isTodoist = false

    mutating func take(_ piece: JSONPieces.Piece, into reading: inout Reading) {
        let isRow = ["projects", "sections", "items", "tasks", "results", "notes", "comments", "reminders", ""]
            .contains(piece.member)
        guard isRow, piece.isElement else {
            if !piece.isElement || !reading.isLeftOut(piece.member) { reading.leftOut(piece.member) }
            return
        }
        guard let bytes = piece.bytes else { return reading.refuse(line: piece.line, "The row is too long.") }
        do throws(UnreadableRow) {
            let object = try JSONObject(bytes, line: piece.line)
            isTodoist = true
            switch piece.member {
            case "projects": projects.append(object)
            case "sections": if let id = object["id"]?.written { sectionNames[id] = object["name"]?.text }
            case "notes", "comments":
                guard let task = (object["item_id"] ?? object["task_id"])?.written, let text = object["content"]?.text
                else {
                    return reading.passOver(line: object.line, "It is a comment of no task.")
                }
                let day = object["posted_at"]?.text.map { "\($0.prefix(10)) " } ?? ""
                comments[task, default: []].append(day + text)
            case "reminders":
                if let task = (object["item_id"] ?? object["task_id"])?.written {
                    reminders[task, default: []].append(object)
                }
            default: items.append(object)
            }
        } catch {
            reading.refuse(line: error.line, error.sentence)
        }
    }

    mutating func finish(into reading: inout Reading) {
        var lists: [String: SourceName] = [:]
        var ranks: [String: Int] = [:]
        let outline = Outline(projects, id: \.id, parent: \.parent) { $0.rank < $1.rank }
        for (rank, entry) in outline.rows.enumerated() {
            guard let id = entry.row.id else { continue }
            ranks[id] = rank
            lists[id] = entry.row.yieldList(partOf: entry.parent, into: &reading)
        }
        projects = []
        let tasks = Outline(items, id: \.id, parent: \.parent) { left, right in
            let places = [left, right].map { ranks[$0["project_id"]?.written ?? ""] ?? .max }
            return places[0] != places[1] ? places[0] < places[1] : left.rank < right.rank
        }
        items = []
        for (row, parent) in tasks.rows {
            let id = row.id ?? ""
            var item = TodoistItem(row, zone: reading.context.zone)
            item.list = row["project_id"].flatMap { lists[$0.written] }
            item.section = row["section_id"].flatMap { sectionNames[$0.written] }
            item.parent = parent?.id.map { .named($0) }
            item.comments = comments[id] ?? []
            item.reminders = reminders[id] ?? []
            item.yield(into: &reading)
        }
    }
}

extension Reading {
    /// Elements of one member count as one.
    fileprivate func isLeftOut(_ field: String) -> Bool { report.count(of: field, .nothing) > 0 }
}

extension JSONObject {
    fileprivate var id: String? { self["id"]?.written }
    fileprivate var parent: String? { self["parent_id"].flatMap { $0.isBlank ? nil : $0.written } }
    fileprivate var rank: Int { (self["child_order"] ?? self["order"])?.number ?? 0 }

    /// A project as a list; nil for the inbox, which is not a list.
    fileprivate func yieldList(partOf parent: JSONObject?, into reading: inout Reading) -> SourceName? {
        func isSet(_ name: String) -> Bool { self[name]?.flag ?? (self[name]?.number == 1) }
        if isSet("is_deleted") {
            reading.passOver(line: line, "The project was deleted in Todoist.")
            return nil
        }
        if isSet("inbox_project") || isSet("is_inbox_project") { return nil }
        guard let id, let name = self["name"]?.text else {
            reading.refuse(line: line, field: "name", "A project must have an id and a name.")
            return nil
        }
        // Lists are not part of each other; the name tells.
        let title = parent?["name"]?.text.map { "\($0) / \(name)" } ?? name
        var draft = ListDraft(.named(id), line: line, title: title)
        draft.colorHex = self["color"]?.text.flatMap { TodoistColor.hex[$0] }
        draft.createdAt = self["created_at"]?.text.flatMap { Instant($0) }
        draft.updatedAt = self["updated_at"]?.text.flatMap { Instant($0) }
        reading.mapped("project.name", to: "list")
        if draft.colorHex != nil { reading.mapped("project.color", to: "colorHex") }
        reading.yield(draft)
        return draft.name
    }
}
