import DaybookCore
import DaybookHost
import HTTP

/// The dates that a statistic is asked about: `from` and `to`, both included and either left out.
struct DateRange: Sendable {
    let from: CalendarDate?
    let to: CalendarDate?

    static let parameters: Set<String> = ["from", "to"]

    init(_ request: Request) throws {
        from = try request.query("from") { CalendarDate($0) }
        to = try request.query("to") { CalendarDate($0) }
        if let from, let to, from > to { throw Problem(.malformedParameter, parameter: "to") }
    }

    /// Of a request that may ask for nothing else.
    init(only request: Request) throws {
        try request.requireQuery(among: Self.parameters)
        try self.init(request)
    }

    /// The instants of these dates by the account's days.
    func instants(_ day: LocalDay) -> Range<Instant> {
        let begin = from.map(day.start(of:)) ?? .earliest
        // The last instant there is belongs to the range that has no end.
        let end = to.map { day.start(of: $0.adding(days: 1)) } ?? Instant.latest.adding(milliseconds: 1)
        return begin..<max(begin, end)
    }

    /// The dates one by one: so many up to today unless they are given. Throws where there are more than `most`.
    func dates(upTo today: CalendarDate, usual: Int, most: Int) throws -> ClosedRange<CalendarDate> {
        let last = to ?? max(today, from ?? today)
        let dates = (from ?? last.adding(days: 1 - usual))...last
        guard dates.count <= most else {
            throw Problem(.malformedParameter, detail: "At most \(most) dates at a time.", parameter: "from")
        }
        return dates
    }

    /// Writes `"from":...,"to":...`, null where the range has no end.
    func write(to json: inout JSONWriter) {
        json.member("from", from)
        json.member("to", to)
    }
}
