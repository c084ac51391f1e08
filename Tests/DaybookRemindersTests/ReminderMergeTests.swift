import DaybookCore
import TestPostgres
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookReminders
@testable import DaybookStore
@testable import TestAccounts

/// One account taken into another: the reminders of both reach the devices of both, and nothing is told twice.
@Suite(.closing) struct ReminderMergeTests {
    private let house: ReminderHouse

    init() async throws { house = try await ReminderHouse.open() }

    private func merge(_ source: SomeAccount) async throws {
        let merge = AccountMerge(
            database: house.database, ledger: house.ledger, authenticator: Authenticator(database: house.database),
            deletion: AccountDeletion(database: house.database, announcements: Announcements()),
            belongings: ChannelMove(house.key).carry)
        _ = try await merge.merge(PresentedToken(source.token), into: house.account.id)
        while try await !house.database.read("SELECT 1 FROM account WHERE account_id = \(source.id)").isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func webhook(_ url: String, _ account: SomeAccount) async throws -> Channel {
        try await house.open(try ChannelAddress(.webhook, ["url": url]), name: url, .reminders, for: account)
    }

    /// What is told now, and where.
    private func told() async throws -> [String] { try await house.send().map { "\($0.title): \($0.url)" }.sorted() }

    @Test func theRemindersOfBothReachTheChannelsOfBoth() async throws {
        // A merge has the real clock: what the house has told is past for it, too.
        house.now = .now().adding(seconds: -20)
        let source = try await SomeAccount.make(in: house.database)
        let own = try await webhook("https://target.example.org", house.account)
        let theirs = try await webhook("https://source.example.org", source)
        try await house.task("Told before", remindIn: 1, of: source)
        #expect(try await told() == ["Told before: https://source.example.org"])
        try await house.task("Mine", remindIn: 600)
        try await house.task("Theirs", remindIn: 600, of: source)
        // Due, and not told yet when the merge begins.
        try await ReminderBacklog.pause(in: house.database)
        try await house.task("Left over", remindIn: -30, of: source)
        try await merge(source)
        try await ReminderBacklog.resume(in: house.database)

        let channels = try await house.channels.list(of: house.account.id)
        #expect(Set(channels.map(\.id)) == [own.id, theirs.id])
        house.now = max(house.now, .now())
        #expect(
            try await told() == ["Left over: https://source.example.org", "Left over: https://target.example.org"])
        house.wait(660)
        #expect(
            try await told() == [
                "Mine: https://source.example.org", "Mine: https://target.example.org",
                "Theirs: https://source.example.org", "Theirs: https://target.example.org",
            ])
        let left = try await house.database.read("SELECT count(*) FROM reminder WHERE account_id = \(source.id)")
        #expect(try left[0].decode(0, as: Int.self) == 0)
    }

    /// What the source's channel was told it can be told to take away again.
    @Test func whatWasShownBeforeIsTakenBackAfterwards() async throws {
        // A merge has the real clock: what the house has told is past for it, too.
        house.now = .now().adding(seconds: -20)
        let source = try await SomeAccount.make(in: house.database)
        _ = try await webhook("https://source.example.org", source)
        let task = try await house.task("Call mum", remindIn: 1, of: source)
        #expect(try await told().count == 1)
        try await merge(source)
        house.now = max(house.now, .now())
        #expect(try await told().isEmpty)
        try await house.push(task, [JSONMember("state", "completed")])
        let letters = try await house.send()
        #expect(letters.map(\.notification.isWithdrawal) == [true])
        #expect(letters.first?.address["url"] == "https://source.example.org")
    }

    @Test func noMoreAreTakenAlongThanAnAccountMayHave() async throws {
        let source = try await SomeAccount.make(in: house.database)
        for number in 1..<Channels.most {
            _ = try await webhook("https://t\(number).example.org", house.account)
        }
        for number in 1...3 { _ = try await webhook("https://s\(number).example.org", source) }
        try await merge(source)
        #expect(try await house.channels.list(of: house.account.id).count == Channels.most)
    }
}
