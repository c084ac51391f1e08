import DaybookCore

/// Dates as people type them after an option, where nothing else can stand: those of plain words, the first letters of
/// a weekday, and `none`.
enum QuickDate {
    static let help = "today, tomorrow, a weekday, +3, +2w, next week, eom, 24 dec, 2026-12-24, 24.12. or none"

    /// Nil if it is not a date; a date of nil means none.
    static func read(_ text: String, at moment: Moment, in language: Language = .english) -> CalendarDate?? {
        switch text.lowercased() {
        case "none", "never", "-": return .some(nil)
        case "yesterday": return moment.day.yesterday(at: moment.now)
        default: return PlainWords.date(expanded(text), in: language, at: moment).map { .some($0) } ?? nil
        }
    }

    /// With short words for days written out.
    static func expanded(_ text: String) -> String {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
        guard let first = words.first, let name = name(first.lowercased()) else { return text }
        return name + text.dropFirst(first.count)
    }

    private static func name(_ word: String) -> String? {
        if word == "tom" { return "tomorrow" }
        guard word.count >= 2 else { return nil }
        return ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].first {
            $0.hasPrefix(word)
        }
    }
}

/// A date with an optional time of the account's day: `fri 18:00`, `tomorrow 9am`, `18:30`.
enum QuickInstant {
    static let help = "a date, a time such as 18:00, or both"

    /// - Parameter day: what a time by itself is of; without it the next such time.
    static func read(
        _ text: String, at moment: Moment, in language: Language = .english, on day: CalendarDate? = nil
    ) -> Instant?? {
        if let instant = Instant(text) { return instant }
        // Behind a date only a time can stand.
        if let day, let when = PlainWords.when("\(day.text) \(text)", in: language, at: moment) {
            return when.instant(at: moment)
        }
        if let date = QuickDate.read(text, at: moment, in: language), date == nil { return .some(nil) }
        return PlainWords.when(QuickDate.expanded(text), in: language, at: moment).map { $0.instant(at: moment) }
    }
}

/// How something comes back: `day`, `mon,wed`, `month`, `2 weeks`, `first monday`, or a rule in RFC 5545's words.
enum QuickRecurrence {
    static let help = "day, month, 2 weeks, first monday, or weekdays such as mon,wed,fri"

    static func read(_ text: String, at moment: Moment, in language: Language = .english) -> Recurrence? {
        if text.uppercased().hasPrefix("FREQ=") || text.uppercased().hasPrefix("RRULE:") {
            let rule = text.uppercased().hasPrefix("FREQ=") ? text : String(text.dropFirst(6))
            return (try? RecurrenceRule(rrule: rule)).map { _ in .rule(rule.uppercased()) }
        }
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
        let expanded = words.map(QuickDate.expanded)
        // Days by their first letters, with commas or spaces between them.
        let areDays = zip(words, expanded).allSatisfy { $0 != $1 }
        return PlainWords.recurrence(areDays ? expanded.joined(separator: ",") : text, in: language, at: moment)
    }
}
