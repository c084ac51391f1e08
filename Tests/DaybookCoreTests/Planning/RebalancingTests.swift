import Seeds
import Testing

@testable import DaybookCore

/// New keys for those that have grown too long, whatever keys there are.
@Suite struct RebalancingTests {
    /// Keys as they may be stored: of our making and of others', at the ends of the integers and of the key space.
    static func key(_ random: inout SeededRandom) -> OrderKey {
        let digits = Array("0189AVZaz")
        func text(_ length: Int) -> String {
            String((0..<length).map { _ in digits[Int.random(in: 0..<digits.count, using: &random)] })
        }
        func component() -> Int64 {
            let edges: [Int64] = [
                -OrderComponents.ceiling, 1 - OrderComponents.ceiling, OrderComponents.ceiling - 1, -1, 0, 1,
                OrderComponents.power(10), -OrderComponents.power(10),
            ]
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return edges.randomElement(using: &random) ?? 0
            case 1: return Int64.random(in: -100...100, using: &random)
            default:
                return Int64.random(in: -OrderComponents.ceiling..<OrderComponents.ceiling, using: &random)
            }
        }
        let made: String
        switch Int.random(in: 0..<8, using: &random) {
        case 0: made = text(Int.random(in: 1...5, using: &random))
        case 1: made = text(Int.random(in: 60...255, using: &random))
        case 2:
            let end = ["0", "z"].randomElement(using: &random) ?? "0"
            made = String(repeating: end, count: Int.random(in: 1...255, using: &random))
        case 3: made = ["Q0000000000", "jzzzzzzzzzz", "Q0000000001", "a0", "Zz"].randomElement(using: &random) ?? "a0"
        case 4: made = OrderComponents((0..<Int.random(in: 6...20, using: &random)).map { _ in component() }).text
        default: made = OrderComponents((0..<Int.random(in: 1...3, using: &random)).map { _ in component() }).text
        }
        return OrderKey(String(made.prefix(OrderKey.longest))) ?? .middle
    }

    /// `DAYBOOK_SEED` replays.
    @Test func theOrderStaysWhateverTheKeys() throws {
        let seed = RandomSeed.current.value
        var random = SeededRandom(seed: seed)
        for _ in 0..<3000 {
            var keys = Array(Set((0..<Int.random(in: 1...30, using: &random)).map { _ in Self.key(&random) })).sorted()
            let isLong = keys.contains { $0.text.utf8.count > OrderKey.comfortable }
            let changes = OrderKey.rebalanced(keys, using: &random)
            #expect(isLong || changes.isEmpty)
            for change in changes { keys[change.index] = change.key }
            #expect(keys == keys.sorted() && Set(keys).count == keys.count, "\(RandomSeed.current)")
            #expect(
                keys.allSatisfy { OrderKey($0.text) == $0 && $0.text.utf8.count <= OrderKey.comfortable },
                "\(RandomSeed.current): \(keys.map(\.text))")
        }
    }

    /// No integer is left below the first: it makes room itself.
    @Test func theEndsOfTheIntegersAreNoTrap() throws {
        var random = SeededRandom(seed: 7)
        let long = [String(repeating: "0", count: 70), String(repeating: "z", count: 70)]
        for end in ["Q0000000000", "Q0000000001", "jzzzzzzzzzz", "jzzzzzzzzzy"] {
            var keys = ([end] + long).compactMap { OrderKey($0) }.sorted()
            #expect(keys.count == 3)
            for change in OrderKey.rebalanced(keys, using: &random) { keys[change.index] = change.key }
            #expect(keys == keys.sorted() && Set(keys).count == 3, "\(end)")
            #expect(keys.allSatisfy { $0.text.utf8.count <= OrderKey.comfortable }, "\(end)")
            #expect(keys.allSatisfy { OrderKey($0.text) != nil }, "\(end)")
        }
    }

    /// A new row goes where it is to go and every other one stays where it stands, whatever keys they have.
    @Test func aRowIsPutBetweenAnyTwo() throws {
        let seed = RandomSeed.current.value
        var random = SeededRandom(seed: seed)
        for _ in 0..<3000 {
            let some = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.key(&random) }
            let rows = NeighbouringRows(
                (0..<Int.random(in: 0...40, using: &random)).map { number in
                    OrderPlace(some.randomElement(using: &random) ?? .middle, Desk.task(UInt64(number)))
                })
            let index = Int.random(in: 0...rows.places.count, using: &random)
            let insertion = try #require(rows.inserting(at: index, using: &random), "\(RandomSeed.current)")
            let moved = Dictionary(uniqueKeysWithValues: insertion.others.map { ($0.id, $0.key) })
            var after = rows.places.map { OrderPlace(moved[$0.id] ?? $0.key, $0.id) }
            after.insert(OrderPlace(insertion.key, Desk.task(999)), at: index)
            #expect(after == after.sorted(), "\(RandomSeed.current)")
            #expect(insertion.others.allSatisfy { OrderKey($0.key.text) != nil } && OrderKey(insertion.key.text) != nil)
        }
    }

    @Test func asFewMoveAsideAsMakeRoom() throws {
        var random = SeededRandom(seed: 7)
        let rows = NeighbouringRows((0..<100).map { OrderPlace(.middle, Desk.task($0)) })
        for (index, most) in [(0, 0), (3, 3), (50, 50), (98, 2), (100, 0)] {
            let insertion = try #require(rows.inserting(at: index, using: &random))
            #expect(insertion.others.count == most, "\(index)")
        }
        // What lies beyond the rows that are known is not guessed.
        let middle = NeighbouringRows(rows.places, isFromStart: false, isToEnd: false)
        #expect(middle.inserting(at: 50, using: &random) == nil)
    }
}
