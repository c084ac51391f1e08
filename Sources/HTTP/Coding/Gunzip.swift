import CZlib

/// Reads gzip (RFC 1952) piece by piece.
///
/// `@unchecked Sendable` is safe because one request's task alone holds it and uses it in order. zlib keeps a pointer
/// to its stream in its own state, so the stream lies on the heap and never moves.
final class Gunzip: ContentDecoder, @unchecked Sendable {
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var consumed = 0
    private(set) var isComplete = false

    /// Nil if there is no memory for the 44 KiB that zlib asks for.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15 bits of window, and 16 more to ask for gzip's frame and nothing else.
        guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// zlib may hold back what there was no room for.
    private var outputWasFull = false

    var needsInput: Bool { consumed == input.count && !outputWasFull }

    func feed(_ bytes: [UInt8]) {
        input = bytes
        consumed = 0
    }

    func next(room: Int) -> [UInt8]? {
        if isComplete {
            guard inflateReset(stream) == Z_OK else { return nil }
            isComplete = false
        }
        var status = Z_OK
        let bytes = input.withUnsafeBufferPointer { input in
            let rest = UnsafeBufferPointer(rebasing: input[consumed...])
            // zlib never writes through next_in.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: rest.baseAddress)
            stream.pointee.avail_in = UInt32(rest.count)
            let bytes = [UInt8](unsafeUninitializedCapacity: room) { output, count in
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(room)
                status = inflate(stream, Z_NO_FLUSH)
                count = room - Int(stream.pointee.avail_out)
            }
            consumed += rest.count - Int(stream.pointee.avail_in)
            return bytes
        }
        outputWasFull = status == Z_OK && stream.pointee.avail_out == 0
        switch status {
        case Z_OK: return bytes
        case Z_STREAM_END:
            isComplete = true
            return bytes
        // Nothing was left to read, or no room to write.
        case Z_BUF_ERROR: return bytes
        default: return nil
        }
    }
}
