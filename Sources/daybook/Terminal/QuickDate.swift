import DaybookCore

/// Dates as people type them: `today`, `tomorrow`, `fri`, `+3`, `+2w`, `2026-12-24`, `24.12.`, and `none`.
enum QuickDate {
    static let help = "today, tomorrow, a weekday, +3, +2w, 2026-12-24, 24.12. or none"

    /// Nil if it is not a date; a date of nil means none.
    static func read(_ text: String, on today: CalendarDate, tomorrow: CalendarDate) -> CalendarDate?? {
        let word = text.lowercased()
        switch word {
        case "none", "never", "-": return .some(nil)
        case "today", "tod": return today
        case "tomorrow", "tom", "tmr": return tomorrow
        case "yesterday": return today.adding(days: -1)
        default: break
        }
        if let date = CalendarDate(text) { return date }
        if let weekday = weekday(word) {
            // The next one to come: on a Friday, `fri` is in a week, since there is `today` for today.
            return today.adding(days: (weekday - today.weekday + 6) % 7 + 1)
        }
        if word.hasPrefix("+") || word.hasPrefix("in ") { return after(word, today) }
        return dayAndMonth(word, today)
    }

    private static func weekday(_ word: String) -> Int? {
        guard word.count >= 2 else { return nil }
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        guard let index = names.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
        return index + 1
    }

    private static func after(_ word: String, _ today: CalendarDate) -> CalendarDate?? {
        let rest = word.drop { !$0.isNumber }
        let digits = rest.prefix { $0.isNumber }
        guard let count = Int(digits), count <= 36_500 else { return nil }
        switch rest.dropFirst(digits.count).trimmingPrefix(" ") {
        case "", "d", "day", "days": return today.adding(days: count)
        case "w", "week", "weeks": return today.adding(days: count * 7)
        case "m", "month", "months":
            let (year, month, day) = today.components
            let months = year * 12 + month - 1 + count
            let length = CalendarDate.length(ofMonth: months % 12 + 1, year: months / 12)
            return CalendarDate(year: months / 12, month: months % 12 + 1, day: min(day, length)).map { .some($0) }
                ?? nil
        default: return nil
        }
    }

    /// `24.12.` and `24.12.2026`; without a year it is the next such day.
    private static func dayAndMonth(_ word: String, _ today: CalendarDate) -> CalendarDate?? {
        let parts = word.split(separator: ".").map { Int($0) }
        guard word.contains("."), parts.count == 2 || parts.count == 3, let day = parts[0], let month = parts[1] else {
            return nil
        }
        if parts.count == 3 {
            guard let year = parts[2] else { return nil }
            return CalendarDate(year: year < 100 ? 2000 + year : year, month: month, day: day).map { .some($0) } ?? nil
        }
        // A leap day is at most eight years away.
        for year in today.year...today.year + 8 {
            if let date = CalendarDate(year: year, month: month, day: day), date >= today { return date }
        }
        return nil
    }
}

/// A date with an optional time of the account's day: `fri 18:00`, `tomorrow`, `18:30`.
enum QuickInstant {
    static let help = "a date, a time such as 18:00, or both"

    static func read(_ text: String, at moment: Moment) -> Instant?? {
        if let instant = Instant(text) { return instant }
        var words = text.split(separator: " ")
        var time: TimeOfDay?
        if let last = words.last, let read = TimeOfDay(last.count == 4 ? "0" + last : String(last)) {
            time = read
            words.removeLast()
        }
        var date = moment.today
        if !words.isEmpty {
            guard let read = QuickDate.read(words.joined(separator: " "), on: moment.today, tomorrow: moment.tomorrow)
            else { return nil }
            guard let read else { return time == nil ? .some(nil) : nil }
            date = read
        } else if time == nil {
            return nil
        }
        // A date alone means by its end of work, which is what people mean by due on Friday.
        let clock = time ?? TimeOfDay(hour: 18, minute: 0) ?? .midnight
        return LocalDay(zone: moment.day.zone, dayStart: clock).start(of: date)
    }
}
