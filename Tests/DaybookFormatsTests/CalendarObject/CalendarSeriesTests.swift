import Testing

@testable import DaybookCore

/// All ways in which programs complete an occurrence of a series end in the same completion of the same occurrence, and
/// in one next, whoever was first: the program, or a phone that was offline.
@Suite struct CalendarSeriesTests {
    private let name = "rent.ics"

    /// A way of going on, with the lines that it puts.
    enum Way: String, CaseIterable {
        /// Nextcloud, Home Assistant, todoman.
        case completedMaster
        /// Tasks.org.
        case movedOn
        /// Evolution, which adds a parameter to the rule.
        case movedOnWithParameter
        /// A client that counts the rule down itself, and is overdue.
        case movedFar
        /// Thunderbird.
        case override
        /// KOrganizer.
        case pointer
        /// Outlook's synchroniser.
        case copy
        /// The same, where the copy comes before the series.
        case copyFirst
    }

    enum Order: CaseIterable { case programFirst, phoneFirst, programWithoutBase, phoneFirstWithoutBase }

    private static let rule = "RRULE:FREQ=WEEKLY;BYDAY=TU"

    private func desk() throws -> CalendarDesk {
        var desk = CalendarDesk()
        desk.put(
            name, "UID:rent", "SUMMARY:Pay the rent", "STATUS:NEEDS-ACTION", "DTSTART;VALUE=DATE:20261201",
            "DUE;VALUE=DATE:20261201", Self.rule, "LOCATION:Bank")
        desk.syncPhone()
        return desk
    }

    private func lines(_ way: Way) -> [String] {
        func todo(_ date: String, _ status: String = "NEEDS-ACTION", rule: String = Self.rule) -> [String] {
            [
                "UID:rent", "SUMMARY:Pay the rent", "STATUS:\(status)", "DTSTART;VALUE=DATE:\(date)",
                "DUE;VALUE=DATE:\(date)", rule, "LOCATION:Bank",
            ]
        }
        switch way {
        case .completedMaster: return todo("20261201", "COMPLETED") + ["PERCENT-COMPLETE:100"]
        case .movedOn, .copy, .copyFirst: return todo("20261208")
        case .movedOnWithParameter:
            return todo(
                "20261208", rule: "RRULE;X-EVOLUTION-ENDDATE=20270101T000000Z:FREQ=WEEKLY;BYDAY=TU")
        case .movedFar: return todo("20261222")
        case .override:
            let changed = ["RECURRENCE-ID;VALUE=DATE:20261201"] + todo("20261201", "COMPLETED", rule: "PRIORITY:0")
            return [
                (["BEGIN:VTODO"] + todo("20261201") + ["END:VTODO", "BEGIN:VTODO"] + changed + ["END:VTODO"])
                    .joined(separator: "\n")
            ]
        case .pointer: return todo("20261201") + ["X-KDE-LIBKCAL-DTRECURRENCE;VALUE=DATE:20261208"]
        }
    }

    @Test(arguments: Way.allCases, Order.allCases)
    func oneCompletionAndOneNext(_ way: Way, _ order: Order) throws {
        // Nobody can tell that of an occurrence that was not seen.
        if way == .movedFar, order == .phoneFirstWithoutBase { return }
        var desk = try desk()
        let first = try desk.task(name)
        let etag = try desk.get(name).etag
        desk.onPhone(first.id, [JSONMember("state", "completed")])
        let isPhoneFirst = order == .phoneFirst || order == .phoneFirstWithoutBase
        if isPhoneFirst { desk.syncPhone() }
        desk.wait(seconds: 60)
        func putCopy() {
            desk.put(
                "copy.ics", "UID:copy", "SUMMARY:Pay the rent", "STATUS:COMPLETED", "DTSTART;VALUE=DATE:20261201",
                "DUE;VALUE=DATE:20261201", "COMPLETED:20261201T080100Z", product: "-//Sync//EN")
        }
        switch way {
        case .copy:
            putMaster(way, order, etag, &desk)
            putCopy()
        case .copyFirst:
            putCopy()
            // The series has moved on with it: a program that says which state it edits is told so, and reads again.
            putMaster(way, order, etag, &desk, mayBeStale: true)
        default: putMaster(way, order, etag, &desk)
        }
        desk.syncPhone()
        desk.syncPhone()
        let done = desk.tasks.filter(\.isCompleted)
        let open = desk.tasks.filter { !$0.isCompleted }
        #expect(done.map(\.id) == [first.id], "\(way) \(order)")
        #expect(open.map(\.id) == [.occurrence(of: first.id, on: "2026-12-08")], "\(way) \(order)")
        let next = try #require(open.first)
        if way == .movedFar, next.scheduledDate != "2026-12-22" {
            for entry in desk.calendars.server.ledger {
                print(
                    order, entry.revision, entry.operation.kind, entry.operation.id, entry.operation.at,
                    entry.operation.purpose as Any, entry.operation.fields, entry.outcome)
            }
        }
        #expect(next.scheduledDate == (way == .movedFar ? "2026-12-22" : "2026-12-08"))
        #expect(next.title == "Pay the rent" && next.unknown["ics:LOCATION"]?.value == .array(["LOCATION:Bank"]))
        #expect(try desk.task(name).id == next.id && next.calendarUID() == "rent")
        #expect(desk.phone.view.tasks.values.filter { !$0.isDeleted }.count == 2)
        if way == .copy || way == .copyFirst {
            #expect(try desk.task("copy.ics").id == first.id)
        } else {
            #expect(try desk.task("\(first.id.text)-first.ics").id == first.id)
        }
    }

    /// Something that is done and is no copy of the open occurrence stays a task by itself.
    @Test(arguments: [
        ["SUMMARY:Pay the rent", "DUE;VALUE=DATE:20261202"], ["SUMMARY:Pay the gas", "DUE;VALUE=DATE:20261201"],
        ["SUMMARY:Pay the rent"],
        ["SUMMARY:Pay the rent", "DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261201"],
    ])
    func whatIsNoCopyCompletesNothing(_ lines: [String]) throws {
        var desk = try desk()
        let first = try desk.task(name)
        desk.put("other.ics", (["UID:other", "STATUS:COMPLETED"] + lines).joined(separator: "\n"))
        #expect(desk.tasks.filter { !$0.isCompleted }.map(\.id) == [first.id])
        #expect(try desk.task("other.ics").id != first.id)
    }

    /// A copy that says more than the series keeps it for itself.
    @Test func whatACopySaysIsOfThatOccurrenceAlone() throws {
        var desk = try desk()
        let first = try desk.task(name)
        desk.put(
            "copy.ics", "UID:copy", "SUMMARY:Pay the rent", "STATUS:COMPLETED", "DUE;VALUE=DATE:20261201",
            "DESCRIPTION:In cash", product: "-//Sync//EN")
        let (done, next) = (try desk.task("copy.ics"), try desk.task(name))
        #expect(done.id == first.id && done.isCompleted && done.notes == "In cash")
        #expect(done.unknown["ics:LOCATION"]?.value == .array(["LOCATION:Bank"]))
        #expect(next.id == .occurrence(of: first.id, on: "2026-12-08") && !next.isCompleted && next.notes == nil)
        #expect(next.calendarUID() == "rent" && done.calendarUID(.earlier) == "copy")
    }

    /// What the phone has completed a program does not complete again a minute later, by moving the series on.
    @Test(arguments: [Way.movedOn, .movedOnWithParameter, .pointer])
    func aCompletionKeepsItsTime(_ way: Way) throws {
        var desk = try desk()
        let first = try desk.task(name)
        let etag = try desk.get(name).etag
        desk.onPhone(first.id, [JSONMember("state", "completed")])
        desk.syncPhone()
        let completedAt = try #require(desk.tasks.first { $0.id == first.id }?.completedAt)
        desk.wait(seconds: 60)
        putMaster(way, .phoneFirst, etag, &desk)
        #expect(desk.tasks.first { $0.id == first.id }?.completedAt == completedAt)
        let completions = desk.calendars.server.ledger.filter { entry in
            entry.operation.id == first.id
                && entry.operation.fields.contains { $0.name == "state" && $0.value == "completed" }
        }
        #expect(completions.count == 1)
    }

    private func putMaster(
        _ way: Way, _ order: Order, _ etag: String, _ desk: inout CalendarDesk, mayBeStale: Bool = false
    ) {
        let isTold = order == .programFirst
        let text = lines(way).joined(separator: "\n")
        // Without a base nobody knows what the program has read: another device than the one that was served.
        let device =
            order == .phoneFirstWithoutBase || order == .programWithoutBase
            ? Identifier(high: 0x0DD, low: 9) : nil
        let answer = desk.put(name, text, ifMatch: isTold ? etag : nil, by: device)
        if case .refused(let refusal) = answer { Issue.record("\(refusal)") }
        if case .failedPrecondition = answer, !mayBeStale { Issue.record("412") }
    }

    /// Moved on as the core would, all of it is as the program meant: its octets are kept.
    @Test func whoMovesOnAsTheRuleDoesIsServedWhatTheySent() throws {
        var desk = try desk()
        let answer = desk.put(name, lines(.movedOn).joined(separator: "\n"), ifMatch: try desk.get(name).etag)
        guard case .kept = answer else { return _ = Issue.record("\(answer) \(try desk.lines(name))") }
    }

    @Test func aDateThatTheRuleDoesNotKnowIsAPostponement() throws {
        var desk = try desk()
        let first = try desk.task(name)
        let text = lines(.movedOn).joined(separator: "\n").replacing("20261208", with: "20261203")
        desk.put(name, text, ifMatch: try desk.get(name).etag)
        #expect(desk.tasks.map(\.id) == [first.id])
        #expect(try desk.task(name).scheduledDate == "2026-12-03" && !desk.task(name).isCompleted)
    }

    @Test func aCountGoesDownOnce() throws {
        var desk = CalendarDesk()
        func put(_ date: String, _ count: Int) -> [String] {
            ["UID:rent", "SUMMARY:Rent", "DUE;VALUE=DATE:\(date)", "RRULE:FREQ=WEEKLY;COUNT=\(count);BYDAY=TU"]
        }
        desk.put(name, put("20261201", 3).joined(separator: "\n"))
        for (date, count) in [("20261208", 2), ("20261215", 1)] {
            desk.put(name, put(date, count).joined(separator: "\n"), ifMatch: try desk.get(name).etag)
            #expect(try desk.lines(name).contains("RRULE:FREQ=WEEKLY;COUNT=\(count);BYDAY=TU"))
        }
        #expect(desk.tasks.filter(\.isCompleted).count == 2 && desk.tasks.count == 3)
    }

    @Test func anOccurrenceThatComesLaterKeepsWhatIsSaidOfIt() throws {
        var desk = try desk()
        let later = ["RECURRENCE-ID;VALUE=DATE:20261215", "UID:rent", "SUMMARY:Pay more", "DUE;VALUE=DATE:20261215"]
        let master = lines(.movedOn).joined(separator: "\n").replacing("20261208", with: "20261201")
        let both = "BEGIN:VTODO\n\(master)\nEND:VTODO\nBEGIN:VTODO\n\(later.joined(separator: "\n"))\nEND:VTODO"
        let answer = desk.put(name, both, ifMatch: try desk.get(name).etag)
        guard case .kept = answer else { return _ = Issue.record("\(answer) \(try desk.lines(name))") }
        let id = try desk.task(name).id
        desk.syncPhone()
        desk.onPhone(id, [JSONMember("state", "completed")])
        desk.syncPhone()
        #expect(try desk.lines(name).contains("SUMMARY:Pay more"))
    }

    /// Both programs complete one occurrence, each in its way.
    @Test(arguments: [Way.completedMaster, .movedOn, .override], [Way.completedMaster, .movedOn, .override])
    func twoProgramsCompleteOneOccurrence(_ one: Way, _ other: Way) throws {
        var desk = try desk()
        let first = try desk.task(name)
        let second = Identifier(high: 0x0DD, low: 5)
        _ = try desk.get(name)
        _ = try desk.get(name, by: second)
        desk.put(name, lines(one).joined(separator: "\n"))
        desk.put(name, lines(other).joined(separator: "\n"), by: second)
        #expect(desk.tasks.filter(\.isCompleted).map(\.id) == [first.id])
        #expect(desk.tasks.count == 2)
    }

    @Test func anEarlierOccurrenceIsATaskByItself() throws {
        var desk = try desk()
        let first = try desk.task(name)
        desk.put(name, lines(.completedMaster).joined(separator: "\n"), ifMatch: try desk.get(name).etag)
        let earlier = "\(first.id.text)-first.ics"
        let lines = try desk.lines(earlier)
        #expect(lines.contains("UID:\(first.id.text)-first") && !lines.contains { $0.hasPrefix("RRULE") })
        #expect(lines.contains("STATUS:COMPLETED"))
        let etag = try desk.get(earlier).etag
        desk.put(
            earlier, "UID:\(first.id.text)-first", "SUMMARY:Paid", "STATUS:COMPLETED", "LOCATION:Bank",
            "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "PERCENT-COMPLETE:100",
            ifMatch: etag)
        #expect(try desk.task(earlier).title == "Paid" && desk.task(name).title == "Pay the rent")
    }
}
