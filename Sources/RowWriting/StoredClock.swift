/// A clock where it lies in an answer, in the 26 bytes that `HybridTime` is stored in: they compare as clocks do.
struct StoredClock {
    static let length = 26
    /// With the fields that carry it, in the order of `FieldClocks`.
    static let entryLength = length + 4

    let bytes: UnsafeRawPointer

    @inline(__always)
    init(_ bytes: UnsafeRawPointer) { self.bytes = bytes }

    /// Nil where it is null. Anything of another length was never stored as a clock.
    @inline(__always)
    init?(_ cell: UnsafeRawBufferPointer) {
        guard cell.count == Self.length, let bytes = cell.baseAddress else { return nil }
        self.bytes = bytes
    }

    /// Turned, so that times before 1970 sort before later ones.
    @inline(__always)
    private var time: UInt64 { UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) }

    @inline(__always)
    var milliseconds: Int64 { Int64(bitPattern: time ^ 1 << 63) }

    /// Of an entry.
    @inline(__always)
    var fields: UInt32 { UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: Self.length, as: UInt32.self)) }

    @inline(__always)
    static func < (left: StoredClock, right: StoredClock) -> Bool {
        if left.time != right.time { return left.time < right.time }
        return left.isLess(than: right)
    }

    /// Of the same time: its counter and its device decide.
    private func isLess(than other: StoredClock) -> Bool {
        for offset in 8..<Self.length {
            let (mine, theirs) = (
                bytes.load(fromByteOffset: offset, as: UInt8.self),
                other.bytes.load(fromByteOffset: offset, as: UInt8.self)
            )
            if mine != theirs { return mine < theirs }
        }
        return false
    }
}
