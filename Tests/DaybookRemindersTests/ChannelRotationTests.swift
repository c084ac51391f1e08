import DaybookCore
import TestPostgres
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookReminders
@testable import DaybookStore
@testable import TestAccounts

/// Another secret key: channels go on, but for those that cannot.
@Suite(.closing) struct ChannelRotationTests {
    private let house: ReminderHouse

    init() async throws { house = try await ReminderHouse.open() }

    private func rotate(lost: Bool = false) async throws -> ChannelRotation.Outcome {
        let next = SecretKey.random()
        let rotation = ChannelRotation(from: lost ? nil : house.key, to: next)
        let accounts = [house.account.id]
        let outcome = try await house.database.transaction { transaction in
            try await rotation.run(on: accounts, in: transaction, now: house.now)
        }
        house.key = next
        return outcome
    }

    private func browser() async throws -> Channel {
        let address = try ChannelAddress(
            .webPush,
            [
                "endpoint": "https://push.example.org/1", "p256dh": Base64URL.encode([UInt8](repeating: 4, count: 65)),
                "auth": Base64URL.encode([UInt8](repeating: 4, count: 16)),
            ])
        return try await house.open(address, name: "Browser", for: house.account)
    }

    @Test func addressesAreSealedAnewAndFoundAgain() async throws {
        let one = try await house.channel("https://one.example.org")
        let secret = house.channels.address(of: one)?.secrets().first
        let outcome = try await rotate()
        #expect(outcome.sealed == 1 && outcome.ended == 0)
        let channel = try #require(try await house.channels.find(one.id, of: house.account.id))
        #expect(house.channels.address(of: channel)?["url"] == "https://one.example.org")
        #expect(house.channels.address(of: channel)?.secrets().first == secret && secret != nil)
        // The same address once more is the same channel.
        #expect(try await house.channel("https://one.example.org").id == one.id)
        try await house.task("Call mum", remindIn: 1)
        #expect(try await house.send().map(\.title) == ["Call mum"])
        // What is sealed with it already is left alone.
        let again = try await house.database.transaction { transaction in
            try await ChannelRotation(from: .random(), to: house.key).run(on: [house.account.id], in: transaction)
        }
        #expect(again.sealed == 0 && again.ended == 0)
    }

    /// They subscribed with a key that follows from the secret key.
    @Test func browsersHaveToSubscribeAnewAndThePersonHearsOfIt() async throws {
        try await house.channel("https://one.example.org")
        let browser = try await browser()
        _ = try await house.send()
        let outcome = try await rotate()
        #expect(outcome.sealed == 2 && outcome.ended == 1)
        let ended = try await house.channels.find(browser.id, of: house.account.id)
        #expect(ended?.offReason == "push_key_replaced")
        #expect(try await house.send().map(\.title) == ["Reminders no longer reach 'Browser'"])
        // Neither asking for it nor the same subscription once more makes it work.
        #expect(try await house.change(browser) { $0.isOn = true }?.offReason == "push_key_replaced")
        let same = try await self.browser()
        #expect(same.id == browser.id && !same.isOn)
        try await house.task("Call mum", remindIn: 1)
        #expect(try await house.send().count == 1)
    }

    @Test func addressesUnderALostKeyAreLostAndSaidSo() async throws {
        let old = try await house.channel("https://one.example.org")
        let live = try await house.channel("Laptop", kind: .live)
        _ = try await house.send()
        let outcome = try await rotate(lost: true)
        #expect(outcome.sealed == 1 && outcome.ended == 1)
        // It has no address that could be lost.
        let laptop = try await house.channels.find(live.id, of: house.account.id)
        #expect(laptop?.isOn == true && laptop?.address(house.key) != nil)
        #expect(try await house.channels.find(old.id, of: house.account.id)?.offReason == "key_lost")
        let new = try await house.channel("https://one.example.org")
        #expect(new.id != old.id)
        try await house.task("Call mum", remindIn: 1)
        let titles = Set(try await house.send().map(\.title))
        #expect(titles == ["Call mum", "Reminders no longer reach 'https://one.example.org'"])
    }
}
