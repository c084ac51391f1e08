import CZlib

/// gzip (RFC 1952) around what zlib makes of a whole body.
enum Gzip {
    /// Below this a body is sent as it is.
    static let minimum = 2048

    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var length = compressBound(uLong(bytes.count))
        var zlib = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&zlib, &length, bytes, uLong(bytes.count), 6) == Z_OK, length > 6 else { return nil }
        // Two bytes of zlib's head and four of its checksum give way to gzip's.
        var gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        gzip += zlib[2..<Int(length) - 4]
        append(UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count))), to: &gzip)
        append(UInt32(truncatingIfNeeded: bytes.count), to: &gzip)
        return gzip
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
