extension FilterValues {
    private static let expected = "a day such as today, +3d, fri, eow or 2026-12-24, a period such as week, none or any"

    /// Days, or a point of time.
    private enum Time {
        case days(ClosedRange<CalendarDate>)
        case point(Instant)
    }

    /// Dates that a comparison with a day leaves.
    func dates(_ comparison: Comparison, _ word: Word) throws(FilterError) -> ClosedRange<CalendarDate> {
        guard case .days(let days) = try time(comparison, word) else { throw word.refused("a day without a time") }
        let (first, last) = (days.lowerBound, days.upperBound)
        let range: ClosedRange<CalendarDate>? =
            switch comparison {
            case .equal, .differs: days
            case .less: first > .earliest ? .earliest...first.adding(days: -1) : nil
            case .atMost: .earliest...last
            case .greater: last < .latest ? last.adding(days: 1)...(.latest) : nil
            case .atLeast: first...(.latest)
            }
        guard let range else { throw word.refused(Self.expected) }
        return range
    }

    /// Instants that a comparison with a day, or with a time of it, leaves.
    func instants(_ comparison: Comparison, _ word: Word) throws(FilterError) -> Range<Instant> {
        let span: Range<Instant>
        switch try time(comparison, word) {
        case .days(let days): span = moment.day.interval(of: days)
        case .point(let point):
            // A minute, as clocks show it; in comparisons just the instant.
            let isWhole = comparison == .equal || comparison == .differs
            span = point..<point.adding(milliseconds: isWhole ? 60_000 : 1)
        }
        switch comparison {
        case .equal, .differs: return span
        case .less: return .earliest..<max(.earliest, span.lowerBound)
        case .atMost: return .earliest..<max(.earliest, span.upperBound)
        case .greater: return min(span.upperBound, .latest)..<(.latest)
        case .atLeast: return min(span.lowerBound, .latest)..<(.latest)
        }
    }

    /// Where `..` stands first.
    private static func dots(in text: String.UTF8View) -> Range<String.Index>? {
        let dot = UInt8(ascii: ".")
        return text.indices.lazy.compactMap { index in
            let next = text.index(after: index)
            guard text[index] == dot, next < text.endIndex, text[next] == dot else { return nil }
            return index..<text.index(after: next)
        }.first
    }

    private func time(_ comparison: Comparison, _ word: Word) throws(FilterError) -> Time {
        if comparison == .equal || comparison == .differs, let dots = Self.dots(in: word.text.utf8) {
            guard let first = days(String(word.text[..<dots.lowerBound])),
                let last = days(String(word.text[dots.upperBound...])), first.lowerBound <= last.upperBound
            else { throw word.refused("two days, the earlier one first, as in today..+7d") }
            return .days(first.lowerBound...last.upperBound)
        }
        if word.small == "now" { return .point(moment.now) }
        if let days = days(word.text) { return .days(days) }
        if let instant = Instant(word.text) { return .point(instant) }
        guard var when = PlainWords.when(word.text, in: language, at: moment) else {
            throw word.refused(Self.expected)
        }
        // A time alone is today's, also when it is past.
        if when.instant == nil { when.date = when.date ?? moment.today }
        return .point(when.instant(at: moment))
    }

    /// A day, or a period of some: `week`, `last month`.
    private func days(_ text: String) -> ClosedRange<CalendarDate>? {
        let small = text.lowercased()
        if small == "yesterday" {
            let yesterday = moment.day.yesterday(at: moment.now)
            return yesterday...yesterday
        }
        if let period = period(small) { return period }
        return PlainWords.date(text, in: language, at: moment).map { $0...$0 }
    }

    private func period(_ text: String) -> ClosedRange<CalendarDate>? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "-" })
        guard let unit = words.last, words.count <= 2 else { return nil }
        let steps: Int
        switch words.count == 2 ? words[0] : "this" {
        case "this": steps = 0
        case "next": steps = 1
        case "last": steps = -1
        default: return nil
        }
        let day = moment.day
        switch unit {
        case "week": return day.week(of: moment.today.adding(days: 7 * steps))
        case "month": return day.month(of: day.month(of: moment.today).lowerBound.adding(months: steps))
        case "year":
            let year = moment.today.year + steps
            guard let first = CalendarDate(year: year, month: 1, day: 1) else { return nil }
            return CalendarDate(year: year, month: 12, day: 31).map { first...$0 }
        default: return nil
        }
    }
}
