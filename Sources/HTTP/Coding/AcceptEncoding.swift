/// Which coding a client asks for (RFC 9110, 12.5.3).
enum AcceptEncoding {
    /// zstd where it is named with a weight not below gzip's, or else gzip, or `*` where gzip is not named; with a
    /// weight above zero and not below that of no coding at all.
    static func preferred(_ field: Span<UInt8>) -> ContentCoding? {
        var gzip: Int?
        var zstd = 0
        var any: Int?
        var identity: Int?
        var start = 0
        while start <= field.count {
            var end = start
            while end < field.count, field[end] != UInt8(ascii: ",") { end += 1 }
            let element = Element(field.extracting(start..<end))
            switch element.coding {
            case .gzip: gzip = max(gzip ?? 0, element.weight)
            case .zstd: zstd = element.weight
            case .any: any = element.weight
            case .identity: identity = element.weight
            case .other: break
            }
            start = end + 1
        }
        let weight = gzip ?? any ?? 0
        let least = max(1, identity ?? 0)
        if zstd >= max(weight, least) { return .zstd }
        return weight >= least ? .gzip : nil
    }

    /// Whether a coding is named, with a weight above zero.
    static func names(_ coding: String, _ field: Span<UInt8>) -> Bool {
        var start = 0
        while start <= field.count {
            var end = start
            while end < field.count, field[end] != UInt8(ascii: ",") { end += 1 }
            let element = field.extracting(start..<end)
            var name = 0
            while name < element.count, element[name] != UInt8(ascii: ";") { name += 1 }
            if element.extracting(element.trimmed(0..<name)).equalsIgnoringCase(coding) {
                return Element(element).weight > 0
            }
            start = end + 1
        }
        return false
    }

    private enum Coding { case gzip, zstd, any, identity, other }

    private struct Element {
        var coding = Coding.other
        /// The weight in thousandths. A malformed weight counts as zero, so that at worst nothing is compressed.
        var weight = 1_000

        init(_ text: Span<UInt8>) {
            var end = 0
            while end < text.count, text[end] != UInt8(ascii: ";") { end += 1 }
            let name = text.extracting(text.trimmed(0..<end))
            if name.equalsIgnoringCase("gzip") || name.equalsIgnoringCase("x-gzip") {
                coding = .gzip
            } else if name.equalsIgnoringCase("zstd") {
                coding = .zstd
            } else if name.equalsIgnoringCase("*") {
                coding = .any
            } else if name.equalsIgnoringCase("identity") {
                coding = .identity
            }
            if end < text.count { weight = Self.weight(text.extracting(text.trimmed(end + 1..<text.count))) ?? 0 }
        }

        /// `q=` and 0 to 1 with at most three digits behind the point.
        private static func weight(_ text: Span<UInt8>) -> Int? {
            guard text.count >= 3, text.count <= 7, text[0] | 0x20 == UInt8(ascii: "q"), text[1] == UInt8(ascii: "=")
            else { return nil }
            guard text[2] == UInt8(ascii: "0") || text[2] == UInt8(ascii: "1") else { return nil }
            var value = Int(text[2] - 0x30) * 1_000
            if text.count > 3 {
                guard text[3] == UInt8(ascii: ".") else { return nil }
                var unit = 100
                for index in 4..<text.count {
                    guard text[index] &- 0x30 < 10 else { return nil }
                    value += Int(text[index] - 0x30) * unit
                    unit /= 10
                }
            }
            return value <= 1_000 ? value : nil
        }
    }
}

extension RequestFields {
    /// Whether the client names this coding among those it takes. For content that lies there coded.
    public func takesCoding(_ coding: String) -> Bool {
        withValue("accept-encoding") { AcceptEncoding.names(coding, $0) } ?? false
    }
}

extension Span<UInt8> {
    /// The bytes within the range that are not blanks at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }
}
