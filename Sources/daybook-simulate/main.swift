import DaybookCore
import Simulation

// SECONDS=60 SEED=1 daybook-simulate: schedules one after another until the time is over or one fails.
// SEED with ONLY=1 replays a single schedule with its trace.

let environment = Environment()
let first = environment.seed

if environment.single {
    var world = World(seed: first, .varied(first))
    world.trace = Trace()
    do {
        try world.run()
        print("seed \(first) holds")
    } catch {
        for line in world.trace?.lines ?? [] { print(line) }
        if let row = environment.row { for line in world.history(of: row) { print(line) } }
        print("FAILED \(error)")
        environment.exit(1)
    }
} else {
    let clock = ContinuousClock()
    let start = clock.now
    var seed = first
    while start.duration(to: clock.now) < .seconds(environment.seconds) {
        var world = World(seed: seed, .varied(seed))
        do { try world.run() } catch {
            print("FAILED \(error)")
            print("Replay: SEED=\(seed) ONLY=1 daybook-simulate")
            environment.exit(1)
        }
        seed &+= 1
    }
    let elapsed = start.duration(to: clock.now)
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let count = seed &- first
    print("\(count) schedules hold, \(Int(Double(count) / seconds)) per second, seeds \(first)..<\(seed)")
}
