import DaybookCore

/// The rules of a list of Takeout's. Google writes each occurrence down as a task of its own; the last of those that
/// are open goes on with the rule.
struct GoogleRecurrence {
    let id: String
    let rule: RecurrenceRule

    /// Nil for a recurrence that has ended, or that cannot be written as a rule.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.text, value["stopped"] != true, let schedule = value["schedule"],
            schedule["end_condition"]?.isBlank ?? true, let interval = schedule["interval"],
            let rule = Self.rule(interval)
        else { return nil }
        (self.id, self.rule) = (id, rule)
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

    /// Rules by the task that continues each of them.
    static func carriers(_ recurrences: JSONValue?, _ tasks: [GoogleRow]) -> [String: RecurrenceRule] {
        var rules: [String: RecurrenceRule] = [:]
        for recurrence in (recurrences?.items ?? []).compactMap(GoogleRecurrence.init) {
            rules[recurrence.id] = recurrence.rule
        }
        guard !rules.isEmpty else { return [:] }
        var last: [String: (task: String, start: String)] = [:]
        for task in tasks {
            guard let series = task.series, rules[series] != nil, let id = task.id else { continue }
            if last[series].map({ $0.start < task.start }) ?? true { last[series] = (id, task.start) }
        }
        var carriers: [String: RecurrenceRule] = [:]
        for (series, carrier) in last { carriers[carrier.task] = rules[series] }
        return carriers
    }
}
