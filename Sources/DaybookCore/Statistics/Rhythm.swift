/// When completions happen: by the weekday of the account's date and the hour of its wall clock.
public struct Rhythm: Hashable, Sendable {
    /// Monday to Sunday, each with 24 hours.
    public private(set) var cells = [[Int]](repeating: [Int](repeating: 0, count: 24), count: 7)

    package init() {}

    package init(_ facts: some Sequence<CompletionFact>, in day: LocalDay) {
        for fact in facts {
            add(1, weekday: day.date(of: fact.completedAt).weekday, hour: day.zone.hour(at: fact.completedAt))
        }
    }

    /// - Parameter weekday: 1 for Monday to 7 for Sunday.
    package mutating func add(_ count: Int, weekday: Int, hour: Int) { cells[weekday - 1][hour] += count }

    /// From Monday to Sunday, over the whole day.
    public var weekdays: [Int] { cells.map { $0.reduce(0, +) } }
    /// From the hour after midnight on, over the whole week.
    public var hours: [Int] { (0..<24).map { hour in cells.reduce(0) { $0 + $1[hour] } } }
}

extension Zone {
    /// The hour that the zone's wall clock shows.
    func hour(at instant: Instant) -> Int {
        let second = instant.milliseconds.flooredQuotient(by: 1000) + Int64(offset(at: instant))
        return Int((second - second.flooredQuotient(by: 86_400) * 86_400) / 3600)
    }

    /// The offsets in force during a span of time, each with the instant from which it is: the first at the span's
    /// begin.
    package func offsets(during span: Range<Instant>) -> [(from: Instant, seconds: Int)] {
        spans.offsets(during: span)
    }
}
