import DaybookFormats
import Testing

@testable import DaybookCore

/// What a PUT becomes, and what is served then.
@Suite struct CalendarPutTests {
    private let name = "buy-milk.ics"

    private func desk(_ lines: String...) throws -> CalendarDesk {
        var desk = CalendarDesk()
        let answer = desk.put(name, "UID:buy-milk", lines.joined(separator: "\n"))
        guard case .kept = answer else { throw Failure("not kept: \(answer)\n\(try desk.lines(name))") }
        return desk
    }

    private struct Failure: Error { init(_ what: String) { Issue.record(Comment(rawValue: what)) } }

    @Test func everyPropertyHasItsPlace() throws {
        let desk = try desk(
            "SUMMARY:Buy milk", "DESCRIPTION:Two bottles\\, cold", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40",
            "DTSTART;TZID=Europe/Berlin:20261201T090000", "DUE;TZID=Europe/Berlin:20261202T120000", "PRIORITY:1",
            "CATEGORIES:Home,Errands", "RELATED-TO:the-list-of-all", "LOCATION:Shop", "X-COLOUR;X-DEPTH=3:teal",
            "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nDESCRIPTION:Milk\nUID:alarm-1\nEND:VALARM")
        let task = try desk.task(name)
        #expect(task.title == "Buy milk" && task.notes == "Two bottles, cold" && task.state == .active)
        #expect(task.scheduledDate == "2026-12-01" && task.dueAt == "2026-12-02T11:00:00Z" && task.priority == 1)
        #expect(task.tags == ["Errands", "Home"] && task.category == nil)
        // An alarm without RELATED counts from the start.
        #expect(task.reminderAt == "2026-12-01T07:45:00Z")
        #expect(task.parentId == CalendarName.identifier(uid: "the-list-of-all", account: desk.account))
        #expect(task.unknown["ics:LOCATION"]?.value == .array(["LOCATION:Shop"]))
        #expect(task.id == CalendarName.identifier(uid: "buy-milk", account: desk.account))
        #expect(task.calendarUID() == "buy-milk" && task.calendarName() == name)
    }

    @Test func whatAClientLeavesOutThatItDoesNotKnowStays() throws {
        var desk = try desk(
            "SUMMARY:Buy milk", "DESCRIPTION:Cold", "DUE;VALUE=DATE:20261202", "PRIORITY:5", "CATEGORIES:Home",
            "RELATED-TO:parent", "LOCATION:Shop", "X-A:1", "PERCENT-COMPLETE:20", "STATUS:IN-PROCESS",
            "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nEND:VALARM")
        let before = try desk.task(name)
        let lossy = Identifier(high: 0x105, low: 1)
        for (title, status) in [
            ("Buy oat milk", "IN-PROCESS"), ("Buy soy milk", "COMPLETED"), ("Milk", "NEEDS-ACTION"),
        ] {
            let answer = desk.put(
                name, "UID:buy-milk", "SUMMARY:\(title)", "STATUS:\(status)", product: "-//Lossy//EN", by: lossy)
            guard case .merged = answer else {
                Issue.record("\(answer)")
                continue
            }
            let after = try desk.task(name)
            #expect(after.title == title)
            #expect(after.isCompleted == (status == "COMPLETED"))
            #expect(after.notes == before.notes && after.dueAt == before.dueAt && after.priority == 5)
            #expect(after.scheduledDate == before.scheduledDate && after.reminderAt == before.reminderAt)
            #expect(after.tags == before.tags && after.parentId == before.parentId)
            for field in ["ics:LOCATION", "ics:X-A", "ics:DUE", "ics:VALARM", "ics:RELATED-TO"] {
                #expect(after.unknown[field]?.value == before.unknown[field]?.value, "\(field)")
            }
        }
    }

    @Test func whatAClientKnowsItDeletesByLeavingItOut() throws {
        var desk = try desk("SUMMARY:Milk", "DESCRIPTION:Cold", "LOCATION:Shop", "PRIORITY:5", "CATEGORIES:Home")
        let etag = try desk.get(name).etag
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk", "STATUS:NEEDS-ACTION", ifMatch: etag)
        let task = try desk.task(name)
        #expect(task.notes == nil && task.priority == 0 && task.tags.isEmpty)
        #expect(try !desk.lines(name).contains { $0.hasPrefix("LOCATION") })
    }

    /// Programs that give back all that they were given delete a property by leaving it out, though they never sent it.
    @Test(arguments: [
        ("-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN", true), ("+//IDN tasks.org//android-140802//EN", true),
        ("-//Lossy//EN", false),
    ])
    func whatAProgramWasGivenItDeletesByLeavingItOut(_ product: String, _ isDeleted: Bool) throws {
        var desk = CalendarDesk()
        let id = Identifier(high: 0x7A5C, low: 1)
        let program = Identifier(high: 0x0DD, low: 3)
        desk.onPhone(
            id, [JSONMember("title", "Milk"), JSONMember("notes", "Cold"), JSONMember("priority", 5)])
        desk.syncPhone()
        let name = "\(id.text).ics"
        let etag = try desk.get(name, by: program).etag
        desk.put(
            name, "UID:\(id.text)", "SUMMARY:Oat milk", "STATUS:NEEDS-ACTION", ifMatch: etag, product: product,
            by: program)
        let task = try desk.task(name)
        #expect(task.title == "Oat milk")
        #expect(task.notes == (isDeleted ? nil : "Cold") && task.priority == (isDeleted ? 0 : 5))
    }

    /// A device whose program is not known deletes what it has sent before.
    @Test func aNameThatWasOnceSentIsKnown() throws {
        var desk = try desk("SUMMARY:Milk", "LOCATION:Shop", "COMMENT:One")
        let other = Identifier(high: 0x0DD, low: 1)
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk", "LOCATION:Market", product: "-//Odd//EN", by: other)
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk", product: "-//Odd//EN", by: other)
        let lines = try desk.lines(name)
        #expect(!lines.contains { $0.hasPrefix("LOCATION") } && lines.contains("COMMENT:One"))
    }

    @Test func twoWhoChangeDifferentPropertiesBothWin() throws {
        var desk = try desk("SUMMARY:Milk", "LOCATION:Shop", "PRIORITY:5")
        let first = try desk.get(name)
        let other = Identifier(high: 0x0DD, low: 2)
        _ = try desk.get(name, by: other)
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk", "LOCATION:Market", "PRIORITY:5", ifMatch: first.etag)
        // The other does not say what it had read; what it was served last tells it.
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk", "LOCATION:Shop", "PRIORITY:9", by: other)
        let lines = try desk.lines(name)
        #expect(lines.contains("LOCATION:Market") && lines.contains("PRIORITY:9"))
    }

    @Test func whatIsAllDayStaysSoWhenItMoves() throws {
        var desk = try desk("SUMMARY:Milk", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261202")
        let task = try desk.task(name)
        #expect(task.dueAt == "2026-12-02T22:59:59Z" && task.scheduledDate == "2026-12-01")
        desk.syncPhone()
        desk.onPhone(
            task.id,
            [JSONMember("dueAt", "2026-12-05T22:59:59.000Z"), JSONMember("scheduledDate", "2026-12-04")])
        desk.syncPhone()
        let lines = try desk.lines(name)
        #expect(lines.contains("DUE;VALUE=DATE:20261205") && lines.contains("DTSTART;VALUE=DATE:20261204"))
    }

    @Test func aTimeKeepsItsZone() throws {
        var desk = try desk("SUMMARY:Milk", "DUE;TZID=America/New_York:20261202T120000")
        desk.syncPhone()
        desk.onPhone(try desk.task(name).id, [JSONMember("dueAt", "2026-07-05T13:30:00.000Z")])
        desk.syncPhone()
        let lines = try desk.lines(name)
        #expect(lines.contains("DUE;TZID=America/New_York:20260705T093000"))
        #expect(lines.contains("TZID:America/New_York") && lines.contains("BEGIN:DAYLIGHT"))
    }

    @Test func aStartThatDoesNotFitIsNotShownAndNotCleared() throws {
        var desk = try desk("SUMMARY:Milk", "DUE:20261202T120000Z")
        desk.syncPhone()
        let task = try desk.task(name)
        desk.onPhone(task.id, [JSONMember("scheduledDate", "2026-11-20")])
        desk.syncPhone()
        let etag = try desk.get(name).etag
        #expect(try !desk.lines(name).contains { $0.hasPrefix("DTSTART") })
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk 2", "DUE:20261202T120000Z", ifMatch: etag)
        #expect(try desk.task(name).scheduledDate == "2026-11-20")
    }

    @Test func aCompletionIsTakenBackThatTheClientHasSeenAndNoOther() throws {
        var desk = try desk("SUMMARY:Milk", "STATUS:NEEDS-ACTION")
        let open = try desk.get(name).etag
        desk.put(
            name, "UID:buy-milk", "SUMMARY:Milk", "STATUS:COMPLETED", "COMPLETED:20261201T075900Z",
            "PERCENT-COMPLETE:100", ifMatch: open)
        #expect(try desk.task(name).completedAt == "2026-12-01T07:59:00Z")
        let done = try desk.get(name).etag
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk", "STATUS:NEEDS-ACTION", ifMatch: done)
        #expect(try desk.task(name).state == .notStarted)
        // A completion that came meanwhile stays, whatever an older client says of the state that it saw.
        desk.syncPhone()
        let id = try desk.task(name).id
        _ = try desk.get(name)
        desk.onPhone(id, [JSONMember("state", "completed")])
        desk.syncPhone()
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk", "STATUS:IN-PROCESS")
        #expect(try desk.task(name).state == .completed)
    }

    @Test func aTaskWithoutASummaryIsCalledByItsNotes() throws {
        let desk = try desk("SUMMARY:", "DESCRIPTION:\\n  First line\\nSecond")
        #expect(try desk.task(name).title == "First line")
        let untitled = try self.desk("STATUS:NEEDS-ACTION")
        #expect(try untitled.task(name).title == "(untitled)")
    }

    @Test func aCategoryIsShownFirstAndClearedByWhoLeavesItOut() throws {
        var desk = try desk("SUMMARY:Milk", "CATEGORIES:Home")
        desk.syncPhone()
        desk.onPhone(try desk.task(name).id, [JSONMember("category", "life")])
        desk.syncPhone()
        #expect(try desk.lines(name).contains("CATEGORIES:life,Home"))
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk", "CATEGORIES:life,Work", ifMatch: try desk.get(name).etag)
        #expect(try desk.task(name).category == "life" && desk.task(name).tags == ["Work"])
        desk.put(name, "UID:buy-milk", "SUMMARY:Milk", "CATEGORIES:Work", ifMatch: try desk.get(name).etag)
        #expect(try desk.task(name).category == nil)
    }

    @Test func alarmsThatCountFromTheDueTimeGoWithIt() throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;RELATED=END:-PT30M\nEND:VALARM"
        var desk = try desk("SUMMARY:Milk", "DUE:20261202T120000Z", alarm)
        #expect(try desk.task(name).reminderAt == "2026-12-02T11:30:00Z")
        desk.put(
            name, "UID:buy-milk", "SUMMARY:Milk", "DUE:20261203T120000Z", alarm, ifMatch: try desk.get(name).etag)
        #expect(try desk.task(name).reminderAt == "2026-12-03T11:30:00Z")
        #expect(try desk.lines(name).contains("TRIGGER;RELATED=END:-PT30M"))
        // Moved in an app, the reminder stays where it was, and the alarm says when that is.
        desk.syncPhone()
        desk.onPhone(try desk.task(name).id, [JSONMember("dueAt", "2026-12-09T12:00:00.000Z")])
        desk.syncPhone()
        #expect(try desk.lines(name).contains("TRIGGER;VALUE=DATE-TIME:20261203T113000Z"))
    }

    @Test func unknownRulesAreKeptAndMeanNothing() throws {
        let desk = try desk("SUMMARY:Milk", "DTSTART:20261202T120000Z", "RRULE:FREQ=HOURLY;BYSETPOS=1")
        #expect(try desk.task(name).recurrence == nil)
        let known = try self.desk(
            "SUMMARY:Milk", "DTSTART;VALUE=DATE:20261202", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE",
            "EXDATE;VALUE=DATE:20261216")
        #expect(try known.task(name).recurrence?.except == ["2026-12-16"])
    }

    @Test func whatCannotBeReadMeansNothingAndIsKept() throws {
        let desk = try desk(
            "SUMMARY:Milk", "DUE:tomorrow", "DTSTART;TZID=Nowhere/Land:20261202T120000", "PRIORITY:99",
            "BEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM")
        let task = try desk.task(name)
        #expect(task.dueAt == nil && task.scheduledDate == "2026-12-02" && task.priority == 0 && task.reminderAt == nil)
    }

    @Test func namesBeyondTheBudgetStandTogether() throws {
        let many = (0..<60).map { "X-NAME-\($0):\($0)" } + ["X-" + String(repeating: "LONG-", count: 30) + ":long"]
        let desk = try desk("SUMMARY:Milk", many.joined(separator: "\n"))
        let names = try desk.task(name).unknown.entries.map(\.name)
        #expect(names.count <= 64 && names.allSatisfy { $0.utf8.count <= 100 })
    }
}
