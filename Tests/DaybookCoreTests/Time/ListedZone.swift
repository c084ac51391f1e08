import Foundation

/// A compiled zone of the system's tz database (RFC 9636), read once more, and without its rule.
struct ListedZone {
    let name: String
    /// When each span begins, and its offset from Greenwich in seconds; the first holds from the beginning of time.
    let spans: [(start: Int64, offset: Int)]

    init?(_ name: String) {
        guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + name), data.count > 44,
            data.prefix(4).elementsEqual("TZif".utf8), data[4] >= UInt8(ascii: "2")
        else { return nil }
        let bytes = [UInt8](data)
        func number(_ at: Int, _ width: Int) -> Int64 {
            var value: Int64 = bytes[at] >= 0x80 ? -1 : 0
            for byte in bytes[at..<(at + width)] { value = value << 8 | Int64(byte) }
            return value
        }
        func counts(_ header: Int) -> [Int] { (0..<6).map { Int(number(header + 20 + $0 * 4, 4)) } }
        // Version 1's 32-bit block comes first and is skipped: isutc, isstd, leap, time, type, char.
        let old = counts(0)
        let header = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
        let count = counts(header)
        let times = header + 44
        let indices = times + count[3] * 8
        let types = indices + count[3]
        func offset(_ type: Int) -> Int { Int(number(types + type * 6, 4)) }
        self.name = name
        spans =
            [(.min, offset(0))]
            + (0..<count[3]).map { (number(times + $0 * 8, 8), offset(Int(bytes[indices + $0]))) }
    }

    /// Every zone of the database that Foundation also lists.
    static func all() -> [ListedZone] { TimeZone.knownTimeZoneIdentifiers.sorted().compactMap { ListedZone($0) } }

    func offset(at second: Int64) -> Int {
        var (low, high) = (0, spans.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if spans[middle].start <= second { low = middle } else { high = middle }
        }
        return spans[low].offset
    }

    /// The changes of the clock within some years.
    func changes(in years: Range<Int64>) -> [Int64] {
        spans.indices.dropFirst().filter { spans[$0].offset != spans[$0 - 1].offset && years.contains(spans[$0].start) }
            .map { spans[$0].start }
    }
}
