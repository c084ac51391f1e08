import DaybookCore
import TestPostgres
import Testing

@testable import DaybookLedger
@testable import DaybookReminders
@testable import DaybookStore
@testable import TestAccounts

/// What programs are told of changes: which, in what order, and what of them.
@Suite(.closing) struct ChangeHookTests {
    private let house: ReminderHouse

    init() async throws { house = try await ReminderHouse.open() }

    private static let url = "https://one.example.org"

    @Test func aStoryIsToldChangeByChange() async throws {
        try await house.push(.random(), [JSONMember("title", "Before anybody asked")])
        let channel = try await house.channel(Self.url, wants: .changes)
        let (list, task) = (Identifier.random(), Identifier.random())
        try await house.push(list, [JSONMember("name", "Home")], entity: .list)
        let made = try await house.push(task, [JSONMember("title", "Milk")])
        try await house.push(
            task, [JSONMember("title", "Oat milk"), JSONMember("notes", "The blue one"), JSONMember("sticky", true)])
        let done = try await house.push(task, [JSONMember("state", "completed")])
        try await house.push(task, [JSONMember("state", "notStarted")], reopens: done.at)
        try await house.push(task, [], kind: .delete)
        try await house.push(task, [], kind: .restore)
        try await house.push(list, [JSONMember("name", "House")], entity: .list)
        try await house.push(list, [], entity: .list, kind: .delete)
        try await house.push(list, [], entity: .list, kind: .restore)
        try await house.settings([JSONMember("quickAdd", "today")])
        // The same once more changes nothing, so there is nothing to tell.
        try await house.settings([JSONMember("quickAdd", "today")])

        let letters = try await house.tell()
        #expect(
            letters.map(\.type) == [
                "list.created", "task.created", "task.changed", "task.completed", "task.reopened", "task.deleted",
                "task.restored", "list.changed", "list.deleted", "list.restored", "settings.changed",
            ])
        #expect(letters.map(\.revision) == Array(2...12))
        #expect(letters[2].fields == ["title", "notes", "sticky"])
        #expect(Set(letters[3].fields) == ["state", "completedAt"])
        #expect(letters[1].data["title"] == "Oat milk" && letters[7].data["name"] == "House")
        #expect(letters[1].data["id"] == .string(task.text) && letters[10].data["title"] == nil)
        #expect(letters[1].data["opId"] == .string(made.opId.text))
        #expect(letters[1].data["deviceId"] == .string(house.account.device.text))
        #expect(letters.allSatisfy { !$0.text.contains("blue") })
        #expect(Set(letters.map(\.notification.id)).count == letters.count)
        #expect(try await house.tell().isEmpty)
        #expect(try await house.channels.cursors(of: house.account.id)[channel.id]?.told == 13)
    }

    @Test func theServersOwnConclusionsAreNobodys() async throws {
        try await house.channel(Self.url, wants: .changes)
        let task = Identifier.random()
        let today = JSONMember("scheduledDate", .string(house.now.utcDate.text))
        let daily = JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=DAILY")]))
        try await house.push(task, [JSONMember("title", "Water"), today, daily])
        try await house.push(task, [JSONMember("state", "completed")])
        let letters = try await house.tell()
        #expect(letters.map(\.type).prefix(2) == ["task.created", "task.completed"])
        let next = try #require(letters.first { $0.type == "task.created" && $0.data["id"] != .string(task.text) })
        #expect(next.data["deviceId"] == .null)
    }

    @Test func thePrivateTellNoTitles() async throws {
        try await house.channel(Self.url, wants: .changes)
        try await house.settings([JSONMember("privateReminders", true)])
        try await house.push(.random(), [JSONMember("title", "Secret"), JSONMember("notes", "Hidden")])
        try await house.push(.random(), [JSONMember("name", "Secret")], entity: .list)
        let letters = try await house.tell()
        #expect(letters.map(\.type) == ["settings.changed", "task.created", "list.created"])
        #expect(letters.allSatisfy { !$0.text.contains("Secret") && !$0.text.contains("Hidden") })
    }

    @Test func onlyWebhooksAreTold() async throws {
        await #expect(throws: Channels.OnlyForWebhooks.self) {
            try await house.channel("https://one.example.org/topic", wants: [.reminders, .changes], kind: .ntfy)
        }
        let channel = try await house.channel("https://one.example.org/topic", wants: .reminders, kind: .ntfy)
        await #expect(throws: Channels.OnlyForWebhooks.self) {
            try await house.change(channel) { $0.wants = .changes }
        }
    }

    /// The wish is known with the account's lock, begins with the changes that come after it, and ends.
    @Test func itBeginsAndEndsWithTheWish() async throws {
        let channel = try await house.channel(Self.url)
        try await house.push(.random(), [JSONMember("title", "Unheard")])
        #expect(try await tellsChanges() == false)
        try await house.change(channel) { $0.wants = [.reminders, .changes] }
        #expect(try await tellsChanges())
        try await house.push(.random(), [JSONMember("title", "Heard")])
        #expect(house.changeNews.take(atMost: 10).accounts == [house.account.id])
        #expect(try await house.tell().map(\.taskTitle) == ["Heard"])
        try await house.change(channel) { $0.wants = .reminders }
        #expect(try await tellsChanges() == false)
        try await house.push(.random(), [JSONMember("title", "Unheard too")])
        #expect(try await house.tell().isEmpty)
        try await house.change(channel) { $0.wants = .changes }
        #expect(try await house.channels.remove(channel.id, of: house.account.id))
        #expect(try await tellsChanges() == false)
        #expect(try await house.channels.cursors(of: house.account.id).isEmpty)
    }

    private func tellsChanges() async throws -> Bool {
        try await house.database.read(
            "SELECT tells_changes FROM account_clock WHERE account_id = \(house.account.id)")[0].decode(0)
    }

    /// A page ends after a hundred lines, or after so many bytes of them; one that is longer comes alone.
    @Test func manyAndLongChangesAreToldPageByPage() async throws {
        try await house.channel(Self.url, wants: .changes)
        for number in 0..<130 { try await house.push(.random(), [JSONMember("title", .string("Task \(number)"))]) }
        for _ in 0..<3 {
            let notes = JSONMember("notes", .string(String(repeating: "n", count: 200_000)))
            try await house.push(.random(), [JSONMember("title", "Long"), notes])
        }
        let cursor = try #require(try await house.hooks.claim(.all, atMost: 1, now: house.now).first)
        #expect(try await ChangePage.load(after: cursor, in: house.database).events.count == 100)
        house.wait(61)
        let letters = try await house.tell()
        #expect(letters.map(\.revision) == Array(1...133))
    }

    /// The title of a task is told with each of its changes.
    @Test func smallChangesOfALongTitleAreToldPageByPage() async throws {
        try await house.channel(Self.url, wants: .changes)
        let task = Identifier.random()
        try await house.push(task, [JSONMember("title", .string(String(repeating: "t", count: 200_000)))])
        for number in 0..<10 {
            try await house.push(task, [JSONMember("sticky", .bool(number.isMultiple(of: 2)))])
        }
        let cursor = try #require(try await house.hooks.claim(.all, atMost: 1, now: house.now).first)
        #expect(try await ChangePage.load(after: cursor, in: house.database).events.count <= 2)
        house.wait(61)
        let letters = try await house.tell()
        #expect(letters.map(\.revision) == Array(1...11))
    }

    /// A page is under way for as long as a slow receiver makes it.
    @Test func aDeviceThatIsRevokedMeanwhileHearsNothingMore() async throws {
        try await house.channel(Self.url, wants: .changes)
        for number in 0..<3 { try await house.push(.random(), [JSONMember("title", .string("\(number)"))]) }
        house.hold(Self.url)
        async let told = house.tell()
        for await _ in house.arrivals.stream { break }
        try await house.database.write(
            of: house.account.id,
            "UPDATE device SET revoked_at = \(house.now) WHERE device_id = \(house.account.device)")
        house.wait(1)
        house.letGo(Self.url)
        #expect(try await told.map(\.taskTitle) == ["0"])
    }

    /// Lines that are no longer kept do not stop it.
    @Test func whatIsNoLongerKeptIsPassedOver() async throws {
        let channel = try await house.channel(Self.url, wants: .changes)
        for number in 0..<5 { try await house.push(.random(), [JSONMember("title", .string("\(number)"))]) }
        try await house.database.write(of: house.account.id, "DELETE FROM change WHERE revision IN (1, 2, 5)")
        #expect(try await house.tell().map(\.revision) == [3, 4])
        #expect(try await house.channels.cursors(of: house.account.id)[channel.id]?.told == 5)
        try await house.push(.random(), [JSONMember("title", "After")])
        #expect(try await house.tell().map(\.revision) == [6])
    }

    @Test func changesAreToldAgainOnRequest() async throws {
        let channel = try await house.channel(Self.url, wants: .changes)
        for number in 0..<5 { try await house.push(.random(), [JSONMember("title", .string("\(number)"))]) }
        let first = try await house.tell()
        func replay(_ start: ReplayStart, to id: Identifier? = nil) async throws -> Channels.Replay {
            try await house.channels.replay(id ?? channel.id, of: house.account.id, since: start)
        }
        #expect(try await replay(.revision(3)) == .begun)
        let again = try await house.tell()
        #expect(again.map(\.revision) == [4, 5])
        #expect(again.map(\.notification.id) == first.suffix(2).map(\.notification.id))
        #expect(try await replay(.instant(ReminderHouse.noon.adding(seconds: -1))) == .begun)
        #expect(try await house.tell().map(\.revision) == [1, 2, 3, 4, 5])
        // What waits is left out with the revision of now.
        try await house.push(.random(), [JSONMember("title", "Left out")])
        #expect(try await replay(.revision(6)) == .begun)
        #expect(try await house.tell().isEmpty)

        #expect(try await replay(.revision(7)) == .beyond(6))
        try await house.database.write(of: house.account.id, "DELETE FROM change WHERE revision <= 2")
        #expect(try await replay(.revision(1)) == .tooLongAgo)
        #expect(try await replay(.revision(2)) == .begun)
        let other = try await house.channel("https://two.example.org")
        #expect(try await replay(.revision(3), to: other.id) == .unwanted)
        #expect(try await replay(.revision(3), to: .random()) == .noSuchChannel)
    }
}

extension ReminderHouse.Letter {
    var text: String { String(decoding: notification.payload, as: UTF8.self) }
    private var json: JSONValue { (try? JSONValue(json: notification.payload)) ?? .null }
    var type: String { json["type"]?.text ?? "" }
    var data: JSONValue { json["data"] ?? .null }
    var taskTitle: String { data["title"]?.text ?? "" }
    var revision: Int64 {
        guard case .integer(let revision)? = data["revision"] else { return 0 }
        return revision
    }
    var fields: [String] {
        guard case .array(let fields)? = data["fields"] else { return [] }
        return fields.compactMap(\.text)
    }
}
