import DaybookCore

/// Todoist's words for dates: days as they are written out, and English phrases of repetition. Everything else is a
/// sentence in one of its twenty languages, which is for people to read.
struct TodoistDate: Hashable, Sendable {
    var date: CalendarDate?
    var hour: Int?
    var minute = 0
    var rule: RecurrenceRule?
    /// `every!`: it goes on from the day on which the task is done.
    var goesByCompletion = false

    /// Nil for any other text.
    init?(_ text: String) {
        let words = text.lowercased().split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
        guard let first = words.first else { return nil }
        if first == "every" || first == "every!" || Self.adverbs[first] != nil {
            guard let rrule = Self.repetition(words), let rule = try? RecurrenceRule(rrule: rrule) else { return nil }
            self.rule = rule
            goesByCompletion = first == "every!"
            return
        }
        guard let (date, count) = Self.day(words) else { return nil }
        self.date = date
        guard count < words.count else { return }
        // A time may follow: `14:00`, `at 14:00`, `2pm`.
        let rest = words[count...].filter { $0 != "at" && $0 != "@" }
        guard rest.count == 1, let time = Self.time(rest[0]) else { return nil }
        (hour, minute) = time
    }

    private static let months = [
        "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
        "dec": 12,
    ]
    private static let weekdays = [
        "mon": "MO", "tue": "TU", "wed": "WE", "thu": "TH", "fri": "FR", "sat": "SA", "sun": "SU",
    ]
    private static let adverbs = [
        "daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "yearly": "YEARLY", "annually": "YEARLY",
    ]
    private static let units = [
        "day": "DAILY", "days": "DAILY", "week": "WEEKLY", "weeks": "WEEKLY", "month": "MONTHLY", "months": "MONTHLY",
        "year": "YEARLY", "years": "YEARLY",
    ]

    /// `2026-10-05`, `5 oct 2026`, `oct 5 2026`; with how many words that is.
    private static func day(_ words: [String]) -> (CalendarDate, Int)? {
        if let date = CalendarDate(words[0]) { return (date, 1) }
        guard words.count >= 3, let year = Int(words[2]), words[2].count == 4 else { return nil }
        let (day, month) =
            Int(words[0]) != nil ? (words[0], words[1]) : (words[1], words[0])
        guard let number = Int(day), let month = months[String(month.prefix(3))],
            let date = CalendarDate(year: year, month: month, day: number)
        else { return nil }
        return (date, 3)
    }

    private static func time(_ word: String) -> (Int, Int)? {
        let isAfternoon = word.hasSuffix("pm")
        let body = isAfternoon || word.hasSuffix("am") ? word.dropLast(2) : word[...]
        let parts = body.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.count == 2 || body.count < word.count, var hour = Int(parts[0]),
            let minute = parts.count == 2 ? Int(parts[1]) : 0
        else { return nil }
        if body.count < word.count {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
        return (hour, minute)
    }

    private static func repetition(_ words: [String]) -> String? {
        if let frequency = adverbs[words[0]] { return words.count == 1 ? "FREQ=\(frequency)" : nil }
        var rest = words[1...]
        var interval = 1
        if rest.first == "other" {
            interval = 2
            rest = rest.dropFirst()
        } else if let first = rest.first, let number = Int(first) {
            interval = number
            rest = rest.dropFirst()
        }
        guard let first = rest.first else { return nil }
        if rest.count == 1, let frequency = units[first] { return "FREQ=\(frequency);INTERVAL=\(interval)" }
        if rest.count == 1, interval == 1, first == "weekday" || first == "workday" {
            return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
        }
        let days = rest.filter { $0 != "and" }.map { weekdays[String($0.prefix(3))] }
        guard days.allSatisfy({ $0 != nil }) else { return nil }
        return "FREQ=WEEKLY;INTERVAL=\(interval);BYDAY=\(days.compactMap { $0 }.joined(separator: ","))"
    }
}

extension Remark {
    /// Of a repetition that goes by completions in its source.
    static func goesByItsDay(line: Int, field: String) -> Remark {
        Remark(.fitted, line: line, field: field, "It repeats from its day, also where it is done on a later one.")
    }
}

extension TaskDraft {
    /// What a date of Todoist's means. A repetition without a date begins with the next day that it names.
    mutating func set(_ due: TodoistDate, in zone: Zone, at now: Instant) {
        var date = due.date
        if let rule = due.rule {
            recurrence = Recurrence(calendarRule: rule.rrule)
            let today = zone.date(of: now)
            date = date ?? rule.next(after: today.adding(days: -1), from: today)
        }
        guard let date else { return }
        if let hour = due.hour, let instant = zone.instant(of: date, hour: hour, minute: due.minute) {
            setDueAndScheduled(at: instant, in: zone)
        } else {
            setDueAndScheduled(on: date, in: zone)
        }
    }
}
