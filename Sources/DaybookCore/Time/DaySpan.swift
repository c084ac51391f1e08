/// A run of instants in which an account's dates follow from seconds by one addition, for counting where the rows are.
package struct DaySpan: Hashable, Sendable {
    package let instants: Range<Instant>
    /// Added to seconds since 1970, these divide into days: the whole part is the date's number.
    package let secondsToDay: Int
}

extension LocalDay {
    /// The runs of a span of time, one after the other. Past the year 2100 clocks are taken not to change any more.
    package func spans(during span: Range<Instant>) -> [DaySpan] {
        let offsets = zone.offsets(during: span)
        var spans: [DaySpan] = []
        for (index, offset) in offsets.enumerated() {
            let end = index + 1 < offsets.count ? offsets[index + 1].from : span.upperBound
            let toDay = offset.seconds - Int(dayStart.minutes) * 60
            var begin = offset.from
            // Where the clock was set back over the day start it shows the day before once more, which has gone by.
            let shown = (begin.milliseconds.flooredQuotient(by: 1000) + Int64(toDay)).flooredQuotient(by: 86_400)
            if date(of: begin).dayNumber > shown {
                let again = Instant(milliseconds: ((shown + 1) * 86_400 - Int64(toDay)) * 1000)
                let until = min(max(again, begin), end)
                spans.append(DaySpan(instants: begin..<until, secondsToDay: toDay + 86_400))
                begin = until
            }
            if begin < end { spans.append(DaySpan(instants: begin..<end, secondsToDay: toDay)) }
        }
        return spans
    }
}
