import DaybookCore

/// The rules of a list of Takeout's. Google writes each occurrence down as a task of its own; the last of those that
/// are open goes on with the rule.
struct GoogleRecurrence {
    let id: String
    /// As the file has it.
    let written: String
    private let interval: JSONValue?
    private let plainRule: RecurrenceRule?

    /// Nil for a recurrence that was stopped.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.text, value["stopped"] != true else { return nil }
        let schedule = value["schedule"]
        self.id = id
        written = (schedule ?? value).written
        interval = schedule?["interval"]
        // Where it ends is not written so that a rule could say it.
        let isEndless = schedule?["end_condition"]?.isBlank ?? true
        plainRule = isEndless ? interval.flatMap { Self.rule($0) } : nil
    }

    /// The rule as it goes on from the day of an occurrence; nil where no rule says the same.
    func rule(from date: CalendarDate?) -> RecurrenceRule? {
        for name in ["monthly", "yearly"] {
            guard case .object(let members)? = interval?[name] else { continue }
            for member in members where !member.value.isBlank {
                guard let date, Self.says(member, date) else { return nil }
            }
        }
        return plainRule
    }

    private static let months = [
        "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER",
        "DECEMBER",
    ]

    /// What a part of a month or a year names is this date, as it is where nothing is named.
    private static func says(_ member: JSONMember, _ date: CalendarDate) -> Bool {
        let values = member.value.items ?? [member.value]
        guard values.count == 1, let value = values.first else { return false }
        switch member.name {
        case "day_of_month": return value.number == date.day
        case "month", "month_of_year":
            return value.number == date.month || value.text?.uppercased() == months[date.month - 1]
        default: return false
        }
    }

    private static func rule(_ interval: JSONValue) -> RecurrenceRule? {
        let every = interval["interval_multiplier"]
        guard let count = every == nil ? 1 : every?.number ?? every?.text.flatMap({ Int($0) }) else { return nil }
        var rrule: String
        if interval["daily"] != nil {
            rrule = "FREQ=DAILY"
        } else if let weekly = interval["weekly"] {
            rrule = "FREQ=WEEKLY"
            let days = weekly["day_of_week"]?.texts?.map { $0.prefix(2).uppercased() } ?? []
            if !days.isEmpty { rrule += ";BYDAY=\(days.joined(separator: ","))" }
        } else if interval["monthly"] != nil {
            rrule = "FREQ=MONTHLY"
        } else if interval["yearly"] != nil {
            rrule = "FREQ=YEARLY"
        } else {
            return nil
        }
        return try? RecurrenceRule(rrule: "\(rrule);INTERVAL=\(count)")
    }

    /// Recurrences by the task that continues each of them.
    static func carriers(_ recurrences: JSONValue, _ tasks: [GoogleRow]) -> [String: GoogleRecurrence] {
        var rules: [String: GoogleRecurrence] = [:]
        for value in recurrences.items ?? [] {
            if let recurrence = GoogleRecurrence(value) { rules[recurrence.id] = recurrence }
        }
        guard !rules.isEmpty else { return [:] }
        var last: [String: (task: String, start: String)] = [:]
        for task in tasks {
            guard let series = task.series, rules[series] != nil, let id = task.id else { continue }
            if last[series].map({ $0.start < task.start }) ?? true { last[series] = (id, task.start) }
        }
        var carriers: [String: GoogleRecurrence] = [:]
        for (series, carrier) in last { carriers[carrier.task] = rules[series] }
        return carriers
    }
}
