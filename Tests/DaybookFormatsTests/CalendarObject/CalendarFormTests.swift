import Foundation
import Seeds
import Simulation
import Testing

@testable import DaybookCore

/// What a program wrote in its own way is served so while it is true, and never after a device has changed it.
@Suite struct CalendarFormTests {
    private let name = "form.ics"

    struct Edit: CustomTestStringConvertible, Sendable {
        /// What the program writes, what a phone makes of it, and what is served then.
        let written: [String], change: [JSONMember], served: [String]
        var testDescription: String { written.joined(separator: " ") }
    }

    private static let monthly = JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=MONTHLY")]))
    static let edits = [
        Edit(
            written: ["SUMMARY;LANGUAGE=de:Milch"], change: [JSONMember("title", "Brot")], served: ["SUMMARY:Brot"]),
        Edit(
            written: ["SUMMARY:Milk", "DESCRIPTION;ALTREP=\"cid:1\":Cold"], change: [JSONMember("notes", "Warm")],
            served: ["SUMMARY:Milk", "DESCRIPTION:Warm"]),
        Edit(
            written: ["SUMMARY:Milk", "DESCRIPTION;ALTREP=\"cid:1\":Cold"], change: [JSONMember("notes", .null)],
            served: ["SUMMARY:Milk"]),
        Edit(
            written: ["SUMMARY:Milk", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"],
            change: [JSONMember("state", "notStarted")], served: ["SUMMARY:Milk", "STATUS:NEEDS-ACTION"]),
        Edit(
            written: ["SUMMARY:Milk", "PRIORITY;X-SOURCE=hand:3"], change: [JSONMember("priority", .integer(7))],
            served: ["SUMMARY:Milk", "PRIORITY:7"]),
        Edit(
            written: ["SUMMARY:Milk", "CATEGORIES:Home", "CATEGORIES:Shop"],
            change: [JSONMember("tags", .array(["Shop"]))], served: ["SUMMARY:Milk", "CATEGORIES:Shop"]),
        Edit(
            written: ["SUMMARY:Milk", "RELATED-TO;RELTYPE=PARENT:list"], change: [JSONMember("parentId", .null)],
            served: ["SUMMARY:Milk"]),
        Edit(
            written: ["SUMMARY:Milk", "DUE;VALUE=DATE:20261202", "RRULE;X-SOURCE=hand:FREQ=WEEKLY"], change: [monthly],
            served: ["SUMMARY:Milk", "DUE;VALUE=DATE:20261202", "RRULE:FREQ=MONTHLY"]),
        Edit(
            written: [
                "SUMMARY:Milk", "DUE;VALUE=DATE:20261202", "RRULE:FREQ=DAILY", "EXDATE:20261204T120000Z",
            ], change: [JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=DAILY")]))],
            served: ["SUMMARY:Milk", "DUE;VALUE=DATE:20261202", "RRULE:FREQ=DAILY"]),
    ]

    @Test(arguments: edits)
    func whatADeviceChangesIsServed(_ edit: Edit) throws {
        var desk = CalendarDesk()
        desk.put(name, "UID:form", edit.written.joined(separator: "\n"))
        #expect(Set(try desk.lines(name)).isSuperset(of: edit.written), "it is served as it was written")
        desk.syncPhone()
        desk.onPhone(try desk.task(name).id, edit.change)
        desk.syncPhone()
        #expect(try told(&desk).sorted() == edit.served.sorted())
    }

    /// Zones are told for the years that somebody names, and dates end with 9999.
    @Test(arguments: [
        "X-SEEN;TZID=Europe/Berlin:00010101T000000", "X-SEEN;TZID=Europe/Berlin:99990101T000000",
        "DUE;TZID=Europe/Berlin:99991231T235959",
    ])
    func aTimeAtTheEndsOfTheCalendarIsServed(_ line: String) throws {
        var desk = CalendarDesk()
        desk.put(name, "UID:form", "SUMMARY:Milk", line)
        let served = try desk.lines(name)
        #expect(served.contains(line) && served.contains("BEGIN:VTIMEZONE") && served.contains("TZID:Europe/Berlin"))
    }

    /// What has no field of its own is kept together, each name once.
    @Test func manyPropertiesAreKept() throws {
        var desk = CalendarDesk()
        var lines = (1000..<3000).map { "X-\($0):\($0)" } + ["X-1500:again"]
        desk.put(name, "UID:form", "SUMMARY:Milk", lines.joined(separator: "\n"))
        #expect(Set(try desk.lines(name)).isSuperset(of: lines))
        lines = ["X-1002:new"] + lines.filter { !$0.hasPrefix("X-1002:") && !$0.hasPrefix("X-2999:") }
        let etag = desk.calendars.get(name, for: desk.program)?.etag
        desk.put(name, "UID:form", "SUMMARY:Milk", lines.joined(separator: "\n"), ifMatch: etag)
        #expect(
            try desk.lines(name).filter { $0.hasPrefix("X-") && !$0.hasPrefix("X-DAYBOOK") }.sorted() == lines.sorted())
    }

    /// Exceptions are those of the rule beside which they were written.
    @Test func exceptionsGoWithTheirRule() throws {
        var desk = CalendarDesk()
        let exceptions = "EXDATE;VALUE=DATE:20261204"
        func put(_ rule: String) throws -> [String] {
            let etag = desk.calendars.get(name, for: desk.program)?.etag
            desk.put(
                name, "UID:form", "SUMMARY:Milk", "DUE;VALUE=DATE:20261202", "STATUS:NEEDS-ACTION", rule, exceptions,
                ifMatch: etag)
            return try told(&desk)
        }
        for (frequency, isOurs) in [("HOURLY", false), ("DAILY", true), ("MINUTELY", false), ("WEEKLY", true)] {
            let rule = "RRULE:FREQ=\(frequency)"
            #expect(try put(rule).filter { $0.hasPrefix("RRULE") || $0.hasPrefix("EXDATE") } == [rule, exceptions])
            #expect(try desk.task(name).recurrence?.except == (isOurs ? ["2026-12-04"] : nil))
        }
        _ = try put("RRULE:FREQ=HOURLY")
        desk.syncPhone()
        desk.onPhone(try desk.task(name).id, [Self.monthly])
        desk.syncPhone()
        #expect(try !told(&desk).contains { $0.hasPrefix("EXDATE") })
    }

    /// A series that was over when it came is none; who opens it again with its rule has one.
    @Test(arguments: [true, false])
    func aRuleOfACompletedTask(isOpenedByTheProgram: Bool) throws {
        var desk = CalendarDesk()
        func lines(_ status: String) -> String {
            ["UID:form", "SUMMARY:Milk", "DUE;VALUE=DATE:20261202", "STATUS:\(status)", "RRULE:FREQ=DAILY"]
                .joined(separator: "\n")
        }
        desk.put(name, lines("CANCELLED"))
        #expect(try desk.task(name).recurrence == nil && told(&desk).contains("RRULE:FREQ=DAILY"))
        desk.syncPhone()
        if isOpenedByTheProgram {
            desk.put(name, lines("NEEDS-ACTION"), ifMatch: try desk.get(name).etag)
        } else {
            let task = try desk.task(name)
            desk.onPhone(task.id, [JSONMember("state", "notStarted")], reopens: task.completion?.clock)
            desk.syncPhone()
        }
        #expect(try !desk.task(name).isCompleted)
        #expect(try (desk.task(name).recurrence != nil) == isOpenedByTheProgram)
        #expect(try told(&desk).contains("RRULE:FREQ=DAILY") == isOpenedByTheProgram)
    }

    /// The lines that say something of the task itself.
    private func told(_ desk: inout CalendarDesk) throws -> [String] {
        let frame = [
            "BEGIN", "END", "VERSION", "PRODID", "CALSCALE", "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE",
            "X-DAYBOOK-BASE",
        ]
        return try desk.lines(name).filter { line in !frame.contains { line.hasPrefix($0 + ":") } }
    }

    /// Whatever was written and whatever a device changes: who reads it for the first time reads what the row says.
    @Test func whatIsServedMeansWhatTheRowSays() throws {
        var person = TodoPerson(random: RandomSeed.generator())
        for round in 0..<CalendarDesk.rounds(50) * 4 {
            var desk = CalendarDesk()
            desk.put(name, "UID:form", person.task().values.flatMap(\.self).joined(separator: "\n"))
            desk.syncPhone()
            for change in Self.edits.flatMap(\.change) where person.random.chance(30) {
                desk.onPhone(try desk.task(name).id, [change])
            }
            desk.syncPhone()
            var reader = CalendarDesk()
            reader.wait(seconds: 1)
            guard case .kept = reader.calendars.put(name, try desk.get(name).body, by: reader.program, ifMatch: nil)
            else {
                return _ = Issue.record("\(RandomSeed.current), round \(round): it cannot be put again")
            }
            let (row, read) = (try desk.task(name), try reader.task(name))
            #expect(Self.meaning(row) == Self.meaning(read), "\(RandomSeed.current), round \(round)")
        }
    }

    private static func meaning(_ task: TaskItem) -> [String] {
        let labels = Set([task.category].compactMap(\.self) + task.tags).sorted()
        return [
            task.title, task.notes ?? "", task.state.name, "\(task.priority)", labels.joined(separator: ","),
            // Who reads for the first time that a series is completed has one that is over.
            task.isCompleted ? "" : task.recurrence.map { "\($0.pattern) \($0.except.sorted())" } ?? "",
            "\(task.dueAt?.milliseconds ?? 0)",
        ]
    }
}
