import DaybookCore
import DaybookDevice

extension Desk {
    /// What stands around every view: today and tomorrow, counts, lists, tags, categories and settings.
    func outline(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        let moment = book.moment(at: try question.now)
        let counts = book.counts(at: moment, &screens)
        writer.member("today", moment.today)
        writer.member("tomorrow", moment.tomorrow)
        writer.member("until", counts.until.milliseconds)
        writer.object("counts") { writer in
            writer.member("inbox", counts[.inbox])
            writer.member("today", counts[.today])
            writer.member("completedToday", counts[.completedToday])
            writer.member("upcoming", counts[.upcoming])
            writer.member("past", counts[.past])
            writer.member("overdue", counts[.overdue])
            writer.member("backlog", counts[.backlog])
            writer.member("board", counts[.board])
        }
        let lists = replica.view.lists.values.filter { !$0.isDeleted }.ordered {
            OrderPlace($0.sortOrder, $0.id) < OrderPlace($1.sortOrder, $1.id)
        }
        writer.objects("lists", lists) { writer, list in
            writer.member("id", list.id)
            writer.member("name", list.name)
            writer.member("colorHex", list.colorHex)
            if let filter = list.filter { writer.member("filter", filter) }
            if list.isHiddenFromAgents { writer.member(TaskList.hiddenFromAgents, true) }
            writer.member("open", list.filter == nil ? counts.lists[list.id]?.open ?? 0 : 0)
        }
        for (name, tallies) in [("tags", counts.commonTags), ("categories", counts.commonCategories)] {
            writer.objects(name, tallies) { writer, tally in
                writer.member("name", tally.name)
                writer.member("open", tally.open)
            }
        }
        writer.name("settings")
        settings.write(to: &writer)
    }
}
