import Seeds
import Testing

@testable import DaybookCore

@Suite struct NextReminderTests {
    private let moment = Fixture.moment("2026-03-03T12:00:00Z")

    private func task(_ title: String, remind: String?, due: String? = nil) -> TaskItem {
        var task = TaskItem.named(title, due: due)
        task.reminderAt = remind.map { Instant($0)! }
        return task
    }

    @Test func whatIsToComeComesInItsOrder() {
        var done = task("done", remind: "2026-03-03T13:00:00Z").completed(at: "2026-03-03T11:00:00Z")
        done.reminderAt = Instant("2026-03-03T13:00:00Z")
        var gone = TaskItem.named("gone", deleted: true)
        gone.reminderAt = Instant("2026-03-03T13:00:00Z")
        let tasks = [
            task("b", remind: "2026-03-04T08:00:00Z", due: "2026-03-04T12:00:00Z"), done, gone,
            task("a", remind: "2026-03-04T08:00:00Z"), task("none", remind: nil),
            task("first", remind: "2026-03-03T12:00:00.001Z"), task("now", remind: "2026-03-03T12:00:00Z"),
        ]
        let next = moment.nextReminders(tasks, AccountSettings())
        #expect(next.map(\.title) == ["first", "a", "b"])
        // In the words of the day on which it comes.
        #expect(next.map(\.body) == ["", "", "Due today, 12:00"])
        #expect(next[2].dueAt == next[2].firesAt && next[2].task == tasks[0].id)
        #expect(moment.nextReminders(tasks, AccountSettings(), limit: 1).map(\.title) == ["first"])
        #expect(moment.nextReminders(tasks, AccountSettings(), limit: -1).isEmpty)
        let hourAgo = moment.now.adding(seconds: -3600)
        #expect(moment.nextReminders(tasks, AccountSettings(), after: hourAgo).first?.title == "now")
    }

    @Test func noMoreThanIOSKnows() {
        let tasks = (0..<100).map { number in
            var task = TaskItem(id: Fixture.id(UInt64(number)))
            task.title = "\(number)"
            task.reminderAt = moment.now.adding(seconds: Int64(1000 - number))
            return task
        }
        var random = RandomSeed.generator()
        let next = moment.nextReminders(tasks.shuffled(using: &random), AccountSettings())
        #expect(next.map(\.title) == (36..<100).reversed().map { "\($0)" })
    }

    @Test func quietHoursAndPrivacyCountHereToo() {
        var settings = AccountSettings()
        settings.quietFrom = TimeOfDay("22:00")
        settings.quietUntil = TimeOfDay("07:00")
        let tasks = [
            task("early", remind: "2026-03-04T06:30:00Z", due: "2026-03-04T06:45:00Z"),
            task("night", remind: "2026-03-03T23:00:00Z", due: "2026-03-03T23:30:00Z"),
            task("late", remind: "2026-03-04T06:59:00Z"), task("evening", remind: "2026-03-03T21:59:00Z"),
        ]
        let next = moment.nextReminders(tasks, settings)
        #expect(next.map(\.title) == ["evening", "night", "early", "late"])
        #expect(Set(next.dropFirst().map(\.firesAt.text)) == ["2026-03-04T07:00:00.000Z"])
        #expect(next[1].dueAt.text == "2026-03-03T23:00:00.000Z" && next[1].body == "Due yesterday, 23:30")
        // What fell into last night's quiet hours is still to come in the morning.
        let morning = Fixture.moment("2026-03-04T06:00:00Z")
        #expect(morning.nextReminders(tasks, settings).map(\.title) == ["night", "early", "late"])
        settings.privateReminders = true
        let told = moment.nextReminders(tasks, settings, in: .german)
        #expect(Set(told.map(\.title)) == ["Erinnerung"] && Set(told.map(\.body)) == [""])
    }
}
