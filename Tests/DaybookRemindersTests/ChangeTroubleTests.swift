import DaybookCore
import Notifying
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookLedger
@testable import DaybookReminders
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// Receivers that are away, processes that die, and databases that come back from a backup: nothing is left out,
/// nothing comes out of order, and what comes twice has one id.
@Suite(.closing) struct ChangeTroubleTests {
    private static let url = "https://one.example.org"

    private let house: ReminderHouse
    private let channel: Channel

    init() async throws {
        house = try await ReminderHouse.open()
        channel = try await house.channel(Self.url, wants: .changes)
    }

    private func change(times count: Int = 1, of other: SomeAccount? = nil) async throws {
        for _ in 0..<count { try await house.push(.random(), [JSONMember("title", "Task")], of: other) }
    }

    private func cursor() async throws -> ChangeCursor {
        try #require(try await house.channels.cursors(of: house.account.id)[channel.id])
    }

    @Test func anOutageLosesNothingAndKeepsTheOrder() async throws {
        try await change(times: 2)
        let trouble = SendOutcome.retry(after: nil, reason: "503")
        house.answer(Self.url, .delivered, trouble, trouble, .retry(after: 600, reason: "429"))
        #expect(try await house.tell().map(\.revision) == [1, 2])
        #expect(try await cursor().told == 1)
        // Nothing overtakes what waits.
        try await change(times: 3)
        #expect(try await house.tell().isEmpty)
        house.wait(10)
        #expect(try await house.tell().map(\.revision) == [2])
        house.wait(15)
        #expect(try await house.tell().map(\.revision) == [2])
        let waiting = try await cursor()
        #expect(waiting.attempts == 3 && waiting.retryAt.map { $0 >= house.now.adding(seconds: 600) } == true)
        house.wait(300)
        #expect(try await house.tell().isEmpty)
        house.wait(301)
        #expect(try await house.tell().map(\.revision) == [2, 3, 4, 5])
        let over = try await cursor()
        #expect(over.told == 5 && over.attempts == 0 && over.retryAt == nil)
        #expect(try await house.channels.find(channel.id, of: house.account.id)?.deliveredAt != nil)
    }

    @Test func whatIsRefusedIsLeftOutAndCounted() async throws {
        try await change(times: 3)
        house.answer(Self.url, .delivered, .refused(reason: "400"))
        #expect(try await house.tell().map(\.revision) == [1, 2, 3])
        #expect(try await cursor().told == 3)
        #expect(try await cursor().refused == 1)
    }

    /// What a killed process has sent and not written down is sent again, as the same message.
    @Test func whoDiesBetweenSendingAndWritingIsFollowed() async throws {
        try await change(times: 3)
        let hooks = house.hooks
        let taken = try #require(try await hooks.claim(.all, atMost: 10, now: house.now).first)
        let lost = try await hooks.turn.deliver(taken) { house.now }
        let first = house.taken()
        #expect(first.map(\.revision) == [1, 2, 3])
        #expect(try await house.tell().isEmpty)
        house.wait(61)
        let second = try await house.tell()
        #expect(second.map(\.notification.id) == first.map(\.notification.id))
        // Whoever was only slow comes too late to say anything.
        try await change()
        #expect(try await house.tell().map(\.revision) == [4])
        _ = try await hooks.turn.finish(lost)
        #expect(try await cursor().told == 4)
        #expect(try await house.tell().isEmpty)
    }

    @Test func aDeadAddressIsSwitchedOffAndGoesOnLater() async throws {
        try await house.channel("https://two.example.org", wants: .reminders)
        try await change(times: 2)
        house.answer(Self.url, .gone(reason: "410"))
        #expect(try await house.tell().map(\.revision) == [1])
        #expect(try await house.channels.find(channel.id, of: house.account.id)?.offReason == ChannelEnd.gone)
        #expect(try await house.send().compactMap { $0.address["url"] } == ["https://two.example.org"])
        house.wait(3600)
        try await change()
        #expect(try await house.tell().isEmpty)
        try await house.change(channel) { $0.isOn = true }
        #expect(try await house.tell().map(\.revision) == [1, 2, 3])
    }

    @Test func aWeekOfFailuresSwitchesOff() async throws {
        try await change()
        var tries = 0
        while try await house.channels.find(channel.id, of: house.account.id)?.isOn == true {
            house.answer(Self.url, .retry(after: nil, reason: "503"))
            tries += try await house.tell().count
            house.wait(4 * 3600)
            try #require(tries < 200)
        }
        #expect((40...60).contains(tries))
        #expect(try await house.channels.find(channel.id, of: house.account.id)?.offReason == ChannelEnd.failing)
    }

    @Test func aDeviceWithoutAccessIsToldNothing() async throws {
        try await change()
        try await house.database.write(
            of: house.account.id, "UPDATE device SET revoked_at = now() WHERE account_id = \(house.account.id)")
        #expect(try await house.tell().isEmpty)
    }

    /// The ledger came back at an older revision than a program was told.
    @Test func aCursorBeyondTheLedgerGoesOnWithTheNextChange() async throws {
        try await change(times: 2)
        try await house.database.write("UPDATE change_cursor SET told_revision = 1000")
        #expect(try await house.tell().isEmpty)
        #expect(try await cursor().told == 2)
        try await change()
        #expect(try await house.tell().map(\.revision) == [3])
    }

    /// What devices send again after a restoration has another revision, and is the same message.
    @Test func aChangeThatIsResentIsTheSameMessage() async throws {
        let operation = try await house.push(.random(), [JSONMember("title", "Task")])
        let first = try await house.tell()
        try await house.database.transaction(of: house.account.id) { transaction in
            _ = try await transaction.commit(after: [
                "DELETE FROM change", "DELETE FROM task",
                "UPDATE account_clock SET revision = 0, live_tasks = 0 WHERE account_id = \(house.account.id)",
                "UPDATE change_cursor SET told_revision = 0",
            ])
        }
        try await change()
        _ = try await house.ledger.push(Push(operations: [operation]), to: house.account.id, now: house.now)
        let second = try await house.tell()
        #expect(second.map(\.revision) == [1, 2])
        #expect(second.last?.notification.id == first.first?.notification.id)
    }

    /// A cursor that is set elsewhere while a turn is under way stays there.
    @Test func aReplayDuringATurnCounts() async throws {
        try await change(times: 3)
        _ = try await house.tell()
        try await change()
        let hooks = house.hooks
        let taken = try #require(try await hooks.claim(.all, atMost: 10, now: house.now).first)
        let outcome = try await hooks.turn.deliver(taken) { house.now }
        #expect(try await house.channels.replay(channel.id, of: house.account.id, since: .revision(1)) == .begun)
        #expect(try await hooks.turn.finish(outcome).isBehind)
        _ = house.taken()
        #expect(try await house.tell().map(\.revision) == [2, 3, 4])
    }

    /// A change that commits while a turn is being written down is seen by it: whoever made the change found the
    /// channel taken.
    @Test(.timeLimit(.minutes(10))) func aCommitAtTheEndOfATurnIsNotOverlooked() async throws {
        try await change()
        let hooks = house.hooks
        let taken = try #require(try await hooks.claim(.all, atMost: 10, now: house.now).first)
        let outcome = try await hooks.turn.deliver(taken) { house.now }
        let finishing = try await house.database.transaction(of: house.account.id) { transaction in
            try await transaction.run(
                "UPDATE account_clock SET revision = revision + 1 WHERE account_id = \(house.account.id)")
            let finishing = Task { try await hooks.turn.finish(outcome) }
            try await house.database.somebodyWaitsForALock()
            return finishing
        }
        #expect(try await finishing.value.isBehind)
    }

    @Test func severalProcessesShareTheWork() async throws {
        let urls = [Self.url] + (2...8).map { "https://\($0).example.org" }
        for url in urls.dropFirst() { try await house.channel(url, wants: .changes) }
        // Nobody's lease ends.
        let now = house.now
        async let changes: Void = change(times: 150)
        try await atOnce(0..<3) { _ in
            let hooks = house.hooks
            for _ in 0..<20 { try await hooks.tellAll { now } }
        }
        try await changes
        try await house.hooks.tellAll { now }
        let letters = house.taken()
        for url in urls {
            #expect(letters.filter { $0.url == url }.map(\.revision) == Array(1...150), "\(url)")
        }
    }

    /// In the background, at the ledger's word; a receiver that does not answer holds up nobody else.
    @Test func aSlowReceiverHoldsUpItsOwnChannelOnly() async throws {
        let other = try await SomeAccount.make(in: house.database)
        try await house.channel("https://two.example.org", wants: .changes, of: other)
        house.hold(Self.url)
        let hooks = house.hooks
        let reactor = house.database.reactors.reactors[0]
        let work = Task(executorPreference: reactor) { await hooks.run() }
        var arrivals = house.arrivals.stream.makeAsyncIterator()
        try await change(times: 2)
        let held = await arrivals.next()
        #expect(held?.url == Self.url && held?.revision == 1)
        try await change(times: 3, of: other)
        var revisions: [Int64] = []
        for _ in 0..<3 {
            let letter = await arrivals.next()
            #expect(letter?.url == "https://two.example.org")
            revisions.append(letter?.revision ?? 0)
        }
        #expect(revisions == [1, 2, 3])
        house.letGo(Self.url)
        #expect(await arrivals.next()?.revision == 2)
        // What comes later is told at once as well.
        try await change()
        #expect(await arrivals.next()?.revision == 3)
        work.cancel()
        await work.value
    }
}
