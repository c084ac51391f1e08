import CZstd

/// Packs blocks, each by itself, with the memory for it kept from one to the next.
final class BlockPacking {
    /// zstd's own choice between time and size.
    static let level: Int32 = 3

    private let context = ZSTD_createCCtx()

    deinit { ZSTD_freeCCtx(context) }

    func pack(_ block: [UInt8]) -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(block.count))
        let count = ZSTD_compressCCtx(context, &packed, packed.count, block, block.count, Self.level)
        precondition(ZSTD_isError(count) == 0, "a block that fits its bound is always packed")
        packed.removeLast(packed.count - count)
        return packed
    }
}

final class BlockUnpacking {
    private let context = ZSTD_createDCtx()
    private var room = [UInt8](repeating: 0, count: BackupFrame.blockSize)

    deinit { ZSTD_freeDCtx(context) }

    /// Nil where it was not packed by us, or holds more than a block.
    func unpack(_ packed: [UInt8]) -> [UInt8]? {
        let count = ZSTD_decompressDCtx(context, &room, room.count, packed, packed.count)
        return ZSTD_isError(count) == 0 ? Array(room[..<count]) : nil
    }
}
