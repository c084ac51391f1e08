// The statistics as a client reads them. Members that a newer server adds are passed over; nil is what was not
// understood.

extension CompletionCounts {
    package init?(_ json: JSONValue) {
        guard let today = json.count("today"), let thisWeek = json.count("thisWeek"),
            let thisMonth = json.count("thisMonth"), let lastMonth = json.count("lastMonth"),
            let ever = json.count("ever")
        else { return nil }
        self.init()
        (self.today, self.thisWeek, self.thisMonth) = (today, thisWeek, thisMonth)
        (self.lastMonth, self.ever) = (lastMonth, ever)
    }
}

extension DailySeries {
    package init?(_ json: JSONValue) {
        guard let from = json.text("from").flatMap({ CalendarDate($0) }),
            let to = json.text("to").flatMap({ CalendarDate($0) }), from <= to, let days = json.items("days")
        else { return nil }
        let counts = days.compactMap { $0.count("count") }
        guard counts.count == (from...to).count else { return nil }
        self.init(from...to, counts: counts)
    }
}

extension Distribution {
    /// With what people call the keys.
    package static func read(_ json: JSONValue) -> (Distribution, names: [String?: String])? {
        guard let shares = json.items("shares") else { return nil }
        var counts: [String?: Int] = [:]
        var names: [String?: String] = [:]
        for share in shares {
            guard let count = share.count("count") else { return nil }
            counts[share.text("key")] = count
            if let name = share.text("name") { names[share.text("key")] = name }
        }
        return (Distribution(counts), names)
    }
}

extension Rhythm {
    package init?(_ json: JSONValue) {
        guard let rows = json.items("cells"), rows.count == 7 else { return nil }
        self.init()
        for (weekday, row) in rows.enumerated() {
            guard case .array(let counts) = row, counts.count == 24 else { return nil }
            for (hour, count) in counts.enumerated() {
                guard case .integer(let count) = count, let count = Int(exactly: count) else { return nil }
                add(count, weekday: weekday + 1, hour: hour)
            }
        }
    }
}

extension CompletionTime {
    /// Nil also where nothing was completed.
    package init?(_ json: JSONValue) {
        guard let count = json.count("count"), count > 0, let median = json.count("medianSeconds"),
            let ninetieth = json.count("ninetiethSeconds"), let average = json.count("averageSeconds")
        else { return nil }
        self.init(count: count, median: median, ninetieth: ninetieth, average: average)
    }
}

extension Postponements {
    package init?(_ json: JSONValue) {
        guard let count = json.count("count"), let tasks = json.count("tasks"), let days = json.count("days"),
            let most = json.items("most")
        else { return nil }
        self.init(
            count: count, tasks: tasks, days: days,
            most: most.compactMap { moved in
                guard let id = moved.text("id").flatMap({ Identifier($0) }), let count = moved.count("count") else {
                    return nil
                }
                return Moved(task: id, title: moved.text("title"), count: count)
            })
    }
}

extension WeeklyReview {
    package init?(_ json: JSONValue) {
        guard let series = json["week"].flatMap({ DailySeries($0) }), let before = json.count("completedWeekBefore"),
            let added = json.count("added"), let postponed = json.count("postponed"),
            let waiting = json.count("waiting")
        else { return nil }
        self.init(series: series, completedWeekBefore: before, added: added, postponed: postponed, waiting: waiting)
    }
}
