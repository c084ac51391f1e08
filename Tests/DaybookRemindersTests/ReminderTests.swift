import DaybookCore
import TestPostgres
import TestWire
import Testing

@testable import DaybookReminders
@testable import DaybookStore
@testable import TestAccounts

/// Each device that asked is told once, at its time, and what was told is taken back where its reason is gone.
@Suite(.closing) struct ReminderTests {
    private let house: ReminderHouse

    init() async throws { house = try await ReminderHouse.open() }

    @Test func eachChannelIsToldOnceAtItsTime() async throws {
        try await house.channel("https://one.example.org")
        try await house.channel("https://two.example.org")
        let id = try await house.task("Call mum", remindIn: 60, [JSONMember("dueAt", .string(house.now.text))])
        #expect(try await house.send().isEmpty)
        house.wait(60)
        let letters = try await house.send()
        #expect(letters.map(\.title) == ["Call mum", "Call mum"])
        #expect(Set(letters.map(\.notification.id)).count == 2)
        #expect(letters.allSatisfy { $0.notification.tag == "task-\(id.text)" })
        #expect(letters.allSatisfy { $0.notification.body.hasPrefix("Due today") })
        house.wait(3600)
        #expect(try await house.send().isEmpty)
        #expect(try await house.deliveries().allSatisfy { $0.state == .delivered && $0.attempts == 1 })
        #expect(try await house.rows() == 0)
    }

    /// In the web app of this server, and in an app of the account's own where it says so.
    @Test func aTapOpensTheTask() async throws {
        var address = try ChannelAddress(.webhook, ["url": "https://one.example.org"])
        address.server = "https://todo.example.org"
        try await house.open(address, name: "One", for: house.account)
        try await house.channel("https://two.example.org")
        let id = try await house.task("Call mum", remindIn: 1)
        let links = try await house.send().sorted { $0.url < $1.url }.map(\.notification.link)
        #expect(links == ["https://todo.example.org/app/task/\(id)", nil])
        try await house.settings([JSONMember("linkScheme", "mine")])
        let other = try await house.task("Water the plants", remindIn: 1)
        #expect(
            try await house.send().map(\.notification.link)
                == Array(repeating: "mine://open-task?id=\(other)", count: 2))
    }

    @Test func whatIsDoneOrMovedIsNotTold() async throws {
        try await house.channel("https://one.example.org")
        let done = try await house.task("Done", remindIn: 60)
        let gone = try await house.task("Gone", remindIn: 60)
        let moved = try await house.task("Moved", remindIn: 60)
        try await house.push(done, [JSONMember("state", "completed")])
        try await house.push(gone, [], kind: .delete)
        try await house.push(moved, [house.member("reminderAt", in: 600)])
        house.wait(120)
        #expect(try await house.send().isEmpty)
        house.wait(600)
        #expect(try await house.send().map(\.title) == ["Moved"])
    }

    /// Nobody is told of what was long past when it came, such as an import's reminders.
    @Test func aReminderOfThePastIsNotGiven() async throws {
        try await house.channel("https://one.example.org")
        _ = try await house.task("Old", remindIn: -2 * 24 * 3600)
        _ = try await house.task("Just passed", remindIn: -60)
        #expect(try await house.send().map(\.title) == ["Just passed"])
        #expect(try await house.rows() == 0)
    }

    @Test func whatWasShownIsTakenBack() async throws {
        try await house.channel("https://one.example.org")
        let id = try await house.task("Call mum", remindIn: 1)
        #expect(try await house.send().map(\.title) == ["Call mum"])
        try await house.push(id, [JSONMember("state", "completed")])
        let letters = try await house.send()
        #expect(letters.map(\.notification.isWithdrawal) == [true])
        #expect(letters.first?.notification.tag == "task-\(id.text)")
        house.wait(3600)
        #expect(try await house.send().isEmpty)
    }

    /// The reminder is moved on: the old one is taken back, and the new one comes.
    @Test func snoozingTakesBackAndComesAgain() async throws {
        try await house.channel("https://one.example.org")
        let id = try await house.task("Call mum", remindIn: 1)
        _ = try await house.send()
        try await house.push(id, [house.member("reminderAt", in: 600)])
        #expect(try await house.send().map(\.notification.isWithdrawal) == [true])
        house.wait(600)
        #expect(try await house.send().map(\.notification.isWithdrawal) == [false])
    }

    @Test func aReceiverInTroubleIsTriedAgainWithTheSameMessage() async throws {
        try await house.channel("https://one.example.org")
        house.answer("https://one.example.org", .retry(after: nil, reason: "503"), .retry(after: 60, reason: "429"))
        _ = try await house.task("Call mum", remindIn: 1)
        let first = try await house.send()
        #expect(try await house.send().isEmpty)
        house.wait(10)
        let second = try await house.send()
        house.wait(30)
        #expect(try await house.send().isEmpty)
        house.wait(60)
        let third = try await house.send()
        let ids = (first + second + third).map(\.notification.id)
        #expect(ids.count == 3 && Set(ids).count == 1)
        #expect(try await house.deliveries().map(\.attempts) == [3])
        #expect(try await house.deliveries().map(\.state) == [.delivered])
    }

    /// A process that dies between sending and writing down is followed by one that sends the same message.
    @Test func aReceiverThatHangsHoldsUpNobodyElse() async throws {
        house.now = .now()
        let neighbour = try await SomeAccount.make(in: house.database)
        try await house.channel("https://hangs.example")
        try await house.channel("https://takes.example", of: neighbour)
        house.hold("https://hangs.example")
        try await house.task("Mine", remindIn: 1)
        let loop = Task(executorPreference: house.database.reactors.reactors[0]) { await house.reminders.run() }
        await eventually { house.titles == ["Mine"] }
        house.now = .now()
        try await house.task("The neighbour's", remindIn: 1, of: neighbour)
        await eventually { house.titles == ["Mine", "The neighbour's"] }
        house.letGo("https://hangs.example")
        try await eventually { try await house.deliveries().map(\.state) == [.delivered] }
        loop.cancel()
        await loop.value
    }

    /// What is wanted next stands in a row that this very process has taken meanwhile.
    @Test func whatIsPutOffForSecondsComesInTime() async throws {
        house.now = .now()
        try await house.channel("https://one.example.org")
        let task = try await house.task("Call mum", remindIn: 1)
        let loop = Task(executorPreference: house.database.reactors.reactors[0]) { await house.reminders.run() }
        await eventually { house.titles == ["Call mum"] }
        // The receiver takes its time to take the first away.
        house.hold("https://one.example.org")
        house.now = .now()
        // A busy machine says so before it has come, too: a time that is over rings nowhere.
        let later = house.now.adding(seconds: 8)
        try await house.push(task, [JSONMember("reminderAt", .string(later.text))])
        await eventually { house.titles.count == 2 && Instant.now() > later }
        let freed = Instant.now()
        house.letGo("https://one.example.org")
        await eventually { house.titles.count == 3 }
        // Nobody looks at all of it again for a minute.
        measured { #expect(Instant.now() < freed.adding(seconds: 45)) }
        loop.cancel()
        await loop.value
    }

    /// More than may begin at once.
    @Test func manyHangingReceiversHoldUpNobodyElse() async throws {
        house.now = .now()
        house.hold("https://hangs.example")
        for _ in 0..<20 {
            let account = try await SomeAccount.make(in: house.database)
            try await house.channel("https://hangs.example", of: account)
            for number in 0..<10 {
                house.now = .now()
                try await house.task("\(number)", remindIn: 1, of: account)
            }
        }
        try await house.channel("https://takes.example")
        house.now = .now()
        try await house.task("Mine", remindIn: 1)
        let due = house.now
        await eventually { Instant.now() > due }
        let loop = Task(executorPreference: house.database.reactors.reactors[0]) { await house.reminders.run() }
        await eventually { house.titles.contains("Mine") && house.titles.count == 161 }
        house.letGo("https://hangs.example")
        loop.cancel()
        await loop.value
    }

    @Test func whatWasTakenAndNotFinishedIsSentAgain() async throws {
        try await house.channel("https://one.example.org")
        _ = try await house.task("Call mum", remindIn: 1)
        let lease = house.now.adding(milliseconds: ReminderRow.lease)
        let taken = try await house.database.write(
            .take(atMost: 10, now: house.now, until: lease, spread: house.database.isSpread()))
        #expect(taken.count == 2)
        #expect(try await house.send().isEmpty)
        house.wait(61)
        #expect(try await house.send().map(\.title) == ["Call mum"])
        #expect(try await house.send().isEmpty)
    }

    @Test func anAddressThatIsGoneIsGivenUpAndSaidElsewhere() async throws {
        try await house.channel("https://one.example.org")
        try await house.channel("https://two.example.org")
        house.answer("https://one.example.org", .gone(reason: "410"))
        _ = try await house.task("Call mum", remindIn: 1)
        let letters = try await house.send() + house.send()
        let lost = letters.filter { $0.title != "Call mum" }
        #expect(lost.map(\.title) == ["Reminders no longer reach 'https://one.example.org'"])
        #expect(lost.compactMap { $0.address["url"] } == ["https://two.example.org"])
        let channels = try await house.channels.list(of: house.account.id)
        #expect(channels.first { $0.name.contains("one") }?.offReason == ChannelEnd.gone)
        #expect(channels.first { $0.name.contains("two") }?.offReason == nil)
        house.wait(60)
        #expect(try await house.send().isEmpty)
    }

    @Test func whatFellDueLongAgoIsToldTogether() async throws {
        try await house.channel("https://one.example.org", wants: .reminders)
        for number in 0..<5 { _ = try await house.task("Task \(number)", remindIn: 60) }
        house.wait(2 * 24 * 3600)
        #expect(try await house.send().map(\.title) == ["5 reminders came while the server was away"])
        #expect(try await house.rows() == 0)
    }

    /// The server that the backup was taken of may have told them already.
    @Test func aRestorationSendsNothingTwice() async throws {
        try await house.channel("https://one.example.org", wants: .reminders)
        _ = try await house.task("Call mum", remindIn: 60)
        house.wait(600)
        try await house.database.write(
            "UPDATE instance SET epoch_began_at = \(house.now), created_at = \(Instant.earliest)")
        #expect(try await house.send().map(\.title) == ["1 reminder came while the server was away"])
    }

    @Test func quietHoursPutOff() async throws {
        try await house.channel("https://one.example.org", wants: .reminders)
        // It is 20:26:40.
        try await house.settings([JSONMember("quietFrom", "20:00"), JSONMember("quietUntil", "22:00")])
        _ = try await house.task("Call mum", remindIn: 1)
        house.wait(5)
        #expect(try await house.send().isEmpty)
        house.wait(5600)
        let letters = try await house.send()
        #expect(letters.map(\.title) == ["Call mum"])
        // Nobody wanted it sooner.
        #expect(letters.map(\.notification.body) == [""])
        #expect(try await house.send().isEmpty)
    }

    @Test func thePrivateTellNothing() async throws {
        try await house.channel("https://one.example.org")
        try await house.settings([JSONMember("privateReminders", true)])
        _ = try await house.task("Secret", remindIn: 1, [JSONMember("notes", "Hidden")])
        let letters = try await house.send()
        #expect(letters.map(\.title) == ["Reminder"])
        #expect(letters.allSatisfy { !String(decoding: $0.notification.payload, as: UTF8.self).contains("Secret") })
    }

    @Test func theReviewComesOnceADayIfSomethingIsOpen() async throws {
        try await house.channel("https://one.example.org")
        // Nothing is open.
        house.wait(24 * 3600)
        #expect(try await house.send().isEmpty)
        let today = house.now.utcDate
        try await house.push(
            .random(), [JSONMember("title", "Open"), JSONMember("scheduledDate", .string(today.adding(days: 1).text))])
        house.wait(24 * 3600)
        #expect(try await house.send().filter { $0.title == "Time to review?" }.count <= 1)
        #expect(try await house.send().isEmpty)
    }
}
