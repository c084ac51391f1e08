/// How long tasks take from being written down to being done.
public struct CompletionTime: Hashable, Sendable {
    /// How many completed tasks it was made of.
    public let count: Int
    /// In seconds; half of the tasks were done sooner.
    public let median: Int
    /// In seconds; nine of ten were done sooner.
    public let ninetieth: Int
    /// In seconds.
    public let average: Int

    package init(count: Int, median: Int, ninetieth: Int, average: Int) {
        self.count = count
        self.median = median
        self.ninetieth = ninetieth
        self.average = average
    }

    /// Nil without any completion. A task that was completed before it was made, by a wrong clock, took no time.
    ///
    /// Percentiles are values that occur: the smallest that at least such a part of all does not exceed.
    package init?(_ facts: some Sequence<CompletionFact>) {
        let seconds = facts.map { max(0, Int(($0.completedAt.milliseconds - $0.createdAt.milliseconds) / 1000)) }
            .sorted()
        guard !seconds.isEmpty else { return nil }
        func percentile(_ part: Int) -> Int { seconds[max(0, (seconds.count * part + 99) / 100 - 1)] }
        self.init(
            count: seconds.count, median: percentile(50), ninetieth: percentile(90),
            average: seconds.reduce(0, +) / seconds.count)
    }
}
