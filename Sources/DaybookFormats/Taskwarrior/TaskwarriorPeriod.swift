import DaybookCore

/// Taskwarrior's durations as rules: `weekly`, `3wks`, `P2W`. Periods below a day have no counterpart.
enum TaskwarriorPeriod {
    static func rule(_ text: String) -> RecurrenceRule? {
        let text = text.lowercased()
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        let rrule: String?
        if text.first == "p" {
            rrule = duration(text.dropFirst())
        } else {
            rrule = (digits.isEmpty ? 1 : Int(digits)).flatMap { words(unit, times: $0) }
        }
        return rrule.flatMap { try? RecurrenceRule(rrule: $0) }
    }

    private static func words(_ unit: Substring, times: Int) -> String? {
        func every(_ frequency: String, _ interval: Int = 1) -> String? {
            let (product, overflow) = times.multipliedReportingOverflow(by: interval)
            return overflow ? nil : "FREQ=\(frequency);INTERVAL=\(product)"
        }
        switch unit {
        case "daily", "days", "day", "d": return every("DAILY")
        case "weekdays": return times == 1 ? "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" : nil
        case "weekly", "weeks", "week", "wks", "wk", "w", "sennight": return every("WEEKLY")
        case "biweekly", "fortnight": return every("WEEKLY", 2)
        case "monthly", "months", "month", "mnths", "mths", "mth", "mos", "mo": return every("MONTHLY")
        case "bimonthly": return every("MONTHLY", 2)
        case "quarterly", "quarters", "qrtrs", "qtrs", "qtr", "q": return every("MONTHLY", 3)
        case "semiannual": return every("MONTHLY", 6)
        case "annual", "yearly", "years", "year", "yrs", "yr", "y": return every("YEARLY")
        case "biannual", "biyearly": return every("YEARLY", 2)
        default: return nil
        }
    }

    /// ISO 8601's durations of one unit: `2W`, `10D`, `1M`, `1Y`.
    private static func duration(_ text: Substring) -> String? {
        guard let unit = text.last, let count = Int(text.dropLast()), count > 0 else { return nil }
        switch unit {
        case "d": return "FREQ=DAILY;INTERVAL=\(count)"
        case "w": return "FREQ=WEEKLY;INTERVAL=\(count)"
        case "m": return "FREQ=MONTHLY;INTERVAL=\(count)"
        case "y": return "FREQ=YEARLY;INTERVAL=\(count)"
        default: return nil
        }
    }
}
