import CZstd

/// Writes Zstandard (RFC 8878) piece by piece.
///
/// `@unchecked Sendable` is safe because one request's task alone holds it and uses it in order.
final class Zstd: ContentCoder, @unchecked Sendable {
    /// The window and as much again for its tables.
    static let memory = 1 << 20
    private let context: OpaquePointer

    init?() {
        guard let context = ZSTD_createCCtx() else { return nil }
        self.context = context
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 3)
        // Half a megabyte: clients need not hold more than 8 (RFC 9659), and an answer is rarely longer than this.
        ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 19)
    }

    deinit { ZSTD_freeCCtx(context) }

    func add(_ bytes: ArraySlice<UInt8>, last: Bool, to coded: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { input in
            var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
            var left = 0
            repeat {
                let room = 16_384
                coded.append(
                    contentsOf: [UInt8](unsafeUninitializedCapacity: room) { output, count in
                        var target = ZSTD_outBuffer(dst: output.baseAddress, size: room, pos: 0)
                        left = ZSTD_compressStream2(context, &target, &source, last ? ZSTD_e_end : ZSTD_e_continue)
                        count = target.pos
                    })
                precondition(ZSTD_isError(left) == 0, "a coder that is used in order does not fail")
            } while source.pos < source.size || (last && left > 0)
        }
    }
}

/// Reads Zstandard (RFC 8878) piece by piece.
///
/// `@unchecked Sendable` is safe because one request's task alone holds it and uses it in order.
final class Unzstd: ContentDecoder, @unchecked Sendable {
    private let context: OpaquePointer
    private var input: [UInt8] = []
    private var consumed = 0
    private(set) var isComplete = false
    /// zstd may hold back what there was no room for.
    private var outputWasFull = false

    init?() {
        guard let context = ZSTD_createDCtx() else { return nil }
        self.context = context
        // A frame may ask for a window of gigabytes; 8 MiB is what must be taken (RFC 9659).
        ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 23)
    }

    deinit { ZSTD_freeDCtx(context) }

    var needsInput: Bool { consumed == input.count && !outputWasFull }

    func feed(_ bytes: [UInt8]) {
        input = bytes
        consumed = 0
    }

    func next(room: Int) -> [UInt8]? {
        var expected = 0
        let bytes = input.withUnsafeBufferPointer { input in
            var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: consumed)
            let bytes = [UInt8](unsafeUninitializedCapacity: room) { output, count in
                var target = ZSTD_outBuffer(dst: output.baseAddress, size: room, pos: 0)
                expected = ZSTD_decompressStream(context, &target, &source)
                count = target.pos
            }
            consumed = source.pos
            return bytes
        }
        guard ZSTD_isError(expected) == 0 else { return nil }
        // Nothing is expected any more where a frame is over and all of it was handed out.
        isComplete = expected == 0
        outputWasFull = !isComplete && bytes.count == room
        return bytes
    }
}
