#if !hasFeature(Embedded) && !canImport(Darwin)
/// A compiled zone of the tz database (RFC 9636): the changes that it lists, and the rule that holds after them.
struct ZoneFile: Sendable {
    private let starts: [Int64]
    private let offsets: [Int]
    /// Before the first change.
    private let first: Int
    private let rule: ZoneRule?

    /// Nil for other bytes. Only the second block is read, which has 64 bits for a time.
    init?(_ bytes: [UInt8]) {
        guard let old = Header(bytes, at: 0), let new = Header(bytes, at: old.end(widthOfTime: 4)) else { return nil }
        let end = new.end(widthOfTime: 8)
        guard new.types > 0, end <= bytes.count else { return nil }
        let kinds = new.start + new.times * 8
        let table = kinds + new.times
        let known = (0..<new.types).map { Int(bytes.number(at: table + $0 * 6, width: 4)) }
        var offsets: [Int] = []
        for kind in bytes[kinds..<table] {
            guard known.indices.contains(Int(kind)) else { return nil }
            offsets.append(known[Int(kind)])
        }
        starts = (0..<new.times).map { bytes.number(at: new.start + $0 * 8, width: 8) }
        self.offsets = offsets
        first = known[0]
        // The rule stands between two ends of line; without one, what was last goes on.
        let footer = bytes[end...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        rule = ZoneRule(footer)
        guard rule != nil || footer.isEmpty else { return nil }
    }

    /// Seconds east of Greenwich.
    func offset(at second: Int64) -> Int {
        guard let last = starts.last, second < last else { return rule?.offset(at: second) ?? offsets.last ?? first }
        return starts.lastIndex { $0 <= second }.map { offsets[$0] } ?? first
    }

    /// When the clock changes within a window, and to what.
    func changes(in window: Range<Int64>) -> [(second: Int64, offset: Int)] {
        let last = starts.last ?? .min
        let listed = zip(starts, offsets).map { (second: $0, offset: $1) }
        let years = ZoneRule.year(of: max(last, window.lowerBound))...ZoneRule.year(of: max(last, window.upperBound))
        let ruled = rule.map { rule in years.flatMap { rule.changes(in: $0) }.filter { $0.second > last } } ?? []
        return (listed + ruled).filter { window.contains($0.second) }
    }

    /// What a block begins with: how many of each there are.
    private struct Header {
        let start: Int
        let universal: Int, standard: Int, leaps: Int, times: Int, types: Int, letters: Int

        init?(_ bytes: [UInt8], at place: Int) {
            guard bytes.count >= place + 44, bytes[place..<(place + 4)].elementsEqual("TZif".utf8),
                bytes[place + 4] >= UInt8(ascii: "2")
            else { return nil }
            let counts = (0..<6).map { Int(bytes.number(at: place + 20 + $0 * 4, width: 4)) }
            guard counts.allSatisfy({ (0...bytes.count).contains($0) }) else { return nil }
            start = place + 44
            (universal, standard, leaps) = (counts[0], counts[1], counts[2])
            (times, types, letters) = (counts[3], counts[4], counts[5])
        }

        func end(widthOfTime width: Int) -> Int {
            start + times * (width + 1) + types * 6 + letters + leaps * (width + 4) + standard + universal
        }
    }
}

extension [UInt8] {
    /// With its sign, the greatest byte first.
    fileprivate func number(at place: Int, width: Int) -> Int64 {
        var value: Int64 = self[place] >= 0x80 ? -1 : 0
        for byte in self[place..<(place + width)] { value = value << 8 | Int64(byte) }
        return value
    }
}
#endif
