/// The buffer in which one reactor writes an answer before it goes to the kernel; used from the first byte to the
/// `send`, then begun anew, so one serves all connections.
///
/// The pointer never leaves the reactor's thread and never outlives the buffer.
final class OutputBuffer {
    private(set) var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    static let usualCapacity = 64 << 10

    init() {
        capacity = Self.usualCapacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Forgets the content, and the room it took if an unusual answer needed much.
    func clear() {
        count = 0
        guard capacity > Self.usualCapacity else { return }
        start.deallocate()
        capacity = Self.usualCapacity
        start = .allocate(capacity: capacity)
    }

    @inline(__always)
    func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    private func grow(_ more: Int) {
        let larger = max(2 * capacity, count + more)
        let replacement = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        replacement.update(from: start, count: count)
        start.deallocate()
        start = replacement
        capacity = larger
    }

    @inline(__always)
    func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        (start + count).update(from: text.utf8Start, count: length)
        count += length
    }

    func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            (start + count).update(from: base, count: source.count)
        }
        count += bytes.count
    }

    func append(text: String) {
        reserve(text.utf8.count)
        for byte in text.utf8 {
            start[count] = byte
            count += 1
        }
    }

    /// In decimal digits.
    func append(_ number: Int) {
        reserve(20)
        var digits = 1
        var rest = number / 10
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        rest = number
        var position = count + digits
        count = position
        repeat {
            position -= 1
            start[position] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
    }

    /// In hexadecimal digits.
    func append(hexadecimal number: Int) {
        reserve(16)
        var shift = max(0, (Int.bitWidth - number.leadingZeroBitCount - 1) / 4 * 4)
        while shift >= 0 {
            let digit = UInt8(truncatingIfNeeded: number >> shift & 0xF)
            start[count] = digit < 10 ? 0x30 + digit : 0x57 + digit
            count += 1
            shift -= 4
        }
    }
}
