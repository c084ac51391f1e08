import DaybookCore
import DaybookDevice

/// A book that has been opened, as the page asks it, and its views.
final class Desk {
    var book: LocalBook
    var notes: Notes
    /// Of a folding that is on its way, and how many writes it holds.
    var chunks: Chunks?
    var foldingWrites = 0
    var screens = Screens()

    init(_ notes: Notes, chance: Chance, now: Instant) {
        let zone = notes.zone
        book = LocalBook(
            notes.parts, deeds: notes.deeds, troubles: notes.troubles, zone: { zone }, chance: chance, now: now)
        self.notes = notes.marks
    }

    func answer(
        _ question: Question, _ text: [UInt8], _ writer: inout JSONWriter
    ) throws(Refused) -> [UInt8] {
        switch question.call {
        case .do: return try act(question, &writer)
        case .undo: return putAndAnswer(try book.undo(try question.identifier("deed"), at: try question.now), &writer)
        case .withdraw: try withdraw(question, &writer)
        case .look: try look(question, &writer)
        case .outline: try outline(question, &writer)
        case .next: try next(question, &writer)
        case .wake: try wake(question)
        case .live: book.sync.hearsLive(question.flag("isLive"))
        case .request: return try request(question, &writer)
        case .take: return try take(question, text, &writer)
        case .failed: return try fail(question, &writer)
        case .event: return try hear(question, text, &writer)
        case .decide: return try decide(question, &writer)
        case .fold: return fold(question, &writer)
        case .chunkText: return try chunk(question, &writer)
        case .folded: folded()
        case .zone, .open, .chunk, .paper, .replay, .begin, .identifiers, .join: break
        }
        return []
    }

    // MARK: What all of them need

    var replica: Replica { book.replica }
    var settings: AccountSettings { book.settings }

    /// Everything that is to be written down again.
    var whole: Notes {
        var notes = notes
        notes.parts = replica.parts
        notes.deeds = book.deeds
        notes.troubles = book.troubles
        return notes
    }

    /// Shows what a step changed, and answers what it puts down.
    func put(_ step: Step) -> [UInt8] {
        show(step.rows)
        guard let write = step.write else { return [] }
        notes.mark(write)
        return write.journalEntry
    }

    func show(_ rows: RowSet) { screens.change(rows) }

    func writeChanges(_ rows: RowSet, to writer: inout JSONWriter) {
        writeTouched(rows, to: &writer)
        writer.name("standing")
        writeStanding(to: &writer)
    }

    func writeTouched(_ rows: RowSet, to writer: inout JSONWriter) {
        writer.object("touched") { writer in
            writer.member("tasks", rows.tasks.ordered())
            writer.member("lists", rows.lists.ordered())
            writer.member("settings", rows.settings)
            writer.member("everything", rows.everything)
        }
    }
}
