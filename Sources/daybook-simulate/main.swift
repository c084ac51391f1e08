import DaybookCore
import Simulation
import Synchronization

// SECONDS=60 SEED=1 JOBS=2 daybook-simulate: schedules one after another until the time is over or one fails; with
// SCHEDULES=1000 so many, however long they take. SEED with ONLY=1 replays a single schedule with its trace.

// `daybook-simulate fleet` tells how many people some machines can serve.

let environment = Environment()

if CommandLine.arguments.dropFirst().first == "fleet" {
    try runFleet(Array(CommandLine.arguments.dropFirst(2)), environment)
} else if environment.single {
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
    let taken = Taken(environment.seed, most: environment.schedules ?? .max)
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<environment.jobs {
            group.addTask {
                while environment.schedules != nil || start.duration(to: clock.now) < .seconds(environment.seconds) {
                    guard let seed = taken.next() else { return }
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
    private let first: UInt64
    private let most: UInt64
    private let count = Atomic<UInt64>(0)

    init(_ first: UInt64, most: UInt64) {
        self.first = first
        self.most = most
    }

    func next() -> UInt64? {
        let (number, _) = count.wrappingAdd(1, ordering: .relaxed)
        return number < most ? first &+ number : nil
    }

    var end: UInt64 { first &+ min(most, count.load(ordering: .relaxed)) }
}
