import Testing

@testable import DaybookCore

@Suite struct TodoistTests {
    @Test func everyColumnOfTheTableGoesSomewhere() throws {
        let file = try ReadFile(fixture: "Work [220474322].csv", as: .todoistCSV)
        #expect(file.failure == nil)
        #expect(file.lists.map(\.title) == ["Work"])
        let task = try file.task("Write to ada@example.org")
        #expect(task.list == .named("Work"))
        #expect(task.tags == ["home", "mail"] && task.category == nil)
        #expect(task.priority == 1)
        #expect(task.scheduledDate == "2026-10-05")
        // The deadline, in the zone of the task.
        #expect(task.dueAt == "2026-10-07T20:59:59Z")
        #expect(
            task.notes == """
                Two lines
                of "description"
                2018-06-08 Seen

                DATE: Oct 5 2026 14:30
                DURATION: 30 minute
                RESPONSIBLE: Bo (123)
                """)
        #expect(try file.task("A part of the part").parent == file.task("A part of it").name)
        #expect(try file.task("A part of the part").notes == nil)
        #expect(try file.task("A part of the part").dueAt == "2026-11-01T22:59:59Z")
        let plants = try file.task("Water the plants")
        #expect(plants.recurrence == .rule("FREQ=WEEKLY;INTERVAL=2"))
        #expect(plants.scheduledDate == "2027-01-15")
        #expect(plants.notes == "Section: Later")
        #expect(
            file.tasks.filter { $0.title == "Windows" }.map(\.notes)
                == Array(repeating: "Section: Later\nDATE: jährlich", count: 2))
        #expect(file.tasks.filter { $0.title == "Windows" }.map(\.priority) == [9, 9])
        #expect(Set(file.tasks.map(\.name)).count == file.tasks.count)
        #expect(file.report.refused == 2)
        #expect(file.report.count(of: "AUTHOR", .nothing) == 2)
    }

    @Test func theTableOfTheInboxHasNoList() {
        let file = ReadFile("\u{FEFF}TYPE,CONTENT\r\ntask,One\r\n", as: .todoistCSV, name: "Inbox [1]")
        #expect(file.lists.isEmpty)
        #expect(file.tasks.map(\.list) == [nil])
    }

    @Test func everyFieldOfTheAPIGoesSomewhere() throws {
        let file = try ReadFile(fixture: "todoist.json", as: .todoistJSON)
        #expect(file.failure == nil)
        #expect(file.lists.map(\.title) == ["House", "House / Kitchen"])
        #expect(file.lists.map(\.colorHex) == ["#B8255F", "#148FAD"])
        // As people see them: the inbox, then projects in their order, parts below what they are part of.
        #expect(file.tasks.map(\.title) == ["In the inbox", "First", "A part", "Second", "Below"])
        let first = try file.task("First")
        #expect(first.name == .named("6"))
        #expect(first.list == .named("102"))
        #expect(first.createdAt == "2026-01-01T09:00:00Z")
        #expect(first.updatedAt == "2026-01-03T09:00:00Z")
        #expect(first.scheduledDate == "2026-10-05")
        #expect(first.dueAt == "2026-10-09T21:59:59Z")
        #expect(first.reminderAt == "2026-10-04T08:00:00Z")
        #expect(first.tags == ["computer", "home"])
        let notes = try #require(first.notes)
        for line in [
            "With *words*", "2026-01-05 A comment", "due.string: every day at 5am",
            "due: 2026-10-05T12:00:00Z", "duration: 15 minute", "reminder: 2026-10-05T11:30:00.000Z", "Section: Soon",
            "responsible_uid: 3",
        ] { #expect(notes.contains(line), "\(line)") }
        let part = try file.task("A part")
        #expect(part.state == .completed)
        #expect(part.completedAt == "2026-01-04T08:00:00Z")
        #expect(part.dueAt == "2026-10-06T07:15:00Z")
        #expect(part.notes == nil && part.parent == first.name)
        #expect(part.priority == 9)
        #expect(first.priority == 1)
        let inbox = try file.task("In the inbox")
        #expect(inbox.list == nil)
        #expect(inbox.recurrence == .rule("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"))
        #expect(try file.task("Below").notes == "due: irgendwann")
        #expect(file.report.passedOver == 2)
        let odd = file.report.remarks.filter { $0.code == .notUnderstood }.compactMap(\.field)
        #expect(Set(odd) == ["due.string", "reminders", "due"])
    }

    /// A reminder counts from when the task is due, and not from the deadline that comes days later.
    @Test func aDeadlineTakesNoTimeAway() throws {
        let due = #""due":{"date":"2026-10-05T12:00:00Z","string":"Oct 5 12:00"}"#
        let file = ReadFile(
            #"{"items":[{"id":"6","content":"a",\#(due),"deadline":{"date":"2026-10-09"}},{"id":"7","content":"b",\#(due)}],"#
                + #""reminders":[{"id":"1","item_id":"6","minute_offset":30},{"id":"2","item_id":"7","minute_offset":30}]}"#,
            as: .todoistJSON)
        #expect(file.tasks.map(\.reminderAt) == ["2026-10-05T11:30:00Z", "2026-10-05T11:30:00Z"])
        #expect(file.tasks.map(\.scheduledDate) == ["2026-10-05", "2026-10-05"])
        #expect(file.tasks.map(\.dueAt) == ["2026-10-09T23:59:59Z", "2026-10-05T12:00:00Z"])
        #expect(file.tasks.map(\.notes) == ["due: 2026-10-05T12:00:00Z", nil])
    }

    /// An array of tasks has no projects, and which one a task was in is told all the same.
    @Test func aProjectThatIsNoListIsInTheNotes() throws {
        let file = ReadFile(
            #"[{"id":"1","content":"a","project_id":"9"},{"id":"2","content":"b","project_id":8},{"id":"3","content":"c"}]"#,
            as: .todoistJSON)
        #expect(file.tasks.map(\.notes) == ["Project: 9", "Project: 8", nil])
        #expect(file.report.count(of: "project_id", .notes) == 2)
        #expect(file.report.count(of: "project_id", .field("listId")) == 0)
        #expect(file.report.remarks.map(\.field) == ["project_id"])
        let projects =
            #""projects":[{"id":"9","name":"Inbox","is_inbox_project":true},{"id":"8","name":"Old","is_deleted":true}]"#
        let known = ReadFile(
            #"{\#(projects),"items":[{"id":"1","content":"a","project_id":"9"},{"id":"2","content":"b","project_id":"8"}]}"#,
            as: .todoistJSON)
        #expect(known.lists.isEmpty && known.tasks.map(\.notes) == [nil, "Project: Old"])
    }

    @Test(
        arguments: [
            ("2026-10-05", "2026-10-05", nil), ("5 Oct 2026", "2026-10-05", nil),
            ("Oct 5, 2026 at 2pm", "2026-10-05", nil),
            ("every day", nil, "FREQ=DAILY"), ("every! 3 days", nil, "FREQ=DAILY;INTERVAL=3"),
            ("every weekday", nil, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("every mon, fri", nil, "FREQ=WEEKLY;BYDAY=MO,FR"),
            ("every other month", nil, "FREQ=MONTHLY;INTERVAL=2"), ("yearly", nil, "FREQ=YEARLY"),
        ] as [(String, String?, String?)])
    func wordsForDates(text: String, date: String?, rule: String?) throws {
        let file = ReadFile("TYPE,CONTENT,DATE\ntask,One,\"\(text)\"\n", as: .todoistCSV)
        let task = try file.task("One")
        if let date { #expect(task.scheduledDate?.text == date) }
        if let rule {
            #expect(task.recurrence.flatMap { try? RecurrenceRule($0) }?.rrule == rule)
            #expect(task.scheduledDate != nil)
        }
        #expect(file.report.remarks.map(\.field) == (text.hasPrefix("every!") ? ["DATE"] : []))
    }

    /// `every!` goes on from the day on which the task is done, which no rule here does: the report says so.
    @Test func whatGoesByItsCompletionIsTold() {
        let file = ReadFile(
            #"[{"id":"1","content":"a","project_id":null,"due":{"date":"2026-10-05","string":"every! 3 days","is_recurring":true}}]"#,
            as: .todoistJSON)
        #expect(file.tasks.map(\.recurrence) == [.rule("FREQ=DAILY;INTERVAL=3")])
        #expect(file.report.remarks.map(\.code) == [.fitted])
    }

    /// A list of what is completed says when, and not whether.
    @Test func whatHasATimeOfCompletionIsCompleted() {
        let at = #""completed_at":"2026-01-04T08:00:00Z""#
        let file = ReadFile(
            #"[{"id":"1","content":"a",\#(at)},{"id":"2","content":"b","checked":false,\#(at)}]"#, as: .todoistJSON)
        #expect(file.tasks.map(\.state) == [.completed, .notStarted])
        #expect(file.tasks.map(\.completedAt) == ["2026-01-04T08:00:00Z", nil])
    }

    @Test(arguments: ["tomorrow", "every 1st", "Feb 30 2026", "every day at noon", "jeden Tag", "every"])
    func wordsThatAreForPeople(text: String) throws {
        let file = ReadFile("TYPE,CONTENT,DATE\ntask,One,\(text)\n", as: .todoistCSV)
        #expect(try file.task("One").notes == "DATE: \(text)")
        #expect(file.report.remarks.map(\.code) == [.notUnderstood])
    }
}
