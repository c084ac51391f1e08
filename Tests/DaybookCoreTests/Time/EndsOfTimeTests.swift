import Foundation
import Testing

@testable import DaybookCore

/// What can be stored or asked for at the ends of the calendar, and of the years for which offsets are known, stops
/// nobody.
@Suite struct EndsOfTimeTests {
    static let zones = ["UTC", "Pacific/Kiritimati", "Etc/GMT+12", "America/Sao_Paulo", "Asia/Manila", "Pacific/Apia"]
    static let dates: [CalendarDate] = [
        .earliest, .earliest.adding(days: 1), .earliest.adding(days: 8), .latest, .latest.adding(days: -1),
        .latest.adding(days: -8), CalendarDate(unchecked: 0),
    ]

    private func days() throws -> [LocalDay] {
        try Self.zones.flatMap { name in
            let zone = try #require(Zone(name))
            return try ["00:00", "04:00", "23:59"].map { LocalDay(zone: zone, dayStart: try #require(TimeOfDay($0))) }
        }
    }

    @Test func daysWeeksAndMonths() throws {
        for day in try days() {
            for date in Self.dates {
                #expect(day.interval(of: date).lowerBound <= day.interval(of: date).upperBound)
                #expect(day.week(of: date).contains(date) && day.month(of: date).contains(date))
                #expect(day.monthBefore(date).lowerBound <= date)
                #expect(day.interval(of: day.week(of: date)).lowerBound <= .latest)
                let beyond = [Instant(milliseconds: .min / 2), Instant(milliseconds: .max / 2)]
                for instant in [day.start(of: date), .earliest, .latest] + beyond {
                    let today = day.today(at: instant)
                    #expect(today >= .earliest && day.yesterday(at: instant) <= today)
                    _ = (day.tomorrow(at: instant), day.nextBoundary(after: instant))
                }
            }
            let spans = day.spans(during: .earliest..<Instant.latest.adding(milliseconds: 1))
            #expect(!spans.isEmpty)
            for (left, right) in zip(spans, spans.dropFirst()) {
                #expect(left.instants.upperBound == right.instants.lowerBound)
            }
        }
    }

    /// Where the offsets that are known begin and end, in every zone that there is.
    @Test func datesFollowEachOtherInEveryZone() throws {
        for name in TimeZone.knownTimeZoneIdentifiers {
            guard let zone = Zone(name) else { continue }
            let day = LocalDay(zone: zone, dayStart: try #require(TimeOfDay("03:00")))
            for middle in [try #require(CalendarDate("1900-01-01")), try #require(CalendarDate("2100-01-01"))] {
                let starts = (-5...5).map { day.start(of: middle.adding(days: $0)) }
                #expect(starts == starts.sorted(), "\(name)")
            }
        }
    }

    @Test func rulesAndSeries() throws {
        let rules = [
            "FREQ=DAILY;INTERVAL=1000", "FREQ=WEEKLY;INTERVAL=1000", "FREQ=MONTHLY;INTERVAL=1000;BYMONTHDAY=-31",
            "FREQ=YEARLY;INTERVAL=1000", "FREQ=YEARLY;BYDAY=-53MO", "FREQ=DAILY;COUNT=300", "FREQ=YEARLY;COUNT=300",
            "FREQ=DAILY;UNTIL=99991231", "FREQ=DAILY;UNTIL=00010101", "FREQ=DAILY;UNTIL=50000101",
            "FREQ=WEEKLY;WKST=SU;BYDAY=MO,SU",
        ]
        for text in rules {
            let rule = try RecurrenceRule(rrule: text)
            let recurrence = Recurrence(.rule(text), onSchedule: true)
            for start in Self.dates {
                for date in Self.dates { _ = rule.next(after: date, from: start) }
                _ = try recurrence.successor(of: start)
                for last in Self.dates { _ = try recurrence.latestSuccessor(of: start, through: last) }
            }
        }
    }

    @Test func turnsOfTheDay() throws {
        for zone in Self.zones {
            for date in Self.dates {
                for today in Self.dates {
                    var slice = Slice(account: Desk.task(1))
                    slice.settings.timeZone = zone
                    slice.settings.rollover = .backlog
                    for number in 2...5 as ClosedRange<UInt64> {
                        var task = TaskItem(id: Desk.task(number))
                        task.title = "t"
                        task.scheduledDate = date
                        task.region = .morning
                        task.autoCarry = number > 3
                        task.carryCount = number.isMultiple(of: 2) ? Int(Int32.max) : 0
                        task.dueAt = number.isMultiple(of: 2) ? .latest : .earliest
                        task.reminderAt = task.dueAt
                        task.createdAt = .earliest
                        task.recurrence = Recurrence(.rule("FREQ=DAILY;INTERVAL=1000"), onSchedule: true)
                        slice.tasks[task.id] = task
                        _ = task.nextOccurrence(in: slice.settings)
                        _ = Moment(.latest, in: LocalDay(zone: .utc)).backlog([task], AccountSettings())
                    }
                    let operations = slice.dayTurn(to: today, boundary: .latest)
                    _ = slice.merge(Push(operations: operations, confirmsMassDelete: true), MergeContext(now: .latest))
                }
            }
        }
    }

    @Test func completionsInAnyYear() throws {
        let facts = [Instant.earliest, .latest, Instant(milliseconds: -300_000_000_000_000)].map {
            CompletionFact(task: Desk.task(1), completedAt: $0, createdAt: .latest)
        }
        for day in try days() {
            #expect(Rhythm(facts, in: day).hours.reduce(0, +) == 3)
            for year in [1, 1899, 1900, 2099, 2100, 9999] {
                let first = try #require(CalendarDate(year: year, month: 1, day: 1))
                let last = try #require(CalendarDate(year: year, month: 12, day: 31))
                #expect(DailySeries(facts, over: first...last, in: day).counts.count >= 365)
            }
        }
        #expect(CompletionTime(facts)?.count == 3)
    }
}
