/// What an hour came to.
package struct FleetReport: Sendable {
    package struct Line: Sendable {
        package let name: String
        package let count: Int
        /// Seconds until the answer: the mean, the median, the slowest of a hundred.
        package let mean: Double
        package let p50: Double
        package let p99: Double
    }

    package let lines: [Line]
    package let serverUtilisation: Double
    package let databaseUtilisation: Double
    package let longestQueue: Int

    init(plan: FleetPlan, took: [[Double]], server: Double, database: Double, longestQueue: Int) {
        lines = zip(plan.requests, took).map { Self.line($0.name, $1) } + [Self.line("all", took.flatMap(\.self))]
        serverUtilisation = server
        databaseUtilisation = database
        self.longestQueue = longestQueue
    }

    private static func line(_ name: String, _ took: [Double]) -> Line {
        let sorted = took.sorted()
        func percentile(_ part: Double) -> Double {
            sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
        }
        let mean = took.isEmpty ? 0 : took.reduce(0, +) / Double(took.count)
        return Line(name: name, count: took.count, mean: mean, p50: percentile(0.5), p99: percentile(0.99))
    }
}
