import Testing

@testable import DaybookCore

/// What is due on the day that a task leaves is due on the day it comes to.
@Suite struct MovedTimesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var date: String?
        var due: String?
        var reminder: String?
        var region: Region?
        var patch: [JSONMember] = []
        /// What is implied.
        var newDue: String?
        var newReminder: String?
        var testDescription: String { name }
    }

    static func to(_ date: String) -> [JSONMember] { [JSONMember("scheduledDate", .string(date))] }

    static let cases = [
        Case(
            name: "both lie on the old day", date: "2026-06-01", due: "2026-06-01T15:00:00.000Z",
            reminder: "2026-06-01T14:00:00.000Z", patch: to("2026-06-04"), newDue: "2026-06-04T15:00:00.000Z",
            newReminder: "2026-06-04T14:00:00.000Z"),
        Case(
            name: "to a day before", date: "2026-06-01", due: "2026-06-01T15:00:00.000Z", patch: to("2026-05-31"),
            newDue: "2026-05-31T15:00:00.000Z"),
        Case(
            name: "the reminder of the evening before goes along", date: "2026-06-01", due: "2026-06-01T07:00:00.000Z",
            reminder: "2026-05-31T18:00:00.000Z", patch: to("2026-06-02"), newDue: "2026-06-02T07:00:00.000Z",
            newReminder: "2026-06-01T18:00:00.000Z"),
        Case(
            name: "a deadline of another day stays", date: "2026-06-01", due: "2026-06-05T15:00:00.000Z",
            reminder: "2026-06-05T14:00:00.000Z", patch: to("2026-06-02")),
        Case(
            name: "a reminder of the old day goes without the deadline", date: "2026-06-01",
            due: "2026-06-05T15:00:00.000Z", reminder: "2026-06-01T06:00:00.000Z", patch: to("2026-06-02"),
            newReminder: "2026-06-02T06:00:00.000Z"),
        Case(
            name: "only due, so it leaves the day on which it is due", due: "2026-06-01T15:00:00.000Z",
            patch: to("2026-06-03"), newDue: "2026-06-03T15:00:00.000Z"),
        Case(
            name: "only due, and done ahead of time", due: "2026-06-05T15:00:00.000Z",
            reminder: "2026-06-05T14:00:00.000Z", patch: to("2026-06-03")),
        Case(
            name: "out of the backlog, ahead of its deadline", due: "2026-06-05T15:00:00.000Z", region: .backlog,
            patch: to("2026-06-03")),
        Case(
            name: "out of the backlog, where a rollover put it", due: "2026-06-01T15:00:00.000Z",
            reminder: "2026-06-01T14:00:00.000Z", region: .backlog, patch: to("2026-06-03"),
            newDue: "2026-06-03T15:00:00.000Z", newReminder: "2026-06-03T14:00:00.000Z"),
        Case(name: "only due, and to that day", due: "2026-06-01T15:00:00.000Z", patch: to("2026-06-01")),
        Case(name: "to where it is", date: "2026-06-01", due: "2026-06-01T15:00:00.000Z", patch: to("2026-06-01")),
        Case(name: "only reminded of", reminder: "2026-06-01T15:00:00.000Z", patch: to("2026-06-03")),
        Case(
            name: "the date is cleared", date: "2026-06-01", due: "2026-06-01T15:00:00.000Z",
            patch: [JSONMember("scheduledDate", .null)]),
        Case(
            name: "a due time is named", date: "2026-06-01", due: "2026-06-01T15:00:00.000Z",
            reminder: "2026-06-01T14:00:00.000Z",
            patch: to("2026-06-02") + [JSONMember("dueAt", "2026-06-01T15:00:00.000Z")]),
        Case(
            name: "a reminder is named", date: "2026-06-01", due: "2026-06-01T15:00:00.000Z",
            patch: to("2026-06-02") + [JSONMember("reminderAt", .null)]),
        Case(
            name: "no day is named", date: "2026-06-01", due: "2026-06-01T15:00:00.000Z",
            patch: [JSONMember("title", "x")]),
        // The day begins at four, in Berlin: half past one at night is still Sunday's.
        Case(
            name: "at night", date: "2026-05-31", due: "2026-05-31T23:30:00.000Z", patch: to("2026-06-02"),
            newDue: "2026-06-02T23:30:00.000Z"),
        Case(
            name: "over the end of summer time", date: "2026-10-24", due: "2026-10-24T07:00:00.000Z",
            reminder: "2026-10-24T06:00:00.000Z", patch: to("2026-10-26"), newDue: "2026-10-26T08:00:00.000Z",
            newReminder: "2026-10-26T07:00:00.000Z"),
        // At half past two, which the clock skips on that day.
        Case(
            name: "onto a time that is skipped", date: "2026-03-27", due: "2026-03-28T01:30:00.000Z",
            patch: to("2026-03-28"), newDue: "2026-03-29T01:30:00.000Z"),
        Case(
            name: "to the end of time", date: "2026-06-01", due: "2026-06-01T15:00:00.000Z", patch: to("9999-12-31"),
            newDue: "9999-12-31T16:00:00.000Z"),
    ]

    @Test(arguments: cases) func whatAMoveImplies(_ example: Case) throws {
        let zone = try #require(Zone("Europe/Berlin"))
        let start = try #require(TimeOfDay("04:00"))
        var task = TaskItem(id: Desk.task(1))
        task.scheduledDate = example.date.flatMap { CalendarDate($0) }
        task.region = example.region
        task.dueAt = example.due.flatMap { Instant($0) }
        task.reminderAt = example.reminder.flatMap { Instant($0) }
        let implied = Patch<TaskItem>(example.patch)
            .impliedTimes(of: task, on: LocalDay(zone: zone, dayStart: start))
        #expect(implied[.dueAt]?.instant?.text == example.newDue)
        #expect(implied[.reminderAt]?.instant?.text == example.newReminder)
        #expect(implied.count == [example.newDue, example.newReminder].compactMap { $0 }.count)
    }
}
