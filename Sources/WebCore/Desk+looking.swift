import DaybookCore
import DaybookDevice

extension Desk {
    private static let mostRows = 500

    /// Some rows of a view, and how many it has.
    func look(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        let moment = book.moment(at: try question.now)
        let counts = counts(at: moment)
        let kind = question.head["view"]?.text("kind") ?? ""
        writer.member("version", screens.version)
        writer.member("today", moment.today)
        writer.member("tomorrow", moment.tomorrow)
        var until = counts.until
        var stands: [Stand] = []
        switch kind {
        case "gaveWay": writeLost(to: &writer)
        case "notAccepted": writeRefused(to: &writer)
        case "task":
            guard let id = question.head["view"]?.identifier("id") else { throw Refused.missing("id") }
            let task = replica.view.tasks[id]
            let isOpen = task.map { !$0.isCompleted && !$0.isDeleted } ?? false
            writeSize(task.isNone ? 0 : 1, open: isOpen ? 1 : 0, from: 0, to: &writer)
            let unsent = unsent
            writer.name("rows")
            writer.array(task.map { [$0] } ?? []) { writer, task in
                task.writeRow(to: &writer, moment, isUnsent: unsent.contains(task.id), withNotes: true)
            }
        default:
            let view = try View(kind, question.head["view"])
            do throws(FilterError) {
                let filter = try filter(of: view, at: moment)
                until = end(of: filter, at: moment, until: until)
                stands = screens.stands(
                    of: view, replica.view.tasks, moment, settings.inboxRule, filter: filter, until: until)
            } catch { writer.member("broken", error.code.rawValue) }
            write(stands, question, moment, to: &writer)
        }
        writer.member("until", until.milliseconds)
    }

    /// What stands around every view.
    func outline(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        let moment = book.moment(at: try question.now)
        let counts = counts(at: moment)
        writer.member("today", moment.today)
        writer.member("tomorrow", moment.tomorrow)
        writer.member("until", counts.until.milliseconds)
        writer.object("counts") { writer in
            writer.member("inbox", counts.inbox)
            writer.member("today", counts.today)
            writer.member("completedToday", counts.completedToday)
            writer.member("upcoming", counts.upcoming)
            writer.member("past", counts.past)
            writer.member("overdue", counts.overdue)
        }
        let lists = replica.view.lists.values.filter { !$0.isDeleted }.ordered {
            OrderPlace($0.sortOrder, $0.id) < OrderPlace($1.sortOrder, $1.id)
        }
        writer.objects("lists", lists) { writer, list in
            writer.member("id", list.id)
            writer.member("name", list.name)
            writer.member("colorHex", list.colorHex)
            if let filter = list.filter { writer.member("filter", filter) }
            writer.member("open", list.filter == nil ? counts.lists[list.id] ?? 0 : 0)
        }
        writer.name("settings")
        settings.write(to: &writer)
    }

    // MARK: Inside

    /// The rows that were asked for.
    private func write(_ stands: [Stand], _ question: Question, _ moment: Moment, to writer: inout JSONWriter) {
        let from = min(max(0, Int(clamping: (try? question.number64("from")) ?? 0)), stands.count)
        let count = min(max(0, Int(clamping: (try? question.number64("count")) ?? 120)), Self.mostRows)
        let window = stands[from..<min(from + count, stands.count)]
        let completed = ViewOrder.rank(of: .completed)
        writeSize(stands.count, open: stands.count { $0.rank != completed }, from: from, to: &writer)
        writeGroups(of: stands, to: &writer)
        let unsent = unsent
        writer.name("rows")
        writer.array(window) { writer, stand in
            replica.view.tasks[stand.id]?.writeRow(
                to: &writer, moment, isUnsent: unsent.contains(stand.id), withNotes: false)
        }
    }

    private func counts(at moment: Moment) -> Counts {
        if let counts = screens.counts, !counts.isStale, moment.now < counts.until, screens.countsDay == moment.today {
            return counts
        }
        let counts = Counts(replica.view.tasks, moment, settings.inboxRule)
        screens.counts = counts
        screens.countsDay = moment.today
        return counts
    }

    /// The tasks of which the server does not have everything.
    var unsent: Set<Identifier> { Set(replica.outbox.lazy.filter { $0.entity == .task }.map { $0.id }) }

    private func writeSize(_ total: Int, open: Int, from: Int, to writer: inout JSONWriter) {
        writer.member("total", total)
        writer.member("open", open)
        writer.member("completed", total - open)
        writer.member("from", from)
    }

    private func writeGroups(of stands: [Stand], to writer: inout JSONWriter) {
        writer.name("groups")
        writer.beginArray()
        var first = 0
        while first < stands.count, let date = stands[first].date {
            var end = first
            while end < stands.count, stands[end].date == date { end += 1 }
            writer.object { writer in
                writer.member("date", date)
                writer.member("first", first)
                writer.member("count", end - first)
            }
            first = end
        }
        writer.endArray()
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
        case "list": self = .list(value?.identifier("id"))
        default: throw Refused("unreadable", "There is no view of this name.")
        }
    }
}

extension TaskItem {
    /// As lists show it.
    func writeRow(to writer: inout JSONWriter, _ moment: Moment, isUnsent: Bool, withNotes: Bool) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("title", title)
            if withNotes { writer.member("notes", notes) }
            writer.member("hasNotes", notes.map { !$0.isEmpty } ?? false)
            writer.member("state", state.name)
            writer.member("scheduledDate", scheduledDate)
            writer.member("date", moment.date(of: self))
            writer.member("dueAt", dueAt)
            writer.member("isOverdue", moment.isOverdue(self) && !isDeleted)
            writer.member("reminderAt", reminderAt)
            writer.member("listId", listId)
            writer.member("completedAt", completedAt)
            writer.member("deletedAt", deletedAt)
            writer.member("createdAt", createdAt)
            writer.member("priority", priority)
            writer.member("tags", tags)
            writer.member("recurrence", recurrence?.json)
            writer.member("carryCount", carryCount)
            writer.member("sticky", sticky)
            writer.member("autoCarry", autoCarry)
            writer.member("unsent", isUnsent)
        }
    }
}
