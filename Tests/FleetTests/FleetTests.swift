import Fleet
import TestWire
import Testing

@Suite struct FleetTests {
    static let flat = DayCurve(Array(repeating: 1, count: 24))

    func plan(serverLoad: Double, databaseLoad: Double, durable: Bool = false, cores: Int = 2) -> FleetPlan {
        // A hundred arrivals a second.
        let request = FleetPlan.Request(
            name: "one", perDay: 86_400, server: serverLoad * Double(cores) / 100,
            database: databaseLoad * Double(cores) / 100, isDurable: durable)
        return FleetPlan(
            requests: [request], curve: Self.flat, people: 100, serverCores: cores, databaseCores: cores, flush: 0.004)
    }

    /// Where one station waits and the other takes no time, the mean is known.
    @Test(arguments: [(0.5, 1), (0.8, 1), (0.8, 2), (0.9, 4)])
    func waitsAreErlangs(load: Double, cores: Int) {
        let plan = plan(serverLoad: load, databaseLoad: 0, cores: cores)
        var run = FleetRun(plan, seed: 1)
        let report = run.run(hour: 0, seconds: Proofs.scale(gate: 5000, proof: 20_000))
        let seconds = load * Double(cores) / 100
        let expected = seconds + meanWait(arrivalsPerSecond: 100, meanSeconds: seconds, cores: cores)
        let mean = report.lines[0].mean
        #expect(abs(mean / expected - 1) < 0.08, "\(mean) instead of \(expected)")
        #expect(abs(report.serverUtilisation - load) < 0.02)
        #expect(report.databaseUtilisation == 0)
    }

    @Test func theSameSeedTellsTheSame() {
        let plan = plan(serverLoad: 0.4, databaseLoad: 0.6, durable: true)
        var reports: [FleetReport] = []
        for _ in 0..<2 {
            var run = FleetRun(plan, seed: 7)
            reports.append(run.run(hour: 12, seconds: 60))
        }
        #expect(reports[0].lines[0].count > 5000)
        #expect(reports[0].lines[0].p99 == reports[1].lines[0].p99)
    }

    /// A flush that is running is shared only by those who wait for the next one.
    @Test func commitsShareFlushes() {
        var run = FleetRun(plan(serverLoad: 0.01, databaseLoad: 0.01, durable: true), seed: 3)
        let line = run.run(hour: 0, seconds: 600).lines[0]
        #expect(line.p50 > 0.004)
        #expect(line.p99 < 0.010, "two flushes at most")
    }

    @Test func tooMuchIsSeen() {
        var run = FleetRun(plan(serverLoad: 0.2, databaseLoad: 1.2), seed: 5)
        let report = run.run(hour: 0, seconds: 300)
        #expect(report.databaseUtilisation > 1)
        #expect(report.lines[0].p99 > 5)
        #expect(report.longestQueue > 1000)
    }

    @Test func aDayFollowsItsCurve() {
        var hours = Array(repeating: 1.0, count: 24)
        hours[8] = 5
        let curve = DayCurve(hours)
        #expect(curve.busiestHour == 8)
        #expect(abs((0..<24).map { curve.share(of: $0) }.reduce(0, +) - 1) < 1e-9)
        var plan = plan(serverLoad: 0.1, databaseLoad: 0.1)
        plan.curve = curve
        #expect(abs(plan.demand(hour: 8).server / plan.demand(hour: 9).server - 5) < 1e-9)
    }
}
