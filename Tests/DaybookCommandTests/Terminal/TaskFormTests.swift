import DaybookCore
import Testing

@testable import daybook

/// A task as a text: only what was changed is read.
@Suite struct TaskFormTests {
    let moment = Moment(Instant("2026-11-20T09:00:00Z")!, in: LocalDay(zone: .utc))

    func form(notes: String? = "one\n\n# two") -> TaskForm {
        var task = TaskItem(id: Identifier(high: 1, low: 1))
        task.title = "Run\naway"
        task.notes = notes
        task.dueAt = Instant("2026-11-21T12:30:45Z")
        task.recurrence = .weekly(Weekdays([1, 3])!)
        task.recurrence?.except = [CalendarDate("2026-12-24")!]
        return TaskForm(task, list: "Home", at: moment)
    }

    @Test func aTextThatIsLeftAsItWasChangesNothing() throws {
        for notes in [nil, "one", "one\n", "\n\none", "one\n\n# two", "Title: x\n"] {
            let before = form(notes: notes)
            for text in [before.text, before.text.replacing(" \n", with: "\n")] {
                let read = try TaskForm(text)
                #expect(read.changes(since: before) == [:])
                #expect(read.changedNotes(since: before) == nil, "\(notes ?? "none")")
            }
        }
        #expect(form().text.contains("Title: Run away\n"))
        #expect(form().text.contains("Due: 2026-11-21 12:30\n"))
        #expect(form().text.contains("Every: mon,wed\nExcept: 2026-12-24\n\none\n\n# two\n"))
    }

    @Test func whatWasChangedIsRead() throws {
        let before = form()
        let text = before.text.replacing("Run away", with: "Walk: slowly").replacing("List: Home\n", with: "")
            .replacing("# two", with: "three")
        let read = try TaskForm(text)
        #expect(read.changes(since: before) == [.title: "Walk: slowly", .list: ""])
        #expect(read.changedNotes(since: before) == .some("one\n\nthree"))
        let cut = try TaskForm("Title: Run away")
        #expect(cut.changedNotes(since: before) == .some(nil))
    }

    @Test(arguments: [
        ("Titel: x", 1), ("Title: x\nnonsense", 2), ("Title: x\n# a remark\nTitle: y", 3),
    ])
    func mistakesAreNamedByTheirLine(text: String, line: Int) {
        let fault = #expect(throws: TaskForm.Fault.self) { try TaskForm(text) }
        #expect(fault?.line == line)
    }

    @Test(arguments: [
        ("mon,wed", "mon,wed"), ("day", "day"), ("2 weeks", "2 weeks"), ("month", "month"),
        ("FREQ=YEARLY;BYMONTH=2", "FREQ=YEARLY;BYMONTH=2"), ("rrule:freq=daily;count=3", "FREQ=DAILY;COUNT=3"),
        ("first monday", "FREQ=MONTHLY;BYDAY=1MO"),
    ])
    func aRepetitionIsSaidAsItIsTyped(typed: String, said: String) throws {
        let read = try #require(QuickRecurrence.read(typed, at: moment))
        #expect(RecurrenceWords.text(read, at: moment) == said)
        #expect(QuickRecurrence.read(said, at: moment)?.pattern == read.pattern)
    }
}
