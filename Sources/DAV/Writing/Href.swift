import HTTPParser

/// An address within a document: a path, its segments percent-encoded.
package enum Href {
    /// The segments of a path or of a whole address, decoded; what stands before the path does not matter. Nil where
    /// its escapes are broken, or where it goes somewhere else than it seems to.
    package static func segments(_ text: String) -> [String]? {
        var path = text.utf8[...]
        if path.first != UInt8(ascii: "/"), let scheme = text.firstRange(of: "://") {
            guard let slash = text.utf8[scheme.upperBound...].firstIndex(of: UInt8(ascii: "/")) else { return [""] }
            path = text.utf8[slash...]
        }
        guard path.first == UInt8(ascii: "/"), !path.contains(UInt8(ascii: "?")), !path.contains(UInt8(ascii: "#"))
        else { return nil }
        var segments: [String] = []
        for piece in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let bytes = Array(piece)
            guard let segment = Escapes.text(bytes.span, 0..<bytes.count), segment != ".", segment != ".." else {
                return nil
            }
            segments.append(segment)
        }
        return segments
    }

    /// Appends a segment. What is neither unreserved (RFC 3986) nor harmless in a path is escaped.
    package static func append(_ segment: String, to bytes: inout [UInt8]) {
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
