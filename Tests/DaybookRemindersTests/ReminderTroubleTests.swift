import DaybookCore
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookReminders
@testable import DaybookStore
@testable import TestAccounts

/// What goes wrong between a wish and its notification, or comes in an unlucky order.
@Suite(.closing) struct ReminderTroubleTests {
    private let house: ReminderHouse

    init() async throws { house = try await ReminderHouse.open() }

    /// With nothing to tell, an account is looked at seldom, and still found.
    @Test func aWishThatComesLaterIsHeard() async throws {
        try await house.channel("https://one.example.org")
        try await house.settings([JSONMember("reviewTime", .null)])
        #expect(try await house.send().isEmpty)
        let today = house.now.utcDate.text
        try await house.push(.random(), [JSONMember("title", "Open"), JSONMember("scheduledDate", .string(today))])
        // It is 20:26:40.
        try await house.settings([JSONMember("reviewTime", "21:00")])
        #expect(try await house.send().isEmpty)
        house.wait(3600)
        #expect(try await house.send().map(\.title) == ["Time to review?"])
    }

    /// More than one part of the work.
    @Test func manyThatWereMissedAreToldTogetherOnce() async throws {
        try await house.channel("https://one.example.org", wants: .reminders)
        for number in 0..<70 { try await house.task("\(number)", remindIn: 100) }
        house.wait(25 * 3600)
        var titles: [String] = []
        for _ in 0..<10 {
            titles += try await house.send().map(\.title)
            house.wait(60)
        }
        #expect(titles == ["70 reminders came while the server was away"])
        #expect(try await house.rows() == 0)
    }

    @Test func aQuickSecondChangeStillTakesBack() async throws {
        try await house.channel("https://one.example.org")
        let moved = try await house.task("Moved", remindIn: 60)
        let done = try await house.task("Done", remindIn: 60)
        house.wait(60)
        #expect(try await house.send().count == 2)
        for task in [moved, done] { try await house.push(task, [house.member("reminderAt", in: 600)]) }
        try await house.push(moved, [house.member("reminderAt", in: 1200)])
        try await house.push(done, [JSONMember("state", "completed")])
        let letters = try await house.send()
        #expect(Set(letters.map(\.notification.tag)) == ["task-\(moved.text)", "task-\(done.text)"])
        #expect(letters.allSatisfy { $0.notification.isWithdrawal })
        house.wait(1300)
        #expect(try await house.send().map(\.title) == ["Moved"])
    }

    /// The server that the backup was taken of may have sent it.
    @Test func whatWaitedAtABackupIsNotSentAgain() async throws {
        try await house.channel("https://one.example.org")
        try await house.task("Call mum", remindIn: 1)
        house.answer("https://one.example.org", .retry(after: nil, reason: "503"))
        house.wait(5)
        #expect(try await house.send().count == 1)
        house.wait(1)
        try await house.database.write(
            "UPDATE instance SET epoch_began_at = \(house.now), created_at = \(Instant.earliest)")
        house.wait(600)
        #expect(try await house.send().isEmpty)
        #expect(try await house.deliveries().map(\.state) == [.dropped])
    }

    /// What is not begun in time is given back before somebody else takes it.
    @Test func aSlowReceiverEndsItsPartInTime() async throws {
        try await house.channel("https://slow.example.org")
        for number in 0..<20 { try await house.task("\(number)", remindIn: 60) }
        house.wait(60)
        house.hold("https://slow.example.org")
        async let first = house.send()
        await eventually { house.titles.count == 8 }
        house.wait(15)
        house.letGo("https://slow.example.org")
        // The rest follows in the next part, and nothing comes twice.
        var letters = try await first
        letters += try await house.send()
        #expect(Set(letters.map(\.title)).count == 20 && letters.count == 20)
        #expect(try await house.deliveries().allSatisfy { $0.state == .delivered && $0.attempts == 1 })
    }

    @Test func aFormerSecretCountsForADay() async throws {
        var address = try ChannelAddress(.webhook, ["url": "https://one.example.org"])
        let (first, now) = (address.secrets(), Instant.now())
        #expect(first.count == 1)
        address.addSecret(now: now)
        #expect(address.secrets(at: now).count == 2 && address.secrets(at: now).last == first[0])
        #expect(address.secrets(at: now.adding(seconds: 24 * 3600)).count == 1)

        let channel = try await house.channel("https://two.example.org", kind: .ntfy)
        await #expect(throws: Channels.OnlyForWebhooks.self) {
            try await house.change(channel) { $0.newSecret = true }
        }
    }

    /// The account's owner wants it on again; whoever reads the mail has the last word.
    @Test func whoUnsubscribedIsNotWrittenTo() async throws {
        let address = try ChannelAddress(.email, ["email": "ada@example.org"])
        let channel = try await house.open(address, name: "Mail", for: house.account)
        let links = ActLinks(house.database, house.key, house.ledger)
        func follow(_ action: ActToken.Action) async throws {
            let key = Delivery.Key(
                account: house.account.id, subject: channel.id, kind: .confirm, dueAt: house.now, channel: channel.id
            )
            let token = try await links.open(ActToken(key, action, now: .now()).text(house.key)).token
            if action == .confirm { try await links.confirm(token) } else { try await links.unsubscribe(token) }
        }
        try await follow(.confirm)
        #expect(try await house.channels.find(channel.id, of: house.account.id)?.isOn == true)
        try await follow(.unsubscribe)
        try await house.change(channel) { $0.isOn = true }
        _ = try await house.open(address, name: "Mail", for: house.account)
        // The old mail's link is no new wish.
        try await follow(.confirm)
        #expect(try await house.channels.find(channel.id, of: house.account.id)?.offReason == "unsubscribed")
    }

    /// The process is killed while it sends, and the account's own row is not looked at for weeks.
    @Test func aSummaryThatWasInterruptedIsSentAsTheSameMessage() async throws {
        try await house.channel("https://one.example.org", wants: .reminders)
        try await house.settings([JSONMember("reviewTime", .null)])
        _ = try await house.send()
        for number in 0..<3 { try await house.task("\(number)", remindIn: 100) }
        house.wait(48 * 3600)
        house.hold("https://one.example.org")
        let (killed, next) = (house.reminders, house.reminders)
        async let first: Void = killed.sendAll { house.now }
        await eventually { house.titles.count == 1 }
        house.wait(30)
        try await next.sendAll { house.now }
        #expect(house.titles.count == 1, "the lease still runs")
        house.wait(31)
        async let second: Void = next.sendAll { house.now }
        await eventually { house.titles.count == 2 }
        house.letGo("https://one.example.org")
        try await first
        try await second
        let letters = house.taken()
        #expect(letters.map(\.title) == Array(repeating: "3 reminders came while the server was away", count: 2))
        #expect(Set(letters.map(\.notification.id)).count == 1)
        house.wait(3600)
        #expect(try await house.send().isEmpty)
        #expect(try await house.rows() == 0)
    }

    /// Between two reminders that are weeks apart nobody has tried whether it is reached.
    @Test func oneFailureGivesNoChannelUpThatFailedWeeksAgo() async throws {
        let channel = try await house.channel("https://one.example.org")
        let weeksAgo = house.now.adding(seconds: -30 * 86_400)
        try await house.database.write(
            of: house.account.id,
            "UPDATE channel SET failing_since = \(weeksAgo) WHERE account_id = \(house.account.id)")
        house.answer("https://one.example.org", .retry(after: nil, reason: "503"))
        try await house.task("Milk", remindIn: 60)
        house.wait(60)
        #expect(try await house.send().count == 1)
        house.wait(60)
        #expect(try await house.send().map(\.title) == ["Milk"])
        #expect(try await house.channels.find(channel.id, of: house.account.id)?.isOn == true)
    }

    /// Otherwise anybody could have anybody written to, and nobody could put an end to it.
    @Test func offAndOnAgainIsNoConfirmation() async throws {
        let address = try ChannelAddress(.email, ["email": "ada@example.org"])
        let channel = try await house.open(address, name: "Mail", for: house.account)
        for end in ["unconfirmed", "unsubscribed", "push_key_replaced", "key_lost"] {
            try await house.database.write(
                of: house.account.id,
                "UPDATE channel SET off_reason = \(end) WHERE account_id = \(house.account.id)")
            for wish in [false, true] {
                #expect(try await house.change(channel) { $0.isOn = wish }?.offReason == end)
            }
        }
        try await house.task("Milk", remindIn: 60)
        house.wait(120)
        #expect(try await house.send().isEmpty)
    }

    @Test func aPauseHoldsChangesToo() async throws {
        try await house.channel("https://one.example.org", wants: .changes)
        try await ReminderBacklog.pause(in: house.database)
        try await house.push(.random(), [JSONMember("title", "Milk")])
        #expect(try await house.tell().isEmpty)
        try await ReminderBacklog.resume(in: house.database)
        #expect(try await house.tell().count == 1)
    }

    /// A newer release may stand beside this one.
    @Test func whatAnotherReleaseWroteHoldsUpNobody() async throws {
        let neighbour = try await SomeAccount.make(in: house.database)
        try await house.channel("https://one.example.org")
        try await house.channel("https://two.example.org", of: neighbour)
        let pigeon = try await house.channel("https://three.example.org")
        let task = try await house.task("Mine", remindIn: 60)
        try await house.task("The neighbour's", remindIn: 60, of: neighbour)
        try await house.database.transaction(of: house.account.id) { transaction in
            _ = try await transaction.commit(after: [
                "UPDATE channel SET kind = 'pigeon' WHERE channel_id = \(pigeon.id)",
                """
                INSERT INTO delivery (account_id, subject_id, kind, due_at, channel_id, made_at, state)
                VALUES (\(house.account.id), \(task), 'song', \(house.now), \(pigeon.id), \(house.now), 'waiting'),
                    (\(house.account.id), \(task), 'withdrawal', \(house.now), \(pigeon.id), \(house.now), 'waiting')
                """,
            ])
        }
        house.wait(60)
        #expect(Set(try await house.send().map(\.title)) == ["Mine", "The neighbour's"])
        let states = try await house.database.read(
            of: house.account.id, "SELECT state FROM delivery WHERE channel_id = \(pigeon.id)")
        #expect(try states.decode(String.self) == ["waiting", "waiting"])

        // Nothing of an account can be told where its settings cannot be read; the neighbour's are.
        try await house.task("Mine again", remindIn: 60)
        try await house.task("The neighbour's again", remindIn: 60, of: neighbour)
        let setting: (String) -> Query = {
            "UPDATE account_settings SET capture_language = \($0) WHERE account_id = \(house.account.id)"
        }
        try await house.settings([JSONMember("firstWeekday", 1)])
        try await house.database.write(of: house.account.id, setting("song"))
        house.wait(60)
        #expect(try await house.send().map(\.title) == ["The neighbour's again"])
        try await house.database.write(of: house.account.id, setting("en"))
        house.wait(601)
        #expect(try await house.send().map(\.title) == ["Mine again"])
    }

    /// Another server took it for moved while this one was sending it.
    @Test func whatArrivesAfterItWasMovedIsTakenBack() async throws {
        try await house.channel("https://one.example.org", kind: .ntfy)
        let task = try await house.task("Call mum", remindIn: 60)
        house.wait(60)
        house.hold("https://one.example.org")
        async let sending: Void = house.reminders.sendAll { house.now }
        await eventually { house.titles == ["Call mum"] }
        try await house.push(task, [house.member("reminderAt", in: 3600)])
        let other = house.reminders
        try await other.sendAll { house.now }
        #expect(try await house.deliveries().map(\.state) == [.dropped])
        house.letGo("https://one.example.org")
        try await sending
        #expect(try await house.deliveries().map(\.state) == [.delivered])
        _ = house.taken()
        house.wait(1)
        let letters = try await house.send()
        #expect(letters.count == 1 && letters.allSatisfy { $0.notification.isWithdrawal })
    }

    /// The database fails for a moment between sending and writing down. Tables that are spread take no triggers.
    @Test(.enabled(if: !TestPostgres.isSpread)) func whatWasSentIsWrittenDownAfterATrouble() async throws {
        try await house.channel("https://one.example.org")
        try await house.task("Call mum", remindIn: 60)
        for statement: Query in [
            "CREATE SEQUENCE tries",
            """
            CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN IF nextval('tries') = 1 THEN RAISE 'not now'; END IF; RETURN NEW; END $$
            """,
            "CREATE TRIGGER fail_once BEFORE UPDATE ON delivery FOR EACH ROW EXECUTE FUNCTION fail_once()",
        ] {
            try await house.database.write(statement)
        }
        house.wait(60)
        #expect(try await house.send().map(\.title) == ["Call mum"])
        #expect(try await house.deliveries().map(\.state) == [.delivered])
        house.wait(120)
        #expect(try await house.send().isEmpty)
    }
}
