import Seeds
import Testing

@testable import DaybookCore

/// L-FR21..25, L-FR38, NFR23: what is due today, in rows that fit, with an entry for each change of the picture.
@Suite struct WidgetTests {
    static func words(_ widget: Widget) -> [String] {
        widget.entries.map { entry in
            let rows = entry.rows.map { $0.title + ($0.isOverdue ? "!" : "") }.joined(separator: " ")
            return "\(entry.at.text.dropFirst(5).dropLast(5)) \(rows) /\(entry.total)"
        }
    }

    @Test func timelineOfADay() {
        let tasks: [TaskItem] = [
            .named("a", order: "A", due: "2026-02-11T14:00:00Z"), .named("b", order: "B", on: "2026-02-11"),
            .named("c", order: "C", due: "2026-02-11T09:00:00Z"), .named("d", order: "D", due: "2026-02-12T08:00:00Z"),
            .named("e", order: "E", on: "2026-02-12"), .named("done", .completed, due: "2026-02-11T15:00:00Z"),
            TaskItem.named("did", due: "2026-02-11T15:00:00Z").completed(at: "2026-02-11T11:00:00Z"),
            .named("ready", .completed, order: "F", on: "2026-02-12"),
            .named("gone", due: "2026-02-11T15:00:00Z", deleted: true), .named("later", due: "2026-02-13T08:00:00Z"),
            .named("none"), .named("past", on: "2026-02-10"),
        ]
        let widget = Fixture.moment("2026-02-11T12:00:00Z").widget(tasks, .small)
        #expect(
            Self.words(widget) == [
                "02-11T12:00:00 a b c! /4", "02-11T14:00:00 a! b c! /4", "02-12T00:00:00 d e ready /3",
                "02-12T08:00:00 d! e ready /3",
            ])
        // Overdue is strictly after the due instant.
        #expect(widget.entries[1].at.text == "2026-02-11T14:00:00.001Z")
    }

    /// L-5.1: what was completed today stays with its mark, and is not overdue.
    @Test func whatIsDoneStays() {
        let tasks: [TaskItem] = [
            TaskItem.named("a", due: "2026-02-11T09:00:00Z").completed(at: "2026-02-11T10:00:00Z"),
            .named("b", .completed, on: "2026-02-11"), .named("c", .active, due: "2026-02-11T13:00:00Z"),
        ]
        let widget = Fixture.moment("2026-02-11T12:00:00Z").widget(tasks, .medium)
        #expect(Self.words(widget) == ["02-11T12:00:00 c a b /3", "02-11T13:00:00 c! a b /3", "02-12T00:00:00  /0"])
        #expect(widget.entries[0].rows.map(\.state) == [.active, .completed, .completed])
    }

    /// L-FR22, L-FR23: up to 3 and up to 8 rows; a change among what has no row is no change, but its count is.
    @Test func sizes() {
        let tasks = "ABCDEFGHIJ".map {
            TaskItem.named(String($0), order: String($0), due: "2026-02-11T1\($0 == "J" ? 3 : 4):00:00Z")
        }
        let moment = Fixture.moment("2026-02-11T12:00:00Z")
        let small = moment.widget(tasks, .small)
        #expect(Self.words(small) == ["02-11T12:00:00 A B C /10", "02-11T14:00:00 A! B! C! /10", "02-12T00:00:00  /0"])
        let medium = moment.widget(tasks, .medium)
        #expect(medium.entries.map(\.rows.count) == [8, 8, 0])
        #expect(Self.words(moment.widget([], .medium)) == ["02-11T12:00:00  /0"])
    }

    /// L-FR38: only the chosen lists; the Inbox can be one of them.
    @Test(arguments: [
        (nil as [UInt64]?, false, "a b c"), ([1], false, "a"), ([1, 2], false, "a b"), ([], true, "c"),
        ([2], true, "b c"), ([], false, ""),
    ])
    func filter(_ lists: [UInt64]?, _ inbox: Bool, _ words: String) {
        let tasks: [TaskItem] = [
            .named("a", on: "2026-02-11", list: 1), .named("b", on: "2026-02-11", list: 2),
            .named("c", on: "2026-02-11"),
        ]
        let chosen = lists.map { Set<Identifier?>($0.map { Fixture.id($0) } + (inbox ? [nil] : [])) }
        let widget = Fixture.moment("2026-02-11T12:00:00Z").widget(tasks, .medium, lists: chosen)
        #expect(widget.entries[0].rows.map(\.title).joined(separator: " ") == words)
    }

    /// The next midnight is always in the timeline, also on a day of 25 hours and with a day start of its own.
    @Test(arguments: [
        ("2026-10-24T22:00:00Z", "Europe/Berlin", "00:00", "2026-10-25T23:00:00.000Z"),
        ("2026-02-11T12:00:00Z", "UTC", "04:00", "2026-02-12T04:00:00.000Z"),
        ("2018-11-03T12:00:00Z", "America/Sao_Paulo", "00:00", "2018-11-04T03:00:00.000Z"),
    ])
    func midnight(_ now: String, _ zone: String, _ dayStart: String, _ change: String) {
        let moment = Fixture.moment(now, zone, dayStart: dayStart)
        let tasks = [TaskItem.named("a", on: moment.today.text), .named("b", on: moment.tomorrow.text)]
        let widget = moment.widget(tasks, .small)
        #expect(widget.entries[1].at.text == change)
        #expect(widget.entries.prefix(2).map { $0.rows.map(\.title) } == [["a"], ["b"]])
    }

    /// At least the next 24 hours, also on the eve of a day of 23; and made later on the same day it ends where it
    /// ended before.
    @Test(arguments: [
        ("2026-02-11T00:00:00Z", "UTC", "2026-02-13T00:00:00.000Z"),
        ("2026-02-11T23:59:59.999Z", "UTC", "2026-02-13T00:00:00.000Z"),
        ("2026-03-28T22:59:59Z", "Europe/Berlin", "2026-03-30T22:00:00.000Z"),
        ("2026-03-28T08:00:00Z", "Europe/Berlin", "2026-03-30T22:00:00.000Z"),
        ("2026-10-24T08:00:00Z", "Europe/Berlin", "2026-10-25T23:00:00.000Z"),
        ("2011-12-29T20:00:00Z", "Pacific/Apia", "2011-12-31T10:00:00.000Z"),
    ])
    func horizon(_ now: String, _ zone: String, _ end: String) {
        let moment = Fixture.moment(now, zone)
        let days = moment.widgetDays
        #expect(days.last?.interval.upperBound.text == end)
        #expect(Instant(end)!.milliseconds - moment.now.milliseconds >= Instant.dayLength)
        #expect(zip(days, days.dropFirst()).allSatisfy { $0.interval.upperBound == $1.interval.lowerBound })
        #expect(days[0].interval.contains(moment.now))
    }

    /// Each entry is what a widget made at that instant would show, and between entries nothing changes.
    @Test func everyEntryIsThePictureOfItsInstant() {
        var random = SeededRandom(.current)
        for _ in 0..<30 {
            let tasks = (0..<12).map { index in
                let second = Int64.random(in: -90_000...200_000, using: &random)
                var task = TaskItem.named("t\(index)", order: ["A", "B", "C"].randomElement(using: &random)!)
                if Bool.random(using: &random) {
                    task.dueAt = Instant("2026-02-11T12:00:00Z")!.adding(seconds: second)
                } else {
                    task.scheduledDate = CalendarDate("2026-02-11")!.adding(
                        days: Int.random(in: -1...2, using: &random))
                }
                return .random(in: 0..<3, using: &random) > 0 ? task : task.completed(at: "2026-02-11T11:00:00Z")
            }
            let day = LocalDay(zone: Zone("Asia/Kolkata")!)
            let start = Instant("2026-02-11T12:00:00Z")!
            let timeline = Moment(start, in: day).widget(tasks, .small).entries
            for _ in 0..<60 {
                let instant = start.adding(milliseconds: .random(in: 0...86_400_000, using: &random))
                let shown = timeline.last { $0.at <= instant }
                let fresh = Moment(instant, in: day).widget(tasks, .small).entries[0]
                #expect(shown?.rows == fresh.rows && shown?.total == fresh.total, "\(instant), \(RandomSeed.current)")
            }
        }
    }

    @Test func rowsLinkToTheirTasks() {
        let widget = Fixture.moment("2026-02-11T12:00:00Z").widget(
            [.named("a", on: "2026-02-11")], .small, linkScheme: "mine")
        let row = widget.entries[0].rows[0]
        #expect(row.link == "mine://open-task?id=\(row.id.text)")
    }
}
