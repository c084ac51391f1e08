import DaybookCore

/// Repetitions in the words in which they are typed after `--every`.
enum RecurrenceWords {
    /// A text that is read as this pattern again; the rule itself where no shorter one is.
    static func text(_ recurrence: Recurrence, at moment: Moment) -> String {
        switch recurrence.pattern {
        case .weekly(let days) where days.days.count == 7: return "day"
        case .weekly(let days):
            return days.days.map { ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][$0 - 1] }.joined(separator: ",")
        case .rule(let rule):
            let read = try? RecurrenceRule(rrule: rule)
            let unit =
                switch read?.frequency {
                case .daily: "day"
                case .weekly: "week"
                case .monthly: "month"
                case .yearly: "year"
                case nil: ""
                }
            let interval = read?.interval ?? 1
            let words = interval == 1 ? unit : "\(interval) \(unit)s"
            return QuickRecurrence.read(words, at: moment)?.pattern == recurrence.pattern ? words : rule
        }
    }

    /// Dates with commas between them, to be left out of a series; `none` for none.
    static func dates(_ text: String, at moment: Moment, in language: Language) throws -> Set<CalendarDate>? {
        if ["none", "never", "-"].contains(text.lowercased()) { return nil }
        var dates: Set<CalendarDate> = []
        for part in text.split(separator: ",") {
            let word = part.drop { $0 == " " }
            guard let date = QuickDate.read(String(word), at: moment, in: language), let date else {
                throw Refusal(usage: "'\(TerminalStyle.line(String(word)))' is not a date; expected \(QuickDate.help)")
            }
            dates.insert(date)
        }
        return dates
    }
}

extension CommandSession {
    /// How a task repeats from now on; nil where it does not.
    func recurrence(_ text: String, instead old: Recurrence? = nil) async throws -> Recurrence? {
        if ["none", "never", "-"].contains(text.lowercased()) { return nil }
        guard let read = QuickRecurrence.read(text, at: await notebook.moment, in: language) else {
            throw Refusal(usage: "'\(TerminalStyle.line(text))' is not valid; expected \(QuickRecurrence.help)")
        }
        // What else was said of the series stays.
        var recurrence = old ?? read
        recurrence.pattern = read.pattern
        return recurrence
    }
}
