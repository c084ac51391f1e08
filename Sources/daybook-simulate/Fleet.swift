import Fleet
import Foundation

/// `PEOPLE=10000 SERVER_CORES=2 DATABASE_CORES=2 daybook-simulate fleet [benchmarks/model.json]`: the busiest hour of a
/// day (or `HOUR`), request by request; `RATE=0.1` sends a tenth of it. Ends with 1 where it is too much.
func runFleet(_ arguments: [String], _ environment: Environment) throws {
    let model = try FleetModel(file: arguments.first ?? "benchmarks/model.json")
    var plan = model.plan(
        people: environment.number("PEOPLE") ?? 10_000, serverCores: environment.number("SERVER_CORES") ?? 2,
        databaseCores: environment.number("DATABASE_CORES") ?? 2)
    plan.rate = environment.fraction("RATE") ?? 1
    let hour = environment.number("HOUR") ?? plan.curve.busiestHour
    var run = FleetRun(plan, seed: environment.seed)
    let report = run.run(hour: hour, seconds: Double(environment.number("SIMULATED_SECONDS") ?? 3600))
    print("\(plan.people) people, hour \(hour), seed \(environment.seed)")
    for line in report.lines {
        let times = [line.mean, line.p50, line.p99].map { String(format: "%8.2f", $0 * 1000) }.joined()
        print(
            line.name.padding(toLength: 14, withPad: " ", startingAt: 0) + String(format: "%10d", line.count) + times
                + " ms")
    }
    print(String(format: "server %.3f busy, database %.3f busy", report.serverUtilisation, report.databaseUtilisation))
    if max(report.serverUtilisation, report.databaseUtilisation) >= 1 {
        print("FAILED more arrives than these machines can do")
        environment.exit(1)
    }
}
