import Testing

@testable import DaybookCore

@Suite struct GoogleTasksTests {
    @Test func everyFieldOfTakeoutGoesSomewhere() throws {
        let file = try ReadFile(fixture: "Tasks.json", as: .googleTasks)
        #expect(file.failure == nil)
        #expect(file.lists.map(\.title) == ["My Tasks"])
        #expect(file.lists.map(\.updatedAt) == ["2026-01-05T12:00:00Z"])
        #expect(file.tasks.map(\.title) == ["Buy groceries", "Check coupons", "Water plants", "Water plants"])
        let task = try file.task("Buy groceries")
        #expect(task.name == .named("parent-1"))
        #expect(task.list == .named("MDEzMTQ2"))
        #expect(task.scheduledDate == "2026-02-01")
        #expect(task.dueAt == "2026-02-01T22:59:59Z")
        #expect(task.createdAt == "2026-01-01T08:00:00Z")
        #expect(
            task.notes == """
                Milk
                and rice
                The letter https://mail.google.com/1

                assignmentInfo: {"surfaceType":"DOCUMENT","linkToTask":"https://docs.google.com/1"}
                starred: true
                """)
        let child = try file.task("Check coupons")
        #expect(child.state == .completed)
        #expect(child.completedAt == "2026-01-04T15:42:11Z")
        #expect(try child.notes == nil && child.parent == file.task("Buy groceries").name)
        #expect(child.line == 8)
        // The last occurrence goes on with the rule.
        let plants = file.tasks.filter { $0.title == "Water plants" }
        #expect(plants.map(\.recurrence) == [nil, .weekly(Weekdays([6])!)])
        #expect(plants.map(\.dueAt) == ["2026-05-02T10:00:00Z", "2026-05-09T21:59:59Z"])
        #expect(file.report.refused == 1)
        #expect(file.report.passedOver == 1)
    }

    /// A rule that says more than its kind is in the notes, where nothing here says the same.
    @Test(
        arguments: [
            (#"{"interval":{"daily":{}},"end_condition":{"end_date":"2027-06-01"}}"#, nil),
            (#"{"interval":{"monthly":{"week_of_month":2,"day_of_week":"TUESDAY"}}}"#, nil),
            (#"{"interval":{"monthly":{"day_of_month":31}}}"#, nil),
            (#"{"interval":{"monthly":{"day_of_month":30}}}"#, "FREQ=MONTHLY"),
            (#"{"interval":{"monthly":{}}}"#, "FREQ=MONTHLY"),
            (#"{"interval":{"yearly":{"month":"SEPTEMBER","day_of_month":[30]}}}"#, "FREQ=YEARLY"),
            (#"{"interval":{"yearly":{"month":"MARCH","day_of_month":[30]}}}"#, nil),
        ] as [(String, String?)])
    func aRuleThatCannotBeSaidIsInTheNotes(schedule: String, rule: String?) throws {
        let task =
            #"{"id":"1","kind":"tasks#task","title":"a","status":"needsAction","due":"2026-09-30T00:00:00Z","task_recurrence_id":"r"}"#
        let file = ReadFile(
            #"{"kind":"tasks#taskLists","items":[{"id":"l","kind":"tasks#taskList","title":"L","items":[\#(task)],"#
                + #""recurrences":[{"id":"r","schedule":\#(schedule)}]}]}"#,
            as: .googleTasks)
        let repeated = try file.task("a")
        if let rule {
            #expect(repeated.recurrence.flatMap { try? RecurrenceRule($0) }?.rrule.hasPrefix(rule) == true)
            #expect(repeated.notes == nil)
        } else {
            #expect(repeated.recurrence == nil)
            #expect(repeated.notes == "recurrence: \(schedule)")
            #expect(file.report.remarks.map(\.code) == [.notUnderstood])
        }
    }

    /// Midnight in UTC is five in the afternoon in Los Angeles, of the day before.
    @Test func midnightInUTCIsADayOnlyWhereNothingElseIsSaid() throws {
        func row(_ id: Int, _ times: String) -> String {
            #"{"id":"\#(id)","kind":"tasks#task","title":"\#(id)","status":"needsAction",\#(times)}"#
        }
        let rows = [
            row(1, #""due":"2026-05-01T00:00:00Z","scheduled_time":[{"current":true,"start":"2026-05-02T00:00:00Z"}]"#),
            row(2, #""due":"2026-05-02T00:00:00Z","scheduled_time":[{"current":true,"start":"2026-05-02T00:00:00Z"}]"#),
            row(3, #""scheduled_time":[{"current":true,"start":"2026-05-02T00:00:00Z"}]"#),
        ]
        let file = ReadFile(
            #"{"kind":"tasks#tasks","items":[\#(rows.joined(separator: ","))]}"#, as: .googleTasks,
            zone: "America/Los_Angeles")
        #expect(file.tasks.map(\.scheduledDate) == ["2026-05-01", "2026-05-02", "2026-05-02"])
        #expect(file.tasks.map(\.dueAt) == ["2026-05-02T00:00:00Z", "2026-05-03T06:59:59Z", "2026-05-03T06:59:59Z"])
        #expect(file.report.remarks.map(\.field) == ["scheduled_time"])
    }

    @Test func otherJSONIsNotTaken() {
        #expect(ReadFile("{\"items\":[{\"title\":\"x\"}]}", as: .googleTasks).failure?.code == .otherFormat)
    }
}
