import Foundation
import Testing

@testable import DaybookCore

@Suite struct RecurrenceTests {
    struct Row: Sendable, CustomStringConvertible {
        let rule: String
        let start: CalendarDate
        let dates: [CalendarDate]
        let isWhole: Bool
        var description: String { "\(rule) from \(start)" }
    }

    /// Written by Tests/Fixtures/recurrence_table.py; how to read a line is said there.
    static let table = try! String(
        contentsOf: URL(filePath: #filePath).appending(path: "../../../Fixtures/recurrence_table.txt").standardized,
        encoding: .utf8)

    static let rows: [Row] = table.split(separator: "\n").map { line in
        let parts = line.split(separator: "|", omittingEmptySubsequences: false)
        let start = CalendarDate(String(parts[1]))!
        let words = parts[2].split(separator: " ")
        let dates = words.compactMap { Int($0).map { start.adding(days: $0) } }
        return Row(
            rule: String(parts[0]), start: start, dates: dates, isWhole: dates.count < 12 && words.last != "...")
    }

    @Test func agreesWithDateutil() throws {
        #expect(Self.rows.count == 600)
        for row in Self.rows {
            let rule = try RecurrenceRule(rrule: row.rule)
            let limit = row.isWhole ? row.dates.count + 1 : row.dates.count
            #expect(rule.dates(from: row.start, limit: limit) == row.dates, "\(row)")
        }
    }

    @Test func nextAgreesWithTheSeries() throws {
        for row in Self.rows {
            let rule = try RecurrenceRule(rrule: row.rule)
            #expect(rule.next(after: row.start.adding(days: -1), from: row.start) == row.dates.first, "\(row)")
            for (date, next) in zip(row.dates, row.dates.dropFirst()) {
                #expect(rule.next(after: date, from: row.start) == next, "\(row) after \(date)")
                #expect(rule.next(after: next.adding(days: -1), from: row.start) == next, "\(row) before \(next)")
            }
            if row.isWhole, let last = row.dates.last {
                #expect(rule.next(after: last, from: row.start) == nil, "\(row)")
            }
        }
    }

    @Test func writesWhatItReads() throws {
        for row in Self.rows {
            let rule = try RecurrenceRule(rrule: row.rule)
            #expect(try RecurrenceRule(rrule: rule.rrule) == rule, "\(row)")
            #expect(try RecurrenceRule(rrule: rule.rrule.lowercased()) == rule)
            #expect(try RecurrenceRule(rrule: "RRULE:" + rule.rrule) == rule)
        }
    }

    /// A chain of successors without any memory of the start is the series itself.
    @Test func successorsWalkTheSeries() throws {
        for row in Self.rows where row.dates.count > 1 {
            var recurrence = Recurrence.rule(row.rule)
            // The series' own start leaves days open to its first date; a chain begins at an occurrence that satisfies
            // it.
            guard row.dates[0] == row.start else { continue }
            var date = row.start
            for next in row.dates.dropFirst() {
                let step = try #require(try recurrence.successor(of: date), "\(row) after \(date)")
                #expect(step.date == next, "\(row) after \(date)")
                (date, recurrence) = (step.date, step.recurrence)
            }
            if row.isWhole { #expect(try recurrence.successor(of: date) == nil, "\(row)") }
        }
    }

    @Test(arguments: [
        // V phase 2: {"days":[1,3,5]} is Monday, Wednesday, Friday.
        ([1, 3, 5], "2026-11-16", "2026-11-18"), ([1, 3, 5], "2026-11-18", "2026-11-20"),
        ([1, 3, 5], "2026-11-20", "2026-11-23"), ([1, 3, 5], "2026-11-21", "2026-11-23"),
        ([7], "2026-11-22", "2026-11-29"),
        ([6, 7], "2026-12-27", "2027-01-02"), ([1, 2, 3, 4, 5, 6, 7], "2028-02-28", "2028-02-29"),
    ])
    func weeklyPattern(_ days: [Int], _ date: String, _ next: String) throws {
        let pattern = Recurrence.weekly(try #require(Weekdays(days)))
        let step = try #require(try pattern.successor(of: CalendarDate(date)!))
        #expect(step.date == CalendarDate(next))
        #expect(step.recurrence == pattern)
    }

    @Test(arguments: [
        // RFC 5545 3.3.10: a date that does not exist is skipped.
        ("FREQ=MONTHLY", "2026-01-31", ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"]),
        ("FREQ=YEARLY", "2024-02-29", ["2024-02-29", "2028-02-29", "2032-02-29"]),
        ("FREQ=YEARLY", "2096-02-29", ["2096-02-29", "2104-02-29", "2108-02-29"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", ["2026-01-31", "2026-02-28", "2026-03-31"]),
        ("FREQ=MONTHLY;BYDAY=-1FR", "2026-01-01", ["2026-01-30", "2026-02-27", "2026-03-27"]),
        ("FREQ=YEARLY;BYMONTH=5;BYDAY=2SU", "2026-01-01", ["2026-05-10", "2027-05-09", "2028-05-14"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", "1997-08-05", ["1997-08-05", "1997-08-10", "1997-08-19"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "1997-08-05", ["1997-08-05", "1997-08-17", "1997-08-19"]),
        ("FREQ=DAILY;COUNT=2", "2026-12-31", ["2026-12-31", "2027-01-01"]),
        ("FREQ=DAILY;UNTIL=20270101", "2026-12-31", ["2026-12-31", "2027-01-01"]),
        ("FREQ=DAILY;UNTIL=20270101T235959", "2026-12-31", ["2026-12-31", "2027-01-01"]),
    ])
    func knownSeries(_ rule: String, _ start: String, _ dates: [String]) throws {
        let rule = try RecurrenceRule(rrule: rule)
        let limit = rule.end == .never ? dates.count : dates.count + 1
        #expect(rule.dates(from: CalendarDate(start)!, limit: limit).map(\.text) == dates)
    }

    @Test(arguments: [
        ("", RecurrenceProblem.malformed), ("FREQ", .malformed), ("FREQ=", .malformed), ("INTERVAL=2", .malformed),
        ("FREQ=DAILY;", .malformed), ("FREQ=FORTNIGHTLY", .malformed), ("FREQ=HOURLY", .unsupported),
        ("FREQ=DAILY;X=1", .malformed),
        ("FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO", .unsupported), ("FREQ=DAILY;FREQ=DAILY", .repeated),
        ("FREQ=DAILY;INTERVAL=0", .outOfRange), ("FREQ=DAILY;INTERVAL=1001", .outOfRange),
        ("FREQ=DAILY;INTERVAL=-1", .malformed), ("FREQ=DAILY;INTERVAL=1.5", .malformed),
        ("FREQ=DAILY;INTERVAL=99999999999999999999", .outOfRange), ("FREQ=DAILY;COUNT=0", .outOfRange),
        ("FREQ=DAILY;COUNT=10001", .outOfRange), ("FREQ=DAILY;COUNT=2;UNTIL=20270101", .contradictory),
        ("FREQ=DAILY;UNTIL=20270229", .malformed), ("FREQ=DAILY;UNTIL=2027", .malformed),
        ("FREQ=DAILY;UNTIL=20270101T250000", .malformed),
        ("FREQ=DAILY;UNTIL=20270101T000000Z", .unsupported), ("FREQ=WEEKLY;BYMONTHDAY=1", .contradictory),
        ("FREQ=WEEKLY;BYDAY=1MO", .contradictory), ("FREQ=DAILY;BYDAY=-1MO", .contradictory),
        ("FREQ=MONTHLY;BYDAY=6MO", .outOfRange),
        ("FREQ=YEARLY;BYDAY=54MO", .outOfRange), ("FREQ=YEARLY;BYMONTH=2;BYDAY=6MO", .outOfRange),
        ("FREQ=MONTHLY;BYDAY=0MO", .outOfRange),
        ("FREQ=MONTHLY;BYDAY=XX", .malformed), ("FREQ=MONTHLY;BYDAY=MO,", .malformed),
        ("FREQ=MONTHLY;BYMONTHDAY=0", .outOfRange),
        ("FREQ=MONTHLY;BYMONTHDAY=32", .outOfRange), ("FREQ=YEARLY;BYMONTH=13", .outOfRange),
        ("FREQ=YEARLY;WKST=XX", .malformed),
    ])
    func refuses(_ rule: String, _ problem: RecurrenceProblem) {
        #expect(throws: problem) { try RecurrenceRule(rrule: rule) }
    }

    @Test func untilInUTCIsBroughtToTheAccountsDay() throws {
        let rule = try RecurrenceRule(rrule: "FREQ=DAILY;UNTIL=20270101T045959Z") { instant in
            instant.adding(seconds: -5 * 3600).utcDate
        }
        #expect(rule.end == .until(CalendarDate("2026-12-31")!))
    }

    @Test func anEmptyPatternIsRefused() {
        #expect(throws: RecurrenceProblem.empty) { try RecurrenceRule(.weekly(Weekdays([])!)) }
    }

    /// Rules that can never match end the search instead of running to the end of time.
    @Test(arguments: [
        "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;INTERVAL=7;BYDAY=SU",
        "FREQ=YEARLY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=29",
    ])
    func impossibleRulesEnd(_ rule: String) throws {
        // 2025-02-05 is a Wednesday in a month of 28 days; its thousandth years are never leap years.
        #expect(try RecurrenceRule(rrule: rule).dates(from: CalendarDate("2025-02-05")!, limit: 5) == [])
    }

    @Test func staysInsideTheCalendar() throws {
        let rule = try RecurrenceRule(rrule: "FREQ=DAILY")
        #expect(rule.next(after: .latest, from: .earliest) == nil)
        #expect(rule.next(after: .latest.adding(days: -1), from: .earliest) == .latest)
        #expect(try RecurrenceRule(rrule: "FREQ=YEARLY;INTERVAL=1000").dates(from: .latest, limit: 3) == [.latest])
        #expect(try RecurrenceRule(rrule: "FREQ=WEEKLY").next(after: .earliest, from: .earliest)?.text == "0001-01-08")
    }

    /// One occurrence has one identity, whoever computes it.
    @Test func occurrencesAreNamedByTheirDate() {
        let series = Identifier("550e8400-e29b-41d4-a716-446655440000")!
        let date = CalendarDate("2026-11-23")!
        let id = Identifier.occurrence(of: series, on: date)
        #expect(id == Identifier.occurrence(of: series, on: date))
        var seen: Set<Identifier> = [series]
        for day in 0..<4000 { seen.insert(.occurrence(of: series, on: date.adding(days: day))) }
        seen.insert(.occurrence(of: Identifier("550e8400-e29b-41d4-a716-446655440001")!, on: date))
        #expect(seen.count == 4002)
    }

    @Test func datesThatAreLeftOut() throws {
        func date(_ text: String) -> CalendarDate { CalendarDate(text)! }
        var weekly = Recurrence.weekly(Weekdays([4])!)
        weekly.except = [date("2026-12-24"), date("2026-12-31"), date("2027-01-14")]
        let next = try #require(try weekly.successor(of: date("2026-12-17")))
        #expect(next.date == date("2027-01-07") && next.recurrence.except == [date("2027-01-14")])
        #expect(try weekly.latestSuccessor(of: date("2026-12-17"), through: date("2026-12-31")) == nil)
        // They count for a COUNT, as in calendars.
        var counted = Recurrence.rule("FREQ=DAILY;COUNT=4")
        counted.except = [date("2026-12-02"), date("2026-12-03")]
        let last = try #require(try counted.successor(of: date("2026-12-01")))
        #expect(last.date == date("2026-12-04"))
        #expect(try last.recurrence.successor(of: last.date) == nil)
        counted.except.insert(date("2026-12-04"))
        #expect(try counted.successor(of: date("2026-12-01")) == nil)
    }
}
