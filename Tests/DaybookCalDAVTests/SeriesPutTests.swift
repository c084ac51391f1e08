import DaybookCalendarIndex
import DaybookCore
import Postgres
import Testing

@testable import DaybookCalDAV
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// Series as programs complete them: by the object itself, by a copy, and anew after they were deleted.
@Suite(.closing) struct SeriesPutTests {
    private let house: CalendarHouse

    init() async throws { house = try await CalendarHouse.open() }

    private func series(_ date: String) -> [UInt8] {
        CalendarHouse.todo(
            "bins", "SUMMARY:Bins", "DTSTART;VALUE=DATE:\(date)", "DUE;VALUE=DATE:\(date)",
            "RRULE:FREQ=WEEKLY;BYDAY=TU", "STATUS:NEEDS-ACTION")
    }

    /// What a program makes of the first occurrence when it is done.
    private func copy(_ uid: String = "copy") -> [UInt8] {
        CalendarHouse.todo(
            uid, "SUMMARY:Bins", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "STATUS:COMPLETED",
            "COMPLETED:20261124T100000Z")
    }

    @Test func aCompletedOccurrenceIsAResourceOfItsOwn() async throws {
        let open = CalendarHouse.todo(
            "bins", "SUMMARY:Bins", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY")
        _ = try await house.writes.put(open, house.request("bins.ics", isNew: true))
        let done = CalendarHouse.todo(
            "bins", "SUMMARY:Bins", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY",
            "STATUS:COMPLETED", "COMPLETED:20261124T100000Z")
        let tag = try #require(try await house.tag("bins.ics"))
        // It is another one now.
        #expect("\(try await house.writes.put(done, house.request("bins.ics", tags: [tag])))" == "changed(nil)")
        let now = try #require(try await house.text("bins.ics"))
        #expect(now.contains("20261208") && !now.contains("STATUS:COMPLETED"))
        let page = try await house.reads.names(in: .zero, after: nil, atMost: 10, withTasks: true, of: house.account)
        #expect(page.members.count == 2)
        #expect(try page.members.count { try $0.read().resource.isHead } == 1)
        // Deleted, it does not come back as the one that is done.
        #expect(try await house.delete("bins.ics") == "deleted")
        #expect(try await house.text("bins.ics") == nil)
    }

    /// Programs that make a completed copy may send it before the series that goes on.
    @Test(arguments: [true, false])
    func aCopyMayComeBeforeItsSeries(isFirst: Bool) async throws {
        _ = try await house.writes.put(series("20261201"), house.request("bins.ics", isNew: true))
        let before = try await house.resource("bins.ics").task
        if isFirst { _ = try await house.writes.put(copy(), house.request("copy.ics", isNew: true)) }
        _ = try await house.writes.put(series("20261208"), house.request("bins.ics"))
        if !isFirst { _ = try await house.writes.put(copy(), house.request("copy.ics", isNew: true)) }
        // One completion and one next, under the names that the program gave them.
        let page = try await house.reads.names(in: .zero, after: nil, atMost: 10, withTasks: true, of: house.account)
        #expect(try page.members.map { try $0.name() } == ["bins.ics", "copy.ics"])
        #expect(try await house.resource("copy.ics").task == before)
        #expect(try #require(try await house.text("copy.ics")).contains("STATUS:COMPLETED"))
        let now = try #require(try await house.text("bins.ics"))
        #expect(now.contains("20261208") && !now.contains("STATUS:COMPLETED"))
        // Once more, after an answer that was lost, it is one still.
        _ = try await house.writes.put(copy(), house.request("copy.ics"))
        #expect(
            try await house.reads.names(in: .zero, after: nil, atMost: 10, withTasks: true, of: house.account)
                .members.count == 2)
    }

    /// They send the series under the tag that it had before the copy. What others did meanwhile still counts.
    @Test(arguments: [false, true])
    func theTagOfBeforeItsCopyTakesTheSeriesThatGoesOn(whileOthersEdit: Bool) async throws {
        let made = try await house.writes.put(series("20261201"), house.request("bins.ics", isNew: true))
        let tag = try #require(made.created)
        _ = try await house.writes.put(copy(), house.request("copy.ics", isNew: true))
        if whileOthersEdit {
            try await house.edit(house.resource("bins.ics").task, JSONMember("title", "Green bins"))
        }
        let moved = try await house.writes.put(series("20261208"), house.request("bins.ics", tags: [tag.text]))
        #expect(moved.isConditionFailed == whileOthersEdit)
        let now = try #require(try await house.text("bins.ics"))
        #expect(now.contains("20261208") && now.contains(whileOthersEdit ? "SUMMARY:Green bins" : "SUMMARY:Bins"))
        let page = try await house.reads.names(in: .zero, after: nil, atMost: 10, withTasks: true, of: house.account)
        #expect(try page.members.map { try $0.name() } == ["bins.ics", "copy.ics"])
        #expect(try await AccountCheck(house.house.ledger, house.account).run() == [])
    }

    /// Nor does a copy, or an override of the program's own, excuse whoever has not seen that the occurrence is done.
    @Test(arguments: [true, false])
    func theTagOfBeforeDoesNotTakeWhatWasReadBefore(byCopy: Bool) async throws {
        let made = try await house.writes.put(series("20261201"), house.request("bins.ics", isNew: true))
        let tag = try #require(made.created)
        if byCopy {
            _ = try await house.writes.put(copy(), house.request("copy.ics", isNew: true))
        } else {
            let done = try await house.writes.put(series("20261208"), house.request("bins.ics", tags: [tag.text]))
            #expect(!done.isConditionFailed)
        }
        let late = CalendarHouse.todo(
            "bins", "SUMMARY:Green bins", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201",
            "RRULE:FREQ=WEEKLY;BYDAY=TU", "STATUS:NEEDS-ACTION")
        let outcome = try await house.writes.put(late, house.request("bins.ics", tags: [tag.text]))
        #expect(outcome.isConditionFailed)
        #expect(try #require(try await house.text("bins.ics")).contains("SUMMARY:Bins"))
    }

    /// A series that was deleted and is put again from its beginning goes on from there, whatever it had come to.
    @Test func aDeletedSeriesBeginsAnewUnderItsUID() async throws {
        for copied in ["copy-1", "copy-2", "copy-3"] {
            let made = try await house.writes.put(series("20261201"), house.request("bins.ics", isNew: true))
            let tag = try #require(made.created)
            _ = try await house.writes.put(copy(copied), house.request("\(copied).ics", isNew: true))
            #expect(try #require(try await house.text("bins.ics")).contains("20261208"))
            let moved = try await house.writes.put(series("20261208"), house.request("bins.ics", tags: [tag.text]))
            #expect(!moved.isConditionFailed)
            #expect(try #require(try await house.text("\(copied).ics")).contains("STATUS:COMPLETED"))
            let done = try await house.writes.put(series("20261215"), house.request("bins.ics"))
            #expect(!done.isConditionFailed)
            #expect(try #require(try await house.text("bins.ics")).contains("20261215"))
            for name in ["bins.ics", "\(copied).ics"] { #expect(try await house.delete(name) == "deleted") }
        }
        #expect(try await AccountCheck(house.house.ledger, house.account).run() == [])
    }

    /// As many occurrences as a program tells of are changed, and not only the first few.
    @Test func everyOccurrenceThatIsToldOfIsChanged() async throws {
        let days = (1...12).map { "202612\($0 < 10 ? "0" : "")\($0)" }
        func todo(_ date: String, _ lines: [String]) -> [String] {
            ["BEGIN:VTODO", "UID:bins", "DTSTART;VALUE=DATE:\(date)", "DUE;VALUE=DATE:\(date)"] + lines + ["END:VTODO"]
        }
        func calendar(_ todos: [[String]]) -> [UInt8] {
            let lines =
                ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"] + todos.joined() + ["END:VCALENDAR", ""]
            return Array(lines.joined(separator: "\r\n").utf8)
        }
        let daily = ["SUMMARY:Bins", "RRULE:FREQ=DAILY"]
        let made = calendar([todo(days[0], daily + ["STATUS:NEEDS-ACTION"])])
        _ = try await house.writes.put(made, house.request("bins.ics", isNew: true))
        for _ in days.dropLast() {
            try await house.edit(house.resource("bins.ics").task, JSONMember("state", .string("completed")))
        }
        #expect(try #require(try await house.text("bins.ics")).contains("DUE;VALUE=DATE:\(days[11])"))
        let told = days.dropLast().map {
            todo($0, ["RECURRENCE-ID;VALUE=DATE:\($0)", "SUMMARY:Green bins", "STATUS:COMPLETED"])
        }
        let all = calendar([todo(days[11], daily + ["STATUS:NEEDS-ACTION"])] + told)
        let tag = try #require(try await house.tag("bins.ics"))
        let outcome = try await house.writes.put(all, house.request("bins.ics", tags: [tag]))
        #expect(!outcome.isConditionFailed)
        let page = try await house.reads.names(in: .zero, after: nil, atMost: 30, withTasks: true, of: house.account)
        var titles: [String: Int] = [:]
        for member in page.members {
            let text = try #require(try await house.text(try member.name()))
            titles[text.contains("SUMMARY:Green bins") ? "Green bins" : "Bins", default: 0] += 1
        }
        #expect(titles == ["Green bins": told.count, "Bins": 1])
    }
}
