import DaybookCore

/// Todoist's JSON: what its API tells of an account (`projects`, `sections`, `items`, `notes`, `reminders` ...), or an
/// array of tasks alone. Tasks are made at the end, when everything that they refer to is known.
struct TodoistReader: DraftReader {
    private var pieces = JSONPieces(opensObjects: true)
    private var parts = TodoistParts()
    private var isOver = false

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        try pieces.cut(bytes) { piece throws(UnreadableSource) in try parts.take(piece, into: &reading) }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) {
        while try finishSome(into: &reading) {}
    }

    mutating func finishSome(into reading: inout Reading) throws(UnreadableSource) -> Bool {
        if !isOver {
            isOver = true
            try pieces.finish()
            guard parts.isTodoist else {
                throw UnreadableSource(.otherFormat, line: 1, "There are neither projects nor items of Todoist.")
            }
            parts.putInOrder()
        }
        return parts.yieldSome(into: &reading)
    }
}

/// The parts of the document, until it is whole.
private struct TodoistParts: Sendable {
    private var projects: [TodoistRow] = []
    /// By the identifiers of the sections.
    private var sectionNames: [String: String] = [:]
    private var items: [TodoistRow] = []
    private var comments: [String: [String]] = [:]
    private var reminders: [String: [HeldRow]] = [:]
    private var hasReminders = false
    private(set) var isTodoist = false
    private var held = 0

    /// The places of projects and items that are still to be made, in their order.
    private var projectsLeft: ArraySlice<(row: Int, parent: Int?)> = []
    private var itemsLeft: ArraySlice<(row: Int, parent: Int?)> = []
    /// What became of the projects, by their identifiers.
    private var lists: [String: SourceName] = [:]
    /// The inbox, which is no list, and the names of the projects that are none either, by their identifiers.
    private var inboxes: Set<String> = []
    private var unlisted: [String: String] = [:]
    /// That the file does not have the project of a task is said once.
    private var hasToldProjects = false

    /// Rows that are made in one step, and bytes of them after which it ends.
    private static let (rowsAtOnce, bytesAtOnce) = (1_000, 4 << 20)

    mutating func take(_ piece: JSONPieces.Piece, into reading: inout Reading) throws(UnreadableSource) {
        let isRow = ["projects", "sections", "items", "tasks", "results", "notes", "comments", "reminders", ""]
            .contains(piece.member)
        guard isRow, piece.isElement else {
            if !piece.isElement || !reading.isLeftOut(piece.member) { reading.leftOut(piece.member) }
            return
        }
        guard let bytes = piece.bytes else { return reading.refuse(line: piece.line, "The row is too long.") }
        let row = HeldRow(copying: bytes, line: piece.line)
        held += row.weight
        guard held <= HeldRow.most else {
            throw UnreadableSource(.tooLong, line: piece.line, "The file is longer than can be held.")
        }
        do throws(UnreadableRow) {
            let object = try JSONObject(bytes, line: piece.line)
            isTodoist = true
            switch piece.member {
            case "projects": projects.append(TodoistRow(object, row))
            case "sections": if let id = object["id"]?.reference { sectionNames[id] = object["name"]?.label }
            case "notes", "comments":
                guard let task = object.task, let text = object["content"]?.text else {
                    return reading.passOver(line: object.line, "It is a comment of no task.")
                }
                let day = object["posted_at"]?.text.map { "\($0.prefix(10)) " } ?? ""
                comments[task, default: []].append(day + text)
            case "reminders":
                hasReminders = true
                if let task = object.task { reminders[task, default: []].append(row) }
            default: items.append(TodoistRow(object, row))
            }
        } catch {
            reading.refuse(line: error.line, error.sentence)
        }
    }

    /// What rows are put in order by is looked up once for each, since two of them are compared many times.
    mutating func putInOrder() {
        let (projects, items) = (projects, items)
        projectsLeft =
            Outline(Array(projects.indices), id: { projects[$0].id }, parent: { projects[$0].parent }) {
                projects[$0].rank < projects[$1].rank
            }.rows[...]
        var ranks: [String: Int] = [:]
        for (rank, entry) in projectsLeft.enumerated() {
            if let id = projects[entry.row].id { ranks[id] = rank }
        }
        let places = items.map { item in item.project.flatMap { ranks[$0] } ?? .max }
        itemsLeft =
            Outline(Array(items.indices), id: { items[$0].id }, parent: { items[$0].parent }) { left, right in
                places[left] != places[right] ? places[left] < places[right] : items[left].rank < items[right].rank
            }.rows[...]
    }

    /// Makes the next of them; whether any are left.
    mutating func yieldSome(into reading: inout Reading) -> Bool {
        var (rows, bytes) = (0, 0)
        while rows < Self.rowsAtOnce, bytes < Self.bytesAtOnce {
            if let (place, parent) = projectsLeft.popFirst() {
                let project = projects[place]
                bytes += project.held.weight
                if let id = project.id {
                    lists[id] = project.held.object.yieldList(
                        partOf: parent.flatMap { projects[$0].name }, into: &reading)
                    if project.held.object.isInbox {
                        inboxes.insert(id)
                    } else if lists[id] == nil {
                        unlisted[id] = project.name
                    }
                }
            } else if let (place, parent) = itemsLeft.popFirst() {
                bytes += items[place].held.weight
                yield(items[place], partOf: parent.flatMap { items[$0].id }, into: &reading)
            } else {
                return false
            }
            rows += 1
        }
        return true
    }

    private mutating func yield(_ row: TodoistRow, partOf parent: String?, into reading: inout Reading) {
        let object = row.held.object
        var item = TodoistItem(object, zone: reading.context.zone)
        item.list = row.project.flatMap { lists[$0] }
        item.project = row.project.flatMap { unlisted[$0] }
        item.isOfInbox = row.project.map(inboxes.contains) ?? false
        if row.project != nil, item.list == nil, !item.isOfInbox, !hasToldProjects {
            hasToldProjects = true
            reading.remark(
                Remark(
                    .notUnderstood, line: object.line, field: "project_id",
                    "Its project is no list in this file: the task is in the Inbox, and the notes tell the project. "
                        + "So it is with others."))
        }
        item.section = object["section_id"]?.reference.flatMap { sectionNames[$0] }
        item.parent = parent.map { .named($0) }
        item.knowsReminders = hasReminders
        if let id = row.id {
            // A row that comes twice has them once.
            item.comments = comments.removeValue(forKey: id) ?? []
            item.reminders = (reminders.removeValue(forKey: id) ?? []).map { $0.object }
        }
        item.yield(into: &reading)
    }
}

/// A project or an item, with what puts it in its place.
private struct TodoistRow: Sendable {
    let held: HeldRow
    let id: String?
    let parent: String?
    let project: String?
    /// Of a project.
    let name: String?
    let rank: Int

    init(_ object: JSONObject, _ held: HeldRow) {
        self.held = held
        id = object["id"]?.reference
        parent = object["parent_id"]?.reference
        project = object["project_id"]?.reference
        name = object["name"]?.label
        rank = (object["child_order"] ?? object["order"])?.number ?? 0
    }
}

extension JSONValue {
    /// As rows name each other: a text or a number.
    fileprivate var reference: String? {
        switch self {
        case .string, .integer, .decimal: isBlank ? nil : written
        case .null, .bool, .array, .object: nil
        }
    }

    /// The name of what others stand in, which is told with each of them. Todoist's own are shorter.
    fileprivate var label: String? {
        text.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(2_000))) }
    }
}

extension Reading {
    /// Elements of one member count as one.
    fileprivate func isLeftOut(_ field: String) -> Bool { report.count(of: field, .nothing) > 0 }
}

extension JSONObject {
    /// The task of a comment or a reminder.
    fileprivate var task: String? { (self["item_id"] ?? self["task_id"])?.reference }

    fileprivate var isInbox: Bool { isSet("inbox_project") || isSet("is_inbox_project") }

    private func isSet(_ name: String) -> Bool { self[name]?.flag ?? (self[name]?.number == 1) }

    /// A project as a list; nil for the inbox, which is not a list.
    fileprivate func yieldList(partOf parent: String?, into reading: inout Reading) -> SourceName? {
        if isSet("is_deleted") {
            reading.passOver(line: line, "The project was deleted in Todoist.")
            return nil
        }
        if isInbox { return nil }
        guard let id = self["id"]?.reference, let name = self["name"]?.text else {
            reading.refuse(line: line, field: "name", "A project must have an id and a name.")
            return nil
        }
        // Lists are not part of each other; the name tells.
        let title = parent.map { "\($0) / \(name)" } ?? name
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
