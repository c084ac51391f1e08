import Testing

@testable import DaybookCore

@Suite struct CalendarReaderTests {
    let file: ReadFile

    init() throws {
        file = try ReadFile(fixture: "calendar.ics", as: .ics)
        #expect(file.failure == nil)
    }

    @Test func everyPropertyGoesSomewhere() throws {
        let task = try file.task("A title that is folded in the middle of an umlaut: ÄÖÜ")
        #expect(task.name == .named("everything@example.org\n20260201T090000"))
        #expect(task.state == .completed)
        #expect(task.completedAt == "2026-02-03T10:11:12Z")
        #expect(task.createdAt == "2026-01-02T03:04:05Z")
        #expect(task.updatedAt == "2026-02-03T10:11:13Z")
        #expect(task.scheduledDate == "2026-02-01")
        // Summer in a zone that only the file knows.
        #expect(task.dueAt == "2026-07-01T16:00:00Z")
        #expect(task.reminderAt == "2026-02-01T07:45:00Z")
        #expect(task.list == .named("Home, sweet home"))
        #expect(task.tags == ["Deep, narrow", "Third", "Work"] && task.category == nil)
        #expect(task.priority == 1)
        #expect(
            task.notes == #"""
                First line
                second, with a comma; a semicolon and a \ backslash
                A comment

                RELATED-TO (CHILD): other@example.org
                DTSTART: 2026-02-01T08:00:00.000Z
                VALARM: 2026-06-30T16:00:00.000Z
                EXDATE: 20260301T090000Z
                CLASS: PRIVATE
                GEO: 48.1;11.5
                LOCATION: At home
                ORGANIZER: mailto:ada@example.org (CN=Ada)
                URL: https://example.org/
                ATTACH: https://example.org/file.pdf
                ATTENDEE: mailto:bob@example.org
                CONTACT: Bob
                REQUEST-STATUS: 2.0;Success
                RESOURCES: Ladder
                RDATE: 20260401T090000Z
                X-CUSTOM: kept (X-A=b)
                """#)
        #expect(file.lists.map(\.title) == ["Home, sweet home"])
        #expect(file.lists.map(\.colorHex) == ["#FF2968"])
    }

    @Test func daysAndTheirAlarms() throws {
        let parent = try file.task("Parent")
        #expect(parent.scheduledDate == "2026-03-10")
        #expect(parent.dueAt == "2026-03-10T22:59:59Z")
        #expect(parent.reminderAt == "2026-03-09T17:00:00Z")
        #expect(parent.recurrence == .weekly(Weekdays([1, 3])!))
        let child = try file.task("Child")
        #expect(child.state == .active && child.parent == parent.name)
        #expect(child.scheduledDate == "2026-03-01")
        #expect(child.dueAt == "2026-03-02T23:00:00Z")
        #expect(
            child.notes == """
                PERCENT-COMPLETE: 40
                RRULE: FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR
                """)
    }

    /// Half past two does not exist in that night: it is as much later as the clock skips.
    @Test func aFloatingTimeIsTheAccounts() throws {
        let task = try file.task("Floating")
        #expect(task.dueAt == "2026-03-29T01:00:00Z")
        #expect(task.scheduledDate == "2026-03-29")
        #expect(task.recurrence == .rule("FREQ=DAILY;UNTIL=20260402"))
    }

    @Test func whatIsNotUnderstoodIsInTheNotesAndTold() throws {
        let task = try file.task("Odd")
        #expect(task.state == .notStarted)
        #expect(
            task.notes == """
                DTSTART: 20260301T090000 (TZID=Nowhere/Never)
                DUE: next week
                STATUS: PAUSED
                PERCENT-COMPLETE: many
                VALARM: soon
                """)
        let odd = file.report.remarks.filter { $0.code == .notUnderstood }.compactMap(\.field)
        #expect(odd == ["RRULE", "DTSTART", "DUE", "STATUS", "PERCENT-COMPLETE", "VALARM"])
        #expect(file.report.refused == 1)
        #expect(file.report.passedOver == 1)
        #expect(try file.task("Cancelled").state == .completed)
        #expect(Set(file.tasks.filter { $0.title == "Nameless" }.map(\.name)).count == 2)
    }

    @Test(arguments: [1, 3, 10, 1000]) func itDoesNotMatterHowTheBytesArrive(size: Int) throws {
        let pieces = try ReadFile(fixture: "calendar.ics", as: .ics, cutting: size)
        #expect(pieces.drafts == file.drafts)
        #expect(pieces.report == file.report)
    }

    @Test func aZoneMayComeAfterTheTaskThatNeedsIt() {
        let file = ReadFile(
            """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:1
            SUMMARY:Early
            DUE;TZID=Here:20260115T120000
            END:VTODO
            BEGIN:VTIMEZONE
            TZID:Here
            BEGIN:STANDARD
            DTSTART:20000101T000000
            TZOFFSETFROM:+0300
            TZOFFSETTO:+0330
            END:STANDARD
            END:VTIMEZONE
            END:VCALENDAR
            """, as: .ics)
        #expect(file.tasks.map(\.dueAt) == ["2026-01-15T08:30:00Z"])
    }

    /// Also over the calendars of one file, as programs put them one behind the other.
    @Test func tasksThatShareAUIDAreBothKept() {
        func todo(_ lines: String) -> String { "BEGIN:VTODO\nUID:1\n\(lines)\nEND:VTODO\n" }
        let text = """
            BEGIN:VCALENDAR
            \(todo("SUMMARY:Milk"))\(todo("SUMMARY:Bread"))\(todo("SUMMARY:Milk\nDTSTAMP:20260101T000000Z"))\
            \(todo("SUMMARY:Milk\nRECURRENCE-ID:20260102T000000Z"))END:VCALENDAR
            BEGIN:VCALENDAR
            \(todo("SUMMARY:Tea"))END:VCALENDAR
            """
        let file = ReadFile(text, as: .ics)
        #expect(file.tasks.map(\.title) == ["Milk", "Bread", "Milk", "Tea"])
        #expect(Set(file.tasks.map(\.name)).count == 4 && file.tasks[0].name == .named("1"))
        #expect(ReadFile(text, as: .ics, cutting: 7).tasks.map(\.name) == file.tasks.map(\.name))
        #expect(file.report.passedOver == 1)
        #expect(file.report.remarks.map(\.code) == [.fitted, .passedOver, .fitted])
    }

    private func series(_ rule: String, _ todos: [String]) -> ReadFile {
        let master = "BEGIN:VTODO\nUID:s\nSUMMARY:Bins\nDUE;VALUE=DATE:20261201\nRRULE:\(rule)\nEND:VTODO\n"
        let other = "BEGIN:VTODO\nUID:o\nSUMMARY:Other\nEND:VTODO\n"
        let all = todos.map { ["master": master, "other": other][$0] ?? "BEGIN:VTODO\nUID:s\n\($0)\nEND:VTODO\n" }
        return ReadFile("BEGIN:VCALENDAR\n\(all.joined())END:VCALENDAR\n", as: .ics)
    }

    private static let done =
        "RECURRENCE-ID;VALUE=DATE:20261201\nSUMMARY:Bins\nDUE;VALUE=DATE:20261201\nSTATUS:COMPLETED"
    private static let moved = "RECURRENCE-ID;VALUE=DATE:20261208\nSUMMARY:Bins\nDUE;VALUE=DATE:20261210"

    /// A date of a series that was changed is a task of its own, and not one of the series too.
    @Test(arguments: [["master", done, moved], [done, moved, "master"], [done, "master", moved]])
    func changedDatesOfASeriesAreNotThereTwice(todos: [String]) throws {
        let file = series("FREQ=WEEKLY", todos + ["other"])
        #expect(file.tasks.map(\.scheduledDate) == ["2026-12-01", "2026-12-10", "2026-12-15", nil])
        #expect(file.tasks.map(\.state) == [.completed, .notStarted, .notStarted, .notStarted])
        let plain = series("FREQ=WEEKLY", ["master"]).tasks.first
        #expect(file.tasks[2].dueAt == "2026-12-15T23:59:59Z" && file.tasks[2].recurrence == plain?.recurrence)
        #expect(file.tasks[2].name == .named("s") && file.report.remarks.isEmpty)
        // Where it stands on another date, those are left out that come.
        let later = try #require(series("FREQ=WEEKLY", ["master", Self.moved]).tasks.last)
        #expect(later.scheduledDate == "2026-12-01" && later.recurrence?.except == ["2026-12-08"])
    }

    @Test func aSeriesOfWhichEveryDateWasChangedIsPassedOver() throws {
        let file = series("FREQ=WEEKLY;COUNT=2", ["master", Self.done, Self.moved])
        #expect(file.tasks.map(\.scheduledDate) == ["2026-12-01", "2026-12-10"] && file.report.passedOver == 1)
        let longer = try #require(series("FREQ=WEEKLY;COUNT=5", ["master", Self.done, Self.moved]).tasks.last)
        let rule = try #require(longer.recurrence.flatMap { try? RecurrenceRule($0) })
        #expect(longer.scheduledDate == "2026-12-15" && rule.end == .count(3))
    }

    /// One that stands apart from its series is told.
    @Test(arguments: [["master", "other", done], [done, "other", "master"]])
    func aChangedDateThatStandsApartIsTold(todos: [String]) {
        let file = series("FREQ=WEEKLY", todos)
        #expect(file.tasks.count == 3 && file.report.remarks.map(\.code) == [.fitted])
    }

    /// An export that stands twice in one file is of the same tasks.
    @Test func aTaskOfOursIsOnlyOne() {
        let task = """
            BEGIN:VTODO
            UID:00000000-0000-4000-8000-000000000001
            SUMMARY:Milk
            X-DAYBOOK:{}
            END:VTODO
            """
        let other = task.replacing("Milk", with: "Bread")
        let file = ReadFile("BEGIN:VCALENDAR\n\(task)\n\(task)\n\(other)\nEND:VCALENDAR\n", as: .ics)
        #expect(file.tasks.count == 1 && file.report.passedOver == 2)
        #expect(file.report.remarks.map(\.code) == [.passedOver, .passedOver])
    }

    @Test(arguments: [
        "", "hello", "BEGIN:VTODO\nEND:VTODO", "BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VCALENDAR", "BEGIN:VCALENDAR",
    ])
    func whatIsNoCalendarIsSaidToBeNone(text: String) { #expect(ReadFile(text, as: .ics).failure != nil) }

    @Test func bytesThatAreNoTextAreTold() {
        let file = ReadFile(
            Array("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:a".utf8) + [0xFF, 0xFE]
                + Array("\nEND:VTODO\nEND:VCALENDAR\n".utf8), as: .ics)
        #expect(file.tasks.map(\.title) == ["a\u{FFFD}\u{FFFD}"])
        #expect(file.report.remarks.map(\.line) == [4])
    }
}
