import Seeds
import Testing

@testable import DaybookCore

/// What looking for the next date of a rule costs, told by how many months and days are looked at.
@Suite struct RecurrenceStepTests {
    private let start = CalendarDate("2026-11-21")!

    private func steps(_ text: String, from start: CalendarDate? = nil) throws -> (date: CalendarDate?, steps: Int) {
        let start = start ?? self.start
        var steps = 0
        let date = try RecurrenceRule(rrule: text).search(after: Int(start.dayNumber), from: start, steps: &steps)
        return (date, steps)
    }

    @Test(arguments: [
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=-30",
        "FREQ=YEARLY;BYMONTH=4,6;BYMONTHDAY=31",
    ])
    func daysThatNoMonthHasAreNotLookedFor(rule: String) throws { #expect(try steps(rule) == (nil, 0)) }

    @Test(arguments: [
        "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31",
        "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=YEARLY;BYDAY=20MO;BYMONTHDAY=1", "FREQ=MONTHLY;INTERVAL=12;BYMONTH=3",
        "FREQ=DAILY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=1000;BYMONTH=1",
        "FREQ=DAILY;INTERVAL=1000;BYMONTH=6", "FREQ=YEARLY;BYDAY=-53FR;BYMONTHDAY=2",
    ])
    func whatComesSeldomOrNeverIsLookedForByMonths(rule: String) throws {
        for day in 0..<40 {
            let found = try steps(rule, from: start.adding(days: day))
            #expect(found.steps < 110_000, "\(rule) from \(start.adding(days: day))")
        }
    }

    /// A push of completions whose rules are all like that.
    @Test(.timeLimit(.minutes(10))) func manyCompletionsOfSuchRules() throws {
        for number in 0..<250 {
            let recurrence = Recurrence.rule("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")
            #expect(try recurrence.successor(of: start.adding(days: number)) == nil)
        }
    }

    /// Day by day, with nothing stepped over.
    @Test func nothingIsSteppedOver() throws {
        var random = RandomSeed.generator()
        for _ in 0..<400 {
            var text = ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"].randomElement(using: &random) ?? ""
            let isWeekly = text.hasSuffix("WEEKLY")
            if Bool.random(using: &random) { text += ";INTERVAL=\(Int.random(in: 1...9, using: &random))" }
            if Bool.random(using: &random) {
                text += ";BYMONTH=\(Int.random(in: 1...12, using: &random)),\(Int.random(in: 1...12, using: &random))"
            }
            if !isWeekly, Bool.random(using: &random) {
                text +=
                    ";BYMONTHDAY=\(Int.random(in: 1...31, using: &random)),-\(Int.random(in: 1...31, using: &random))"
            }
            if Bool.random(using: &random) { text += ";BYDAY=MO,TH" }
            let rule = try RecurrenceRule(rrule: text)
            let start = self.start.adding(days: Int.random(in: 0..<800, using: &random))
            let begin = start.adding(days: Int.random(in: 0..<300, using: &random))
            var day = begin
            var wanted: CalendarDate?
            while day.days(since: begin) < 1500, wanted == nil {
                day = day.adding(days: 1)
                if Self.accepts(rule.pinned(to: start), start, day) { wanted = day }
            }
            let found = rule.next(after: begin, from: start)
            if let wanted { #expect(found == wanted, "\(text) from \(start) after \(begin)") }
            if let found, found.days(since: begin) <= 1500 { #expect(wanted == found, "\(text)") }
        }
    }

    private static func accepts(_ rule: RecurrenceRule, _ start: CalendarDate, _ date: CalendarDate) -> Bool {
        let (year, month, day) = date.components
        let passed: Int
        switch rule.frequency {
        case .daily: passed = date.days(since: start)
        case .weekly:
            let monday = start.adding(days: 1 - start.weekday)
            passed = date.days(since: monday) / 7
        case .monthly: passed = (year - start.year) * 12 + month - start.month
        case .yearly: passed = year - start.year
        }
        let length = CalendarDate.length(ofMonth: month, year: year)
        return passed % rule.interval == 0 && (rule.months.isEmpty || rule.months.contains(month))
            && (rule.monthDays.isEmpty || rule.monthDays.contains(day) || rule.monthDays.contains(day - length - 1))
            && (rule.days.isEmpty || rule.days.contains { $0.weekday.rawValue == date.weekday })
    }
}
