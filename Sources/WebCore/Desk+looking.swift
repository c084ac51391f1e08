import DaybookCore
import DaybookDevice

extension Desk {
    private static let mostRows = 500

    /// Some rows of a view, and how many it has.
    func look(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        let now = try question.now
        let moment = book.moment(at: now)
        let kind = question.head["view"]?.text("kind") ?? ""
        writer.member("version", screens.version)
        writer.member("today", moment.today)
        writer.member("tomorrow", moment.tomorrow)
        var until = book.counts(at: moment, &screens).until
        switch kind {
        case "gaveWay": writeLost(to: &writer)
        case "notAccepted": writeRefused(to: &writer)
        case "task":
            guard let id = question.head["view"]?.identifier("id") else { throw Refused.missing("id") }
            let task = replica.view.tasks[id]
            let isOpen = task.map { !$0.isCompleted && !$0.isDeleted } ?? false
            writeSize(task.isNone ? 0 : 1, open: isOpen ? 1 : 0, from: 0, to: &writer)
            writeRows(task.map { [$0.id] } ?? [], moment, withNotes: true, to: &writer)
        case "board":
            writeSize(0, open: 0, from: 0, to: &writer)
            write([], to: &writer)
            writeRows([], moment, to: &writer)
            write(book.board(now: now, &screens), to: &writer)
        default:
            let sight = book.look(at: try View(kind, question.head["view"]), now: now, &screens)
            until = sight.until
            if let trouble = sight.trouble {
                writer.member("broken", trouble.code.rawValue)
                writer.member("brokenAt", trouble.offset)
            }
            write(sight, question, to: &writer)
        }
        writer.member("until", until.milliseconds)
    }

    /// The rows that were asked for.
    private func write(_ sight: Sight, _ question: Question, to writer: inout JSONWriter) {
        let total = sight.stands.count
        let from = min(max(0, Int(clamping: (try? question.number64("from")) ?? 0)), total)
        let count = min(max(0, Int(clamping: (try? question.number64("count")) ?? 120)), Self.mostRows)
        writeSize(total, open: sight.open, from: from, to: &writer)
        write(sight.groups, to: &writer)
        let window = sight.stands[from..<min(from + count, total)]
        writeRows(window.map { $0.id }, sight.moment, found: sight.search, to: &writer)
    }

    private func writeRows(
        _ ids: [Identifier], _ moment: Moment, found search: TypedSearch? = nil, withNotes: Bool = false,
        to writer: inout JSONWriter
    ) {
        let counts = book.counts(at: moment, &screens)
        let unsent = Set(replica.outbox.lazy.filter { $0.entity == .task }.map { $0.id })
        writer.name("rows")
        writer.array(ids) { writer, id in
            guard let task = replica.view.tasks[id] else { return }
            writer.object { writer in
                writer.row(task, moment, withNotes: withNotes)
                writer.member("subtasks", counts.subtasks[id].map { Board.Progress(done: $0.done, total: $0.all) })
                writer.member("unsent", unsent.contains(id))
                if let hit = search?.hit(task) { writer.found(hit) }
            }
        }
    }

    private func writeSize(_ total: Int, open: Int, from: Int, to writer: inout JSONWriter) {
        writer.member("total", total)
        writer.member("open", open)
        writer.member("completed", total - open)
        writer.member("from", from)
    }
}

extension View {
    init(_ kind: String, _ value: JSONValue?) throws(Refused) {
        switch kind {
        case "inbox": self = .inbox
        case "today": self = .today
        case "upcoming": self = .upcoming
        case "past": self = .past
        case "overdue": self = .overdue
        case "logbook": self = .logbook
        case "deleted": self = .deleted
        case "backlog": self = .backlog
        case "list": self = .list(value?.identifier("id"))
        case "region": self = .region(try value.dayRegion)
        case "subtasks":
            guard let id = value?.identifier("id") else { throw Refused.missing("id") }
            self = .subtasks(id)
        case "tag":
            guard let tag = value?.text("tag") else { throw Refused.missing("tag") }
            self = .tag(tag)
        case "search":
            guard let text = value?.text("text") else { throw Refused.missing("text") }
            self = .search(text)
        default: throw Refused.missing("view")
        }
    }
}

extension JSONValue? {
    /// Morning, Afternoon or Evening, as a view or a place names it.
    var dayRegion: Region {
        get throws(Refused) {
            guard let region = self?.text("region").flatMap({ Region(name: $0) }), region != .backlog else {
                throw Refused.missing("region")
            }
            return region
        }
    }
}
