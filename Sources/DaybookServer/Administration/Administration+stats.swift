import DaybookCore
import DaybookHost

extension Administration {
    /// What the installation holds and does, from what was counted before.
    ///
    /// - Parameter counting: counts anew before it answers.
    public func statistics(days: Int, counting: Bool) async throws -> Report {
        guard 1...366 ~= days else { throw Refusal("--days: expected 1 to 366") }
        let now = Instant.now()
        if counting { try await Census.take(of: database, now: now)?.write(to: database) }
        let census = try await Census.last(in: database)
        let operations = try await OperationsOfDay.last(days, before: now, in: database)
        func count(_ name: String, _ title: String, _ value: KeyPath<Census, Int64>) -> Report.Entry {
            Report.Entry(name, title, census.map { .integer($0[keyPath: value]) } ?? .null)
        }
        return Report(
            [
                count("accounts", "accounts", \.accounts),
                count("accountsWithLogin", "  with a login", \.accountsWithLogin),
                count("devices", "devices", \.devices), count("devicesToday", "  active today", \.devicesOfDay),
                count("devices7Days", "  active in 7 days", \.devicesOfWeek),
                count("devices30Days", "  active in 30 days", \.devicesOfMonth), count("tasks", "tasks", \.tasks),
                count("lists", "lists", \.lists), count("storedBytes", "bytes in accounts", \.storedBytes),
                count("databaseBytes", "bytes of the database", \.databaseBytes),
                Report.Entry("countedAt", nil, .optional(census?.takenAt)),
                Report.Entry("secondsSinceCount", nil, census.map { .integer($0.age(at: now)) } ?? .null),
                Report.Entry("counted", "counted", .string(census?.ageInWords(at: now) ?? "never; --fresh counts now")),
            ],
            tables: (
                "days",
                operations.map { day in
                    [
                        Report.Entry("day", "day", .string(day.day.text)),
                        Report.Entry("operations", "operations", .integer(day.operations)),
                    ]
                }
            ))
    }
}

extension Census {
    /// Seconds since it was taken.
    fileprivate func age(at now: Instant) -> Int64 { max(0, (now.milliseconds - takenAt.milliseconds) / 1000) }

    /// When the figures were counted, and how old that makes them.
    func ageInWords(at now: Instant) -> String {
        let minutes = age(at: now) / 60
        let words =
            switch minutes {
            case 0: "just now"
            case 1: "a minute ago"
            case ..<120: "\(minutes) minutes ago"
            case ..<2880: "\(minutes / 60) hours ago"
            default: "\(minutes / 1440) days ago"
            }
        // Once an hour a server counts.
        let advice = minutes < 120 ? "" : "; no server has counted since, --fresh does"
        return "\(takenAt.text), \(words)\(advice)"
    }
}
