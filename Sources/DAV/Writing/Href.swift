import HTTPParser

/// An address within a document: a path, its segments percent-encoded.
package enum Href {
    /// The segments of a path or of a whole address, decoded; what stands before the path does not matter. Nil where
    /// its escapes are broken, or where it goes somewhere else than it seems to.
    package static func segments(_ text: String) -> [String]? {
        let bytes = text.utf8.span
        var start = 0
        if bytes.isEmpty || bytes[0] != slash, let scheme = text.firstRange(of: "://") {
            start = text.utf8.distance(from: text.startIndex, to: scheme.upperBound)
            while start < bytes.count, bytes[start] != slash { start += 1 }
            if start == bytes.count { return [""] }
        }
        guard start < bytes.count, bytes[start] == slash else { return nil }
        var segments: [String] = []
        // As many as an address of ours has.
        segments.reserveCapacity(5)
        start += 1
        for index in start...bytes.count {
            if index == bytes.count || bytes[index] == slash {
                guard let segment = Escapes.text(bytes, start..<index), segment != ".", segment != ".." else {
                    return nil
                }
                segments.append(segment)
                start = index + 1
            } else if bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "#") {
                return nil
            }
        }
        return segments
    }

    private static let slash = UInt8(ascii: "/")

    /// Appends a segment. Every byte is escaped that is not unreserved (RFC 3986, 2.3).
    package static func append(_ segment: String, to bytes: inout [UInt8]) {
        if segment.utf8.allSatisfy(isPlain) { return bytes.append(contentsOf: segment.utf8) }
        for byte in segment.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
    }

    package static func encoded(_ segment: String) -> String {
        var bytes: [UInt8] = []
        append(segment, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}
