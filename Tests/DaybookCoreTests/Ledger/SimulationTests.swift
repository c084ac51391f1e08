import Seeds
import Simulation
import Testing

@Suite struct SimulationTests {
    /// Fresh seeds in every run; a failure names the seed and how to replay it.
    @Test(arguments: 0..<8) func schedulesHold(_ part: Int) throws {
        let first = RandomSeed.current.value &+ UInt64(part) &* 1_000_003
        for seed in first..<(first &+ 60) {
            var world = World(seed: seed, .varied(seed))
            do { try world.run() } catch {
                Issue.record("\(error); replay with SEED=\(seed) ONLY=1 make simulate")
                return
            }
        }
    }

    /// The same seeds every time, so that a mutation that these catch is caught always.
    @Test(arguments: 0..<4) func knownSchedulesHold(_ part: UInt64) throws {
        for seed in part * 100..<part * 100 + 100 {
            var world = World(seed: seed, .varied(seed))
            do { try world.run() } catch {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test(arguments: RandomSeed.kept(for: "SimulationTests/whatWasFoundHolds"))
    func whatWasFoundHolds(seed: RandomSeed) throws {
        var world = World(seed: seed.value, .varied(seed.value))
        try world.run()
    }

    @Test func aSeedIsAWholeSchedule() throws {
        var traces: [[String]] = []
        for _ in 0..<2 {
            var world = World(seed: 4711, .varied(4711))
            let trace = Trace()
            world.trace = trace
            try world.run()
            traces.append(trace.lines)
        }
        #expect(traces[0] == traces[1] && !traces[0].isEmpty)
    }
}
