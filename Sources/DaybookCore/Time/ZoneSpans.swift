/// The offsets of a zone between its changes.
final class ZoneSpans: Sendable {
    /// When each span begins, in seconds since 1970, ascending; the first begins at the window's start.
    private let starts: [Int64]
    /// Seconds east of Greenwich in each span.
    private let offsets: [Int32]
    /// What the spans tell of.
    private let window: Range<Int64>
    /// The offset at a second outside of the window.
    private let beyond: @Sendable (Int64) -> Int

    /// There are as many offsets as starts, and one at least.
    init(
        starts: [Int64], offsets: [Int32], window: Range<Int64>, beyond: @escaping @Sendable (Int64) -> Int
    ) {
        self.starts = starts
        self.offsets = offsets
        self.window = window
        self.beyond = beyond
    }

    func offset(at second: Int64) -> Int {
        window.contains(second) ? Int(offsets[index(of: second)]) : beyond(second)
    }

    /// The first second at which the zone's clock shows `local` or more (`local` in seconds since 1970-01-01T00:00 of
    /// the wall clock); where the clock jumps over it, the second of the jump.
    func first(showing local: Int64) -> Int64 {
        // No zone was ever more than 16 hours from Greenwich, and none was set back by more than a day.
        let earliest = local - 48 * 3600
        guard window.contains(earliest), window.contains(local + 48 * 3600) else {
            return local - Int64(offset(at: local - Int64(offset(at: local))))
        }
        var span = index(of: earliest)
        while true {
            let second = max(starts[span], local - Int64(offsets[span]))
            let isLast = span + 1 == starts.count
            if isLast || second < starts[span + 1] { return second }
            span += 1
        }
    }

    /// Whether the clock was set back in the day and a quarter before a second; nearly always no.
    func wasSetBack(before second: Int64) -> Bool {
        guard window.contains(second) else { return false }
        let span = index(of: second)
        return span > 0 && offsets[span] < offsets[span - 1] && second - starts[span] < 30 * 3600
    }

    func offsets(during span: Range<Instant>) -> [(from: Instant, seconds: Int)] {
        let first = span.lowerBound.milliseconds.flooredQuotient(by: 1000)
        var found = [(from: span.lowerBound, seconds: offset(at: first))]
        for (start, offset) in zip(starts, offsets).dropFirst() {
            let from = Instant(milliseconds: start * 1000)
            if from > span.lowerBound, from < span.upperBound { found.append((from, Int(offset))) }
        }
        return found
    }

    private func index(of second: Int64) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= second { low = middle } else { high = middle }
        }
        return low
    }
}
