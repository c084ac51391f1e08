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

    @Test func otherJSONIsNotTaken() {
        #expect(ReadFile("{\"items\":[{\"title\":\"x\"}]}", as: .googleTasks).failure?.code == .otherFormat)
    }
}
