import DaybookCore
import Testing

@testable import DaybookReminders
@testable import TestAccounts

/// Alerts of tasks that become overdue: who hears of which, once, and for how long.
@Suite(.closing) struct OverdueAlertTests {
    private let house: ReminderHouse

    init() async throws { house = try await ReminderHouse.open() }

    /// The alert that quiet hours hold back is still due when they end, whatever was set meanwhile.
    @Test func aSettingInQuietHoursLosesNoAlert() async throws {
        try await house.channel("https://one.example.org", wants: .overdue)
        // It is 20:26:40.
        try await house.settings([
            JSONMember("overdueAlerts", true), JSONMember("quietFrom", "20:30"), JSONMember("quietUntil", "22:00"),
        ])
        #expect(try await house.send().isEmpty)
        try await house.push(.random(), [JSONMember("title", "Taxes"), house.member("dueAt", in: 600)])
        house.wait(1200)
        #expect(try await house.send().isEmpty)
        try await house.settings([JSONMember("weeklyReview", true)])
        #expect(try await house.send().isEmpty)
        house.wait(5000)
        #expect(try await house.send().map(\.title) == ["Taxes"])
        house.wait(600)
        #expect(try await house.send().isEmpty)
    }

    /// On all devices that can; and nobody looks again and again where one cannot.
    @Test func whatIsNoLongerOverdueIsTakenBack() async throws {
        try await house.channel("https://one.example.org", wants: .overdue)
        let simple = try await house.open(
            try ChannelAddress(.gotify, ["url": "https://two.example.org", "token": "x"]), name: "Two", .overdue,
            for: house.account)
        try await house.settings([JSONMember("overdueAlerts", true)])
        _ = try await house.send()
        let (done, moved) = (Identifier.random(), Identifier.random())
        for (id, title) in [(done, "Taxes"), (moved, "Milk")] {
            try await house.push(id, [JSONMember("title", .string(title)), house.member("dueAt", in: 60)])
        }
        house.wait(300)
        #expect(try await house.send().count == 4)
        house.wait(300)
        #expect(try await house.send().isEmpty)
        try await house.push(done, [JSONMember("state", "completed")])
        try await house.push(moved, [house.member("dueAt", in: 86_400)])
        house.wait(300)
        let letters = try await house.send()
        #expect(letters.count == 2 && letters.allSatisfy { $0.notification.isWithdrawal && $0.url.contains("one") })
        #expect(Set(letters.map(\.notification.tag)) == ["task-\(done.text)", "task-\(moved.text)"])
        house.wait(300)
        #expect(try await house.send().isEmpty)
        #expect(try await house.rows() == 0 && simple.kind == .gotify)
    }

    /// A hundred of them in each of many accounts are loaded at once.
    @Test func ofALongTitleTheBeginningIsTold() async throws {
        try await house.channel("https://one.example.org", wants: [.reminders, .overdue])
        try await house.settings([JSONMember("overdueAlerts", true)])
        _ = try await house.send()
        let long = String(repeating: "€", count: 60_000)
        try await house.push(.random(), [JSONMember("title", .string(long)), house.member("dueAt", in: 60)])
        try await house.task(long, remindIn: 60)
        house.wait(300)
        #expect(try await house.send().map(\.title.count) == [1_000, 1_000])
    }

    /// A look tells a hundred at most; those that are due with the last of them come in the next.
    @Test func noneIsPassedOverBecauseAnotherIsDueAtTheSameTime() async throws {
        try await house.channel("https://one.example.org", wants: .overdue)
        try await house.settings([JSONMember("overdueAlerts", true)])
        _ = try await house.send()
        let (early, late) = (house.now.adding(seconds: 600), house.now.adding(seconds: 900))
        for number in 0..<120 {
            try await house.push(
                .random(),
                [
                    JSONMember("title", .string("\(number)")),
                    JSONMember("dueAt", .string((number < 60 ? early : late).text)),
                ])
        }
        house.wait(1_200)
        var titles: [String] = []
        for _ in 0..<5 {
            titles += try await house.send().map(\.title)
            house.wait(60)
        }
        #expect(Set(titles).count == 120 && titles.count == 120)
    }

    /// What was overdue before somebody wanted to hear of it, or could, is not told.
    @Test func onlyWhatBecomesOverdueFromNowOnIsTold() async throws {
        let channel = try await house.channel("https://one.example.org", wants: .overdue)
        func dueTask(_ title: JSONValue) async throws {
            try await house.push(.random(), [JSONMember("title", title), house.member("dueAt", in: 60)])
            house.wait(120)
        }
        try await dueTask("Before the wish")
        try await house.settings([JSONMember("overdueAlerts", true)])
        house.wait(600)
        #expect(try await house.send().isEmpty)
        try await house.change(channel) { $0.isOn = false }
        try await dueTask("While nobody was there")
        house.wait(3600)
        try await house.change(channel) { $0.isOn = true }
        #expect(try await house.send().isEmpty)
    }
}
