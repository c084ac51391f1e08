import DaybookCore

/// Where a statistic comes from.
public enum StatisticsSource: String, Hashable, Sendable {
    /// Everything that was ever completed.
    case server
    /// The server could not be asked: what this device holds, where tasks that were deleted are missing.
    case device
}

/// A statistic and where it comes from.
public struct Told<Statistic: Sendable>: Sendable {
    /// The statistic itself.
    public let statistic: Statistic
    /// Who made it.
    public let source: StatisticsSource

    package init(_ statistic: Statistic, _ source: StatisticsSource) {
        self.statistic = statistic
        self.source = source
    }
}

/// What one screen shows together.
public struct ProgressFigures: Hashable, Sendable {
    /// Today, this week, this month.
    public let counts: CompletionCounts
    /// Day by day.
    public let series: DailySeries
    /// How they share out.
    public let shares: NamedDistribution
}

/// A picture that the server draws.
public enum StatisticsPicture: Hashable, Sendable {
    /// The last 30 days.
    case daily
    /// The 365 days up to today, or a year.
    case year(Int? = nil)
    /// How completions share out.
    case balance(Distribution.Kind = .list)

    /// Its colours; `auto` follows the screen that shows it.
    public enum Theme: String, Hashable, Sendable { case auto, light, dark }

    func path(_ theme: Theme) -> String {
        switch self {
        case .daily: "/v1/analytics/daily.svg?theme=\(theme)"
        case .year(let year): "/v1/analytics/year.svg?theme=\(theme)" + (year.map { "&year=\($0)" } ?? "")
        case .balance(let kind): "/v1/analytics/balance.svg?theme=\(theme)&by=\(kind)"
        }
    }
}

/// What became of the days. The server is asked, which knows what was completed before this device was there; without
/// it the same is made of what the device holds. Changes that are not sent yet are in neither the server's numbers nor
/// its pictures: sync first.
extension Notebook {
    /// Today, this week, this month, last month, and how they compare.
    public func completionCounts() async throws -> Told<CompletionCounts> {
        let ask = Question("summary")
        return try await told(ask, { CompletionCounts($0) }, { CompletionCounts(facts.map(\.completedAt), at: moment) })
    }

    /// Completions by date, zeroes included; the last 30 days unless dates are given.
    public func dailySeries(_ dates: ClosedRange<CalendarDate>? = nil) async throws -> Told<DailySeries> {
        let moment = moment
        let dates = dates ?? moment.today.adding(days: -29)...moment.today
        return try await told(
            Question("daily", dates), { DailySeries($0) }, { DailySeries(facts, over: dates, in: moment.day) })
    }

    /// How completions share out, with what people call the keys.
    public func distribution(
        by kind: Distribution.Kind = .list, _ dates: ClosedRange<CalendarDate>? = nil
    ) async throws -> Told<NamedDistribution> {
        try await told(
            Question("distribution", dates, "by=\(kind)"), { NamedDistribution($0) }, { ownShares(by: kind, dates) })
    }

    /// By weekday and hour.
    public func rhythm(_ dates: ClosedRange<CalendarDate>? = nil) async throws -> Told<Rhythm> {
        try await told(Question("rhythm", dates), { Rhythm($0) }, { Rhythm(facts(during: dates), in: day) })
    }

    /// How long tasks take; nil where none was completed.
    public func completionTime(_ dates: ClosedRange<CalendarDate>? = nil) async throws -> Told<CompletionTime?> {
        try await told(
            Question("completion-time", dates), { .some(CompletionTime($0)) }, { CompletionTime(facts(during: dates)) })
    }

    /// How often tasks were moved to a later day; of this device's own moves without the server.
    public func postponements(_ dates: ClosedRange<CalendarDate>? = nil) async throws -> Told<Postponements> {
        try await told(
            Question("postponements", dates), { Postponements($0) },
            { Postponements(try ownEntries(), during: dates.map { day.interval(of: $0) }) { task($0)?.title } })
    }

    /// The week of a date, by default the current one.
    ///
    /// - Parameter withoutServer: does not ask it.
    public func review(
        of date: CalendarDate? = nil, withoutServer: Bool = false
    ) async throws -> Told<WeeklyReview> {
        guard !withoutServer else { return Told(try ownReview(of: date ?? moment.today), .device) }
        return try await told(
            Question("review", nil, date.map { "date=\($0)" }), { WeeklyReview($0) },
            { try ownReview(of: date ?? moment.today) })
    }

    /// Counts, days and shares from one source.
    ///
    /// - Parameter withoutServer: does not ask it.
    public func progress(
        _ dates: ClosedRange<CalendarDate>, by kind: Distribution.Kind = .list, withoutServer: Bool = false
    ) async throws -> Told<ProgressFigures> {
        if !withoutServer {
            let counts = try await completionCounts()
            let series = try await dailySeries(dates)
            let shares = try await distribution(by: kind)
            if [counts.source, series.source, shares.source].allSatisfy({ $0 == .server }) {
                return Told(
                    ProgressFigures(counts: counts.statistic, series: series.statistic, shares: shares.statistic),
                    .server)
            }
        }
        return Told(
            ProgressFigures(
                counts: CompletionCounts(facts.map(\.completedAt), at: moment),
                series: DailySeries(facts, over: dates, in: day), shares: ownShares(by: kind, nil)), .device)
    }

    /// An SVG; only the server draws.
    public func picture(
        _ picture: StatisticsPicture, _ theme: StatisticsPicture.Theme = .auto
    ) async throws -> [UInt8] {
        guard let server else { throw EntryFailure.alone }
        do { return try await server.call(HTTPCall("GET", picture.path(theme))).body } catch {
            throw EntryFailure(error)
        }
    }

    private func told<Statistic: Sendable>(
        _ question: Question, _ read: (JSONValue) -> Statistic?, _ own: () throws -> Statistic
    ) async throws -> Told<Statistic> {
        guard server != nil else { return Told(try own(), .device) }
        let answer: JSONValue
        do { answer = try await asked("GET", question.path) } catch EntryFailure.unreachable {
            return Told(try own(), .device)
        }
        guard let statistic = read(answer) else { throw EntryFailure.unreadable }
        return Told(statistic, .server)
    }
}

/// What the server is asked.
private struct Question {
    let path: String

    init(_ name: String, _ dates: ClosedRange<CalendarDate>? = nil, _ more: String? = nil) {
        let range = dates.map { ["from=\($0.lowerBound)", "to=\($0.upperBound)"] } ?? []
        let query = (range + [more].compactMap { $0 }).joined(separator: "&")
        path = "/v1/analytics/\(name)" + (query.isEmpty ? "" : "?\(query)")
    }
}

/// Shares with what people call their keys; a list that is gone has no name.
public struct NamedDistribution: Hashable, Sendable {
    /// The shares themselves.
    public let distribution: Distribution
    /// What people call a key.
    public let names: [String?: String]

    init(distribution: Distribution, names: [String?: String]) {
        self.distribution = distribution
        self.names = names
    }

    init?(_ json: JSONValue) {
        guard let (distribution, names) = Distribution.read(json) else { return nil }
        self.init(distribution: distribution, names: names)
    }
}
