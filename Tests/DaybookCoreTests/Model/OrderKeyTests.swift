import Seeds
import Testing

@testable import DaybookCore

@Suite struct OrderKeyTests {
    var random = SeededRandom(seed: 7)

    @Test func componentsCountInTextOrder() {
        var values: [Int64] = Array(-4000...4000)
        for exponent in 1...10 {
            let power = OrderComponents.power(exponent)
            values += [power - 1, power, power + 1, -power - 1, -power, -power + 1]
        }
        values += [OrderComponents.ceiling - 1, -OrderComponents.ceiling]
        let ordered = Set(values).sorted()
        let texts = ordered.map { OrderComponents([$0]).text }
        #expect(texts == texts.sorted())
        for (value, text) in zip(ordered, texts) { #expect(OrderComponents(parsing: text)?.values == [value]) }
        #expect(OrderComponents(parsing: "a0a") == nil)
        #expect(OrderComponents(parsing: "0a") == nil)
        #expect(OrderKey.middle.text == OrderComponents([0]).text)
    }

    /// 100,000 inserts into one gap, each right after, right before the last one, or anywhere between.
    @Test(arguments: ["after", "before", "first", "last", "anywhere"])
    mutating func manyInsertsKeepKeysShort(_ manner: String) throws {
        var left = OrderKey("a0")
        var right = OrderKey("a1")
        if manner == "first" { left = nil }
        if manner == "last" { right = nil }
        var longest = 0
        var keys: [OrderKey] = []
        let count = manner == "anywhere" ? 20_000 : 100_000
        for _ in 0..<count {
            let key: OrderKey
            if manner == "anywhere" {
                let place = keys.isEmpty ? 0 : random.next() % UInt64(keys.count + 1)
                let index = Int(place)
                let low = index > 0 ? keys[index - 1] : left
                let high = index < keys.count ? keys[index] : right
                key = try #require(OrderKey.between(low, high, using: &random))
                keys.insert(key, at: index)
            } else {
                key = try #require(OrderKey.between(left, right, using: &random))
                if manner == "after" || manner == "last" { left = key } else { right = key }
            }
            longest = max(longest, key.text.utf8.count)
        }
        // The bound stated with `OrderKey`: the left neighbour and one component of ten bytes.
        let bound = manner == "anywhere" ? 48 : 2 + 10
        #expect(longest <= bound, "\(manner) reached \(longest)")
    }

    /// Always into the smallest gap there is: the worst anybody can do. Rebalancing keeps up with it.
    @Test mutating func zigzagIsRebalanced() throws {
        var keys = [try #require(OrderKey("a0")), try #require(OrderKey("a1"))]
        var at = 1
        var rebalances = 0
        for turn in 0..<3000 {
            let key = try #require(OrderKey.between(keys[at - 1], keys[at], using: &random))
            keys.insert(key, at: at)
            if turn % 2 == 0 { at += 1 }
            if key.text.utf8.count > OrderKey.comfortable {
                rebalances += 1
                for change in OrderKey.rebalanced(keys, using: &random) { keys[change.index] = change.key }
                #expect(keys == keys.sorted())
                #expect(Set(keys).count == keys.count)
                #expect(keys.allSatisfy { $0.text.utf8.count <= OrderKey.comfortable })
            }
        }
        #expect(rebalances > 0 && rebalances < 150, "\(rebalances)")
    }

    @Test mutating func everyGapOfAnyMakerHasAnOrderedKeyOrNone() {
        let digits = Array("0189AVZaz")
        for _ in 0..<20_000 {
            var texts: [String] = []
            for _ in 0..<2 {
                let length = 1 + Int(random.next() % 5)
                texts.append(String((0..<length).map { _ in digits[Int(random.next() % UInt64(digits.count))] }))
            }
            texts.sort()
            guard let left = OrderKey(texts[0]), let right = OrderKey(texts[1]), left < right else { continue }
            guard let key = OrderKey.between(left, right, using: &random) else {
                // Only zeros to the right of the left one leave no room.
                #expect(
                    texts[1].hasPrefix(texts[0])
                        && texts[1].dropFirst(texts[0].count).allSatisfy { $0 == Character("0") })
                continue
            }
            #expect(left < key && key < right, "\(left.text) \(key.text) \(right.text)")
        }
    }

    /// Two devices that insert into the same gap without knowing of each other.
    @Test mutating func concurrentInsertsDoNotCollide() throws {
        let left = try #require(OrderKey("a0"))
        let right = try #require(OrderKey("a1"))
        for (low, high) in [(left, right), (nil, right), (left, nil), (nil, nil)] as [(OrderKey?, OrderKey?)] {
            var seen: Set<OrderKey> = []
            for _ in 0..<2000 { seen.insert(try #require(OrderKey.between(low, high, using: &random))) }
            // With 30 bits, 2,000 keys collide with probability 0.002; two devices with 1e-9.
            #expect(seen.count == 2000)
        }
    }

    @Test mutating func creationsSortByTimeAndMovedOnesStayBeforeThem() throws {
        let first = OrderKey.created(at: Desk.time(1))
        let second = OrderKey.created(at: Desk.time(1, counter: 1))
        let later = OrderKey.created(at: Desk.time(2))
        #expect(first < second && second < later)
        #expect(first.text.utf8.count <= 11)
        var appended = try #require(OrderKey.between(second, nil, using: &random))
        for _ in 0..<100 { appended = try #require(OrderKey.between(appended, nil, using: &random)) }
        #expect(second < appended && appended < later)
        let prepended = try #require(OrderKey.between(nil, first, using: &random))
        #expect(prepended < first)
    }

    @Test func keysOfTheWire() {
        #expect(OrderKey("") == nil)
        #expect(OrderKey("a-") == nil)
        #expect(OrderKey("ä") == nil)
        #expect(OrderKey(String(repeating: "z", count: 256)) == nil)
        #expect(OrderKey(String(repeating: "z", count: 255)) != nil)
    }
}
