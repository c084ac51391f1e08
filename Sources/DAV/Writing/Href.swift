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
    package static func append(_ segment: Span<UInt8>, to bytes: inout [UInt8]) {
        segment.withUnsafeBufferPointer { segment in
            var start = 0
            for index in segment.indices where !isPlain(segment[index]) {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: segment[start..<index]))
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(segment[index] >> 4)])
                bytes.append(digits[Int(segment[index] & 15)])
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: segment[start...]))
        }
    }

    package static func encoded(_ segment: String) -> String {
        var bytes: [UInt8] = []
        append(segment.utf8.span, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// A bit for each of the first 128 bytes that is unreserved: letters, digits, `-`, `.`, `_` and `~`.
    private static var plain: (UInt64, UInt64) { (0x03FF_6000_0000_0000, 0x47FF_FFFE_87FF_FFFE) }

    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        (byte < 64 ? plain.0 >> byte : byte < 128 ? plain.1 >> (byte - 64) : 0) & 1 != 0
    }
}
