import Seeds
import Testing

@testable import Postgres

extension PoolStateMachineTests {
    /// Whatever happens in whatever order: nobody is forgotten, nobody is answered twice, no connection has two owners.
    @Test(arguments: 0..<20, RandomSeed.all(for: "PoolStateMachineTests/randomLivesKeepTheirPromises"))
    func randomLivesKeepTheirPromises(_ number: Int, _ seed: RandomSeed) {
        var random = SeededRandom(seed: seed.value &+ UInt64(number))
        var pool = machine(maximum: Int.random(in: 1...5, using: &random)) { $0.depth = 6 }
        var now = 0
        var waiting: Set<UInt64> = []
        var kinds: [UInt64: PoolStateMachine.Use] = [:]
        var loads: [Int: Int] = [:]
        var writes: [Int: Int] = [:]
        var leases: Set<Int> = []
        var connecting: Set<Int> = []
        var open: Set<Int> = []

        func take(_ slot: Int, _ use: PoolStateMachine.Use, alone: Bool) {
            #expect(open.contains(slot) && !leases.contains(slot))
            if alone || use == .lease {
                leases.insert(slot)
            } else {
                loads[slot, default: 0] += 1
                if use == .write { writes[slot, default: 0] += 1 }
            }
        }
        func perform(_ actions: [PoolStateMachine.Action]) {
            for action in actions {
                switch action {
                case .connect(let slot):
                    #expect(!open.contains(slot) && connecting.insert(slot).inserted)
                case .close(let slot):
                    #expect(open.remove(slot) != nil && loads[slot, default: 0] == 0 && !leases.contains(slot))
                case .grant(let waiter, let slot):
                    #expect(waiting.remove(waiter) != nil)
                    take(slot, kinds[waiter] ?? .read, alone: false)
                case .grantAlone(let waiter, let slot):
                    #expect(waiting.remove(waiter) != nil && kinds[waiter] == .slowRead)
                    take(slot, .slowRead, alone: true)
                case .refuse(let waiter, _): #expect(waiting.remove(waiter) != nil)
                }
            }
        }

        perform(pool.start(at: time(0)))
        for _ in 0..<2_000 {
            now += Int.random(in: 0...40, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3:
                let use: PoolStateMachine.Use = PoolStateMachine.Use.allCases.randomElement(using: &random) ?? .read
                let (decision, actions) = pool.request(use, deadline: time(now + 300), at: time(now))
                switch decision {
                case .connection(let slot): take(slot, use, alone: pool.isLeased(slot))
                case .wait(let waiter):
                    waiting.insert(waiter)
                    kinds[waiter] = use
                case .refused: break
                }
                perform(actions)
            case 4, 5:
                if let slot = loads.filter({ $0.value > 0 }).keys.sorted().randomElement(using: &random) {
                    // In their order or not, which does not matter here.
                    let isWrite =
                        writes[slot, default: 0] == loads[slot]
                        || Bool.random(using: &random) && writes[slot, default: 0] > 0
                    loads[slot, default: 0] -= 1
                    if isWrite { writes[slot, default: 0] -= 1 }
                    perform(pool.finished(slot: slot, writes: isWrite ? 1 : 0, at: time(now)))
                }
            case 6:
                if let slot = leases.sorted().randomElement(using: &random) {
                    leases.remove(slot)
                    perform(pool.released(slot: slot, at: time(now)))
                }
            case 7:
                if let slot = connecting.sorted().randomElement(using: &random) {
                    connecting.remove(slot)
                    if Bool.random(using: &random) {
                        open.insert(slot)
                        perform(pool.connected(slot: slot, at: time(now)))
                    } else {
                        perform(pool.connectFailed(slot: slot, at: time(now)))
                    }
                }
            case 8:
                perform(pool.tick(at: time(now)))
                if Int.random(in: 0..<8, using: &random) == 0, let slot = open.sorted().randomElement(using: &random) {
                    open.remove(slot)
                    (loads[slot], writes[slot]) = (0, 0)
                    leases.remove(slot)
                    perform(pool.lost(slot: slot, at: time(now)))
                }
            default:
                if let waiter = waiting.sorted().randomElement(using: &random) {
                    waiting.remove(waiter)
                    pool.forget(waiter)
                }
            }
            #expect(pool.queue.count == waiting.count)
            #expect(pool.readyCount == open.count && pool.leasedCount == leases.count)
        }
        perform(pool.tick(at: time(now + 100_000)))
        #expect(waiting.isEmpty, "\(seed)")
    }
}
