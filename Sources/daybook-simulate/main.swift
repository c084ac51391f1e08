import DaybookCore
import Simulation
import Synchronization

// SECONDS=60 SEED=1 JOBS=2 daybook-simulate: schedules one after another until the time is over or one fails.
// SEED with ONLY=1 replays a single schedule with its trace.

let environment = Environment()

if environment.single {
    var world = World(seed: environment.seed, .varied(environment.seed))
    world.trace = Trace()
    do {
        try world.run()
        print("seed \(environment.seed) holds")
    } catch {
        for line in world.trace?.lines ?? [] { print(line) }
        if let row = environment.row { for line in world.history(of: row) { print(line) } }
        print("FAILED \(error)")
        environment.exit(1)
    }
} else {
    await runAll(environment)
}

func runAll(_ environment: Environment) async {
    let clock = ContinuousClock()
    let start = clock.now
    let taken = Taken(environment.seed)
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<environment.jobs {
            group.addTask {
                while start.duration(to: clock.now) < .seconds(environment.seconds) {
                    let seed = taken.next()
                    var world = World(seed: seed, .varied(seed))
                    do { try world.run() } catch {
                        print("FAILED \(error)")
                        print("Replay: SEED=\(seed) ONLY=1 daybook-simulate")
                        environment.exit(1)
                    }
                }
            }
        }
    }
    let elapsed = start.duration(to: clock.now)
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let (first, end) = (environment.seed, taken.end)
    let count = end &- first
    print("\(count) schedules hold, \(Int(Double(count) / seconds)) per second, seeds \(first)..<\(end)")
}

/// Seeds, each taken once.
final class Taken: Sendable {
    private let upcoming: Atomic<UInt64>

    init(_ first: UInt64) { upcoming = Atomic(first) }

    func next() -> UInt64 { upcoming.wrappingAdd(1, ordering: .relaxed).oldValue }
    var end: UInt64 { upcoming.load(ordering: .relaxed) }
}
