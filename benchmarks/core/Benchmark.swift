/// One thing that is measured: work done again and again, its fastest and its middle time.
///
/// The fastest of many runs is what the code costs; the middle is what a machine shared with others made of it.
struct Benchmark {
    let name: String
    /// What one run does, for the line that reports it: `100 tasks`.
    let unit: String
    let runs: Int
    let work: () throws -> Void

    init(_ name: String, _ unit: String, runs: Int = 300, work: @escaping () throws -> Void) {
        self.name = name
        self.unit = unit
        self.runs = runs
        self.work = work
    }

    struct Timing {
        let fastest: Duration
        let middle: Duration
    }

    @discardableResult
    func run() throws -> Timing {
        let clock = ContinuousClock()
        for _ in 0..<max(1, runs / 10) { try work() }
        var times: [Duration] = []
        for _ in 0..<runs { times.append(try clock.measure { try work() }) }
        times.sort()
        let timing = Timing(fastest: times[0], middle: times[times.count / 2])
        print(
            name.padded(to: 44), "\(microseconds(timing.fastest)) us fastest".padded(to: 24),
            "\(microseconds(timing.middle)) us middle".padded(to: 24), unit)
        return timing
    }
}

/// Microseconds with one decimal.
func microseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return (Double(seconds) * 1e7 + Double(attoseconds) / 1e11).rounded() / 10
}

/// Keeps the optimizer from dropping work whose result nobody reads.
@inline(never)
func keep<Value>(_ value: Value) {}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
