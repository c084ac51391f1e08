import DaybookCore
import TestPostgres
import Testing

@testable import DaybookHost
@testable import DaybookReminders
@testable import DaybookStore
@testable import TestAccounts

/// What the operator sees of reminders, and how they are held.
@Suite(.closing) struct StandingTests {
    private let house: ReminderHouse

    init() async throws { house = try await ReminderHouse.open() }

    @Test func whatIsPausedWaitsAndComesLate() async throws {
        try await house.channel("https://one.example.org")
        _ = try await house.send()
        try await house.task("Call mum", remindIn: 60)
        let pausedAt = house.now
        try await ReminderBacklog.pause(in: house.database, now: pausedAt)
        // Who pauses twice has paused since the first time.
        try await ReminderBacklog.pause(in: house.database)
        house.wait(660)
        #expect(try await house.send().isEmpty)
        let backlog = try await ReminderBacklog.load(from: house.database, now: house.now)
        #expect(backlog.due == 1 && backlog.pausedAt == pausedAt)
        #expect(backlog.late(at: house.now) == 601_000)
        try await ReminderBacklog.resume(in: house.database)
        let letters = try await house.send()
        #expect(letters.map(\.title) == ["Call mum"])
        #expect(letters.first?.notification.body.hasSuffix("10 min late") == true)
        let after = try await ReminderBacklog.load(from: house.database, now: house.now)
        #expect(after.due == 0 && after.oldest == nil && after.pausedAt == nil && after.next != nil)
    }

    @Test func whoIsDisabledIsToldNothingUntilTheyAreNot() async throws {
        try await house.channel("https://one.example.org")
        try await house.task("Call mum", remindIn: 60)
        try await house.database.write(
            "UPDATE account SET disabled_at = \(house.now) WHERE account_id = \(house.account.id)")
        house.wait(60)
        #expect(try await house.send().isEmpty)
        try await house.database.write(
            "UPDATE account SET disabled_at = NULL WHERE account_id = \(house.account.id)")
        house.wait(600)
        #expect(try await house.send().map(\.title) == ["Call mum"])
    }

    @Test func figuresTellHowMuchIsLateAndWhatBecameOfIt() async throws {
        try await house.channel("https://one.example.org")
        try await house.channel("https://two.example.org")
        house.answer("https://two.example.org", .refused(reason: "no"))
        try await house.task("Call mum", remindIn: 60)
        house.wait(63)
        let reminders = house.reminders
        func page() async -> String {
            var page = Exposition()
            await reminders.exposed()(&page)
            return String(decoding: page.bytes, as: UTF8.self)
        }
        // The house's time is in the past of the figures' own clock.
        let before = await page()
        #expect(before.contains("daybook_reminders_due 2\n") && before.contains("daybook_reminders_paused 0\n"))
        #expect(!before.contains("daybook_notifications_total{"))
        try await reminders.sendAll { house.now }
        try await ReminderBacklog.pause(in: house.database)
        let after = await page()
        for line in [
            "daybook_notifications_total{channel=\"webhook\",outcome=\"delivered\"} 1",
            "daybook_notifications_total{channel=\"webhook\",outcome=\"refused\"} 1",
            "daybook_notification_late_seconds_bucket{channel=\"webhook\",le=\"2\"} 0",
            "daybook_notification_late_seconds_bucket{channel=\"webhook\",le=\"5\"} 1",
            "daybook_notification_late_seconds_count{channel=\"webhook\"} 1", "daybook_reminders_paused 1",
        ] {
            #expect(after.contains(line + "\n"), "\(line) in \(after)")
        }
    }

    @Test func allAccountsAreCountedAndNobodyIsNamed() async throws {
        let other = try await SomeAccount.make(in: house.database)
        try await house.channel("https://one.example.org")
        let gone = try await house.channel("https://two.example.org")
        house.answer("https://two.example.org", .gone(reason: "gone (410)"))
        try await house.channel("Laptop", kind: .live)
        try await house.open(try ChannelAddress(.webhook, ["url": "https://three.example.org"]), name: "x", for: other)
        try await house.task("Call mum", remindIn: 1)
        _ = try await house.send()
        let since = house.now.adding(milliseconds: -Instant.dayLength)
        let census = try await ReminderCensus.take(of: house.database, since: since, page: 1)
        typealias Channels = ReminderCensus.Channels
        #expect(
            census.channels == [
                Channels(kind: "webhook", offReason: nil): 2, Channels(kind: "live", offReason: nil): 1,
                Channels(kind: "webhook", offReason: "address_gone"): 1,
            ])
        typealias Messages = ReminderCensus.Messages
        #expect(census.messages[Messages(kind: "webhook", state: "failed", reason: "gone (410)")] == 1)
        #expect((census.messages[Messages(kind: "webhook", state: "delivered", reason: nil)] ?? 0) >= 1)
        #expect(try await ReminderCensus.channel(gone.id, in: house.database, page: 1)?.id == gone.id)
        #expect(try await ReminderCensus.channel(.random(), in: house.database) == nil)
    }

    /// A channel goes with its device: it is neither shown, nor told, nor in the way of another.
    @Test func aRevokedDevicesChannelsAreGone() async throws {
        let tablet = try await house.account.newDevice(in: house.database)
        for number in 1...Channels.most {
            try await house.open(
                try ChannelAddress(.webhook, ["url": "https://\(number).example.org"]), name: "x", for: tablet)
        }
        await #expect(throws: Channels.TooMany.self) { try await house.channel("https://one.example.org") }
        try await house.database.write(
            of: house.account.id,
            "UPDATE device SET revoked_at = \(house.now) WHERE device_id = \(tablet.device) AND account_id = \(tablet.id)"
        )
        #expect(try await house.channels.list(of: house.account.id).isEmpty)
        let channel = try await house.channel("https://one.example.org")
        #expect(try await house.channels.list(of: house.account.id).map(\.id) == [channel.id])
        let left = try await house.database.read(
            of: house.account.id, "SELECT channel_id FROM channel WHERE account_id = \(house.account.id)")
        #expect(left.count == 1)
    }
}
