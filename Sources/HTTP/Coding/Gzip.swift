import CZlib

/// Writes gzip (RFC 1952) piece by piece.
///
/// `@unchecked Sendable` is safe because one request's task alone holds it and uses it in order. zlib keeps a pointer
/// to its stream in its own state, so the stream lies on the heap and never moves.
final class Gzip: ContentCoder, @unchecked Sendable {
    static let memory = 256 << 10
    private let stream: UnsafeMutablePointer<z_stream>
    private var isOpen: Bool

    /// Level 1 to 9. Nil if there is no memory for the 256 KiB that zlib asks for.
    init?(level: Int32 = 4) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15 bits of window, and 16 more to ask for gzip's frame instead of zlib's.
        let status = deflateInit2_(
            stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        isOpen = status == Z_OK
        if !isOpen { return nil }
    }

    deinit {
        if isOpen { deflateEnd(stream) }
        stream.deallocate()
    }

    func add(_ bytes: ArraySlice<UInt8>, last: Bool, to coded: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { input in
            // zlib never writes through next_in.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            // zlib holds back what it took in earlier calls, so one piece may give more than its own size: only room
            // left over tells that it gave everything.
            repeat {
                let room = 16_384
                coded.append(
                    contentsOf: [UInt8](unsafeUninitializedCapacity: room) { output, count in
                        stream.pointee.next_out = output.baseAddress
                        stream.pointee.avail_out = UInt32(room)
                        _ = deflate(stream, last ? Z_FINISH : Z_NO_FLUSH)
                        count = room - Int(stream.pointee.avail_out)
                    })
            } while stream.pointee.avail_out == 0
        }
    }
}
