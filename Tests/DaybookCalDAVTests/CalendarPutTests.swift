import DaybookCalendarIndex
import DaybookCore
import Postgres
import Testing

@testable import DaybookCalDAV
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// PUT and DELETE from what a program sends to the ledger, and back to what it is served.
@Suite(.closing) struct CalendarPutTests {
    private let house: CalendarHouse

    init() async throws { house = try await CalendarHouse.open() }

    private let milk = CalendarHouse.todo("milk@example.org", "SUMMARY:Milk", "LOCATION:Corner")

    @Test func whatIsSentIsServedOctetByOctet() async throws {
        let tag = try #require(try await house.writes.put(milk, house.request("milk.ics", isNew: true)).created)
        #expect(try await house.text("milk.ics") == String(decoding: milk, as: UTF8.self))
        #expect(try await house.tag("milk.ics") == tag.text)
        // Changed elsewhere, the octets are no longer true; what else was said of it stays.
        try await house.edit(house.resource("milk.ics").task, JSONMember("title", "Oat milk"))
        let now = try #require(try await house.text("milk.ics"))
        #expect(now.contains("SUMMARY:Oat milk\r\n") && now.contains("LOCATION:Corner\r\n"))
        #expect(try await house.tag("milk.ics") != tag.text)
    }

    @Test func whatIsDoneAlreadyCountsAsDone() async throws {
        let request = house.request("milk.ics", isNew: true)
        let first = try #require(try await house.writes.put(milk, request).created)
        let revision = try await house.house.revision()
        #expect(try await house.writes.put(milk, request).created == first)
        #expect(try await house.house.revision() == revision)
        let other = CalendarHouse.todo("milk@example.org", "SUMMARY:Other")
        guard case .conditionFailed(let tag?) = try await house.writes.put(other, request) else {
            return _ = Issue.record("taken")
        }
        #expect(tag.revision == first.revision)
    }

    @Test func aRefusedEditIsKeptOnce() async throws {
        let tag = try #require(try await house.writes.put(milk, house.request("milk.ics", isNew: true)).created)
        try await house.edit(house.resource("milk.ics").task, JSONMember("title", "Oat milk"))
        let state = try await house.tag("milk.ics")
        let mine = CalendarHouse.todo("milk@example.org", "SUMMARY:Soy milk", "LOCATION:Corner")
        for _ in 0..<3 {
            #expect(try await house.writes.put(mine, house.request("milk.ics", tags: [tag.text])).isConditionFailed)
        }
        #expect(try await house.lines("superseded") == 1)
        #expect(try await house.tag("milk.ics") == state)
        #expect(try await house.text("milk.ics")?.contains("Oat") == true)
        #expect(try await AccountCheck(house.house.ledger, house.account).run() == [])
    }

    /// A program that never reads anew fills no ledger.
    @Test func notEveryRefusedEditIsKept() async throws {
        let tag = try #require(try await house.writes.put(milk, house.request("milk.ics", isNew: true)).created)
        try await house.edit(house.resource("milk.ics").task, JSONMember("title", "Oat milk"))
        for number in 0..<103 {
            let mine = CalendarHouse.todo("milk@example.org", "SUMMARY:Milk \(number)", "LOCATION:Corner")
            #expect(try await house.writes.put(mine, house.request("milk.ics", tags: [tag.text])).isConditionFailed)
        }
        #expect(try await house.lines("superseded") == 100)
    }

    /// What a program knows is learnt from what was taken, and is still known to a server that begins anew.
    @Test func nothingIsLearntFromWhatIsRefused() async throws {
        _ = try await house.writes.put(milk, house.request("milk.ics"))
        let urgent = CalendarHouse.todo("milk@example.org", "SUMMARY:Milk", "PRIORITY:1")
        guard case .uidTaken = try await house.writes.put(urgent, house.request("other.ics")) else {
            return _ = Issue.record("taken")
        }
        #expect(try await house.learnt().contains("PRIORITY") == false)
        _ = try await house.writes.put(urgent, house.request("milk.ics"))
        #expect(try await house.learnt().contains("PRIORITY"))
    }

    /// Neither rolls back what it did not touch.
    @Test func twoHandsAreMergedByProperty() async throws {
        _ = try await house.writes.put(milk, house.request("milk.ics"))
        let seen = try await house.resource("milk.ics")
        house.writes.serve(seen, to: house.house.devices[1])
        try await house.edit(seen.task, JSONMember("title", "Oat milk"))
        // It still says the title that it read.
        let body = CalendarHouse.todo("milk@example.org", "SUMMARY:Milk", "LOCATION:Market", "PRIORITY:1")
        // It is not what is served.
        #expect("\(try await house.writes.put(body, house.request("milk.ics", by: 1)))" == "changed(nil)")
        let now = try #require(try await house.text("milk.ics"))
        #expect(now.contains("SUMMARY:Oat milk\r\n") && now.contains("LOCATION:Market\r\n"))
        #expect(now.contains("PRIORITY:1\r\n"))
    }

    /// Milk that has been changed more often than its ledger is told again, as it is shown now.
    private func milkWithALongHistory() async throws -> Resource {
        _ = try await house.writes.put(milk, house.request("milk.ics"))
        let task = try await house.resource("milk.ics").task
        for number in 0..<505 { try await house.edit(task, JSONMember("title", .string("Milk \(number)"))) }
        return try await house.resource("milk.ics")
    }

    /// The ledger is not told again from the beginning of a long history, and nothing is rolled back for it.
    @Test func aLongHistoryRollsNothingBack() async throws {
        let seen = try await milkWithALongHistory()
        house.writes.serve(seen, to: house.house.devices[1])
        try await house.edit(seen.task, JSONMember("title", "Oat milk"), JSONMember("priority", 2))
        try await house.edit(seen.task, JSONMember("notes", "Two"))
        let body = CalendarHouse.todo("milk@example.org", "SUMMARY:Milk 504", "LOCATION:Market")
        // It is not what is served.
        #expect("\(try await house.writes.put(body, house.request("milk.ics", by: 1)))" == "changed(nil)")
        let now = try #require(try await house.text("milk.ics"))
        #expect(now.contains("SUMMARY:Oat milk\r\n") && now.contains("LOCATION:Market\r\n"))
        #expect(now.contains("PRIORITY:2\r\n") && now.contains("DESCRIPTION:Two\r\n"))
    }

    /// What would fill the memory is not read: the edit counts as made from the present state.
    @Test func notMoreIsTakenBackThanFits() async throws {
        let seen = try await milkWithALongHistory()
        let long = String(repeating: "n", count: 1 << 20)
        for number in 0..<9 {
            try await house.edit(seen.task, JSONMember("notes", .string(long.dropLast(number) + "")))
        }
        let question = LaterLines.question(after: CalendarBase(seen), of: house.account)
        let later = try LaterLines(try await house.house.database.read(of: house.account, question))
        #expect(later.takenBack(from: TaskItem(id: seen.task)) == nil)
    }

    @Test func aTaskMovesWithItsUID() async throws {
        let list = try await house.newList(1)
        _ = try await house.writes.put(milk, house.request("milk.ics"))
        let before = try await house.reads.changes(
            in: .zero, after: 0, atMost: 100, withTasks: false, of: house.account)
        let moved = "\(try await house.writes.put(milk, house.request("other.ics", in: list)))"
        #expect(moved.hasPrefix("created"))
        let after = try await house.reads.changes(
            in: .zero, after: try #require(before.through), atMost: 100, withTasks: false, of: house.account)
        #expect(after.members.map(\.isGone) == [true])
        #expect(try after.members.map { try $0.name() } == ["milk.ics"])
        #expect(try await house.text("other.ics", in: list)?.contains("UID:milk@example.org\r\n") == true)
        // The program deletes it where it was only now.
        #expect(try await house.delete("milk.ics") == "notFound")
        let back = try await house.writes.move(house.request("other.ics", in: list), to: .init(.zero, "third.ics"))
        #expect("\(back)".hasPrefix("created"))
        #expect(try await house.text("third.ics") != nil)
        // Under another name where it is there is no second one.
        guard case .uidTaken(let address) = try await house.writes.put(milk, house.request("fourth.ics")) else {
            return _ = Issue.record("there are two")
        }
        #expect(address.name == "third.ics")
    }

    @Test func whatWasDeletedComesBackUnderItsUID() async throws {
        _ = try await house.writes.put(milk, house.request("milk.ics"))
        let first = try await house.resource("milk.ics")
        #expect(try await house.delete("milk.ics") == "deleted")
        #expect(try await house.text("milk.ics") == nil)
        #expect(try await house.delete("milk.ics") == "notFound")
        _ = try await house.writes.put(milk, house.request("milk.ics", isNew: true))
        #expect(try await house.resource("milk.ics").task == first.task)
    }

    /// A task names its parent by its UID, so programs read it again where that becomes another; also a few at a time.
    @Test func anotherUIDOfAParentWakesItsParts() async throws {
        _ = try await house.writes.put(
            CalendarHouse.todo("trip", "SUMMARY:Trip"), house.request("trip.ics", isNew: true))
        let parent = try await house.resource("trip.ics").task
        try await fill(3)
        for number in 0..<40 {
            _ = try await house.writes.put(
                CalendarHouse.todo("part\(number)", "SUMMARY:Part", "RELATED-TO:trip"),
                house.request("part\(number).ics", isNew: true))
        }
        let before = try await house.reads.changes(
            in: .zero, after: 0, atMost: 1_000, withTasks: false, of: house.account)
        var token = try #require(before.through)
        _ = try await house.house.ledger.push(
            Push(operations: [
                SyncOperation(
                    opId: .random(), id: parent, at: HybridTime(.now(), device: house.house.devices[2]),
                    fields: [JSONMember("ics:UID", "journey")])
            ]), to: house.account)
        var told: Set<String> = []
        while true {
            let page = try await house.reads.changes(
                in: .zero, after: token, atMost: 4, withTasks: true, of: house.account)
            told.formUnion(try page.members.map { try $0.name() })
            token = page.through ?? token
            guard page.isCut else { break }
        }
        #expect(told == Set((0..<40).map { "part\($0).ics" } + ["trip.ics"]))
        #expect(try #require(try await house.text("part7.ics")).contains("RELATED-TO:journey"))
        #expect(try #require(try await house.text("trip.ics")).contains("UID:journey"))
    }

    private func fill(_ count: Int) async throws {
        for number in 0..<count {
            let body = CalendarHouse.todo("n\(number)", "SUMMARY:\(number)")
            _ = try await house.writes.put(body, house.request("\(number).ics", isNew: true))
        }
    }

    @Test func pagesAreABeginningOfWhatThereIs() async throws {
        try await fill(25)
        var names: Set<String> = []
        var token: Int64 = 0
        while true {
            let page = try await house.reads.changes(
                in: .zero, after: token, atMost: 4, withTasks: true, of: house.account)
            #expect(page.members.count <= 4 || !page.isCut)
            names.formUnion(try page.members.map { try $0.name() })
            token = page.through ?? token
            guard page.isCut else { break }
        }
        #expect(names.count == 25)
        let all = (0..<25).map { Resource.Address(.zero, "\($0).ics") } + [Resource.Address(.zero, "none.ics")]
        var found: [String?] = []
        try await house.reads.found(at: all, withTasks: true, of: house.account).each {
            _, member throws(PostgresError) in
            found.append(try member?.name())
        }
        #expect(found == all.map { $0.name == "none.ics" ? nil : $0.name })
        let (_, collections) = try await house.reads.collections(of: house.account)
        #expect(collections.map(\.address) == ["inbox"] && collections[0].state == token)
    }

    @Test func anEmptiedProgramIsStoppedAtHalf() async throws {
        try await fill(120)
        var deleted = 0
        for number in 0..<120 where try await house.delete("\(number).ics") == "deleted" { deleted += 1 }
        #expect(deleted == 60)
        let device = house.house.devices[0]
        try await house.house.database.write(
            of: house.account,
            "UPDATE dav_guard SET allowed_until = now() + interval '1 hour' WHERE device_id = \(device)")
        #expect(try await house.delete("119.ics") == "deleted")
    }
}
