import DAV
import DaybookCore

/// Room in which rows are written before a document takes them. Whoever writes a row makes sure of its room first, so
/// that nothing is asked byte by byte.
///
/// What it writes are the forms of `JSONWriter`, from the bytes that PostgreSQL answered. Its memory is its own, nobody
/// else sees where in it the next byte goes, and a row that took more than was made sure of ends the process.
struct RowSheet: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private var end: UnsafeMutablePointer<UInt8>
    /// Instants and dates of a page are often of one day.
    private var lastDay = Int.min
    private var lastDate = SIMD16<UInt8>()
    private var lastBasicDate = SIMD8<UInt8>()

    init(capacity: Int) {
        start = .allocate(capacity: capacity)
        self.capacity = capacity
        end = start
    }

    deinit { start.deallocate() }

    var isEmpty: Bool { end == start }

    func hasRoom(for bytes: Int) -> Bool {
        precondition(end - start <= capacity, "a row took more than was made sure of")
        return bytes <= capacity - (end - start)
    }

    /// Ends the process rather than going on where a row took more than was counted for it.
    func endRow() { precondition(hasRoom(for: 0), "a row took more room than was counted for it") }

    /// Gives what was written to a document, and begins anew.
    mutating func turn(into json: inout JSONWriter) {
        guard !isEmpty else { return }
        turn { bytes in bytes.withUnsafeBufferPointer { json.alreadyJSON(Array($0)) } }
    }

    mutating func turn(_ take: (Span<UInt8>) -> Void) {
        precondition(end - start <= capacity, "a row took more than was made sure of")
        take(UnsafeBufferPointer(start: start, count: end - start).span)
        end = start
    }

    // MARK: Bytes

    @inline(__always)
    mutating func byte(_ byte: UInt8) {
        end.pointee = byte
        end += 1
    }

    @inline(__always)
    mutating func literal(_ text: StaticString) {
        end.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        end += text.utf8CodeUnitCount
    }

    @inline(__always)
    mutating func copy(_ bytes: UnsafeRawBufferPointer) {
        guard let address = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(end).copyMemory(from: address, byteCount: bytes.count)
        end += bytes.count
    }

    mutating func copy(_ bytes: [UInt8]) { bytes.withUnsafeBytes { copy($0) } }

    @inline(__always)
    mutating func store<Word>(_ word: Word, at place: Int) {
        UnsafeMutableRawPointer(end + place).storeBytes(of: word, as: Word.self)
    }

    // MARK: Values

    /// A text between quotes, with what has to be escaped. It may take six times its length and sixteen bytes more.
    mutating func text(_ bytes: UnsafeRawBufferPointer) {
        byte(0x22)
        var at = copy(bytes, from: 0, until: Self.escapedInJSON)
        while at < bytes.count {
            escape(bytes[at])
            at = copy(bytes, from: at + 1, until: Self.escapedInJSON)
        }
        byte(0x22)
    }

    @inline(__always)
    private static func escapedInJSON(_ letters: EightLetters) -> UInt64 {
        letters.below(0x20) | letters.equal(to: 0x22) | letters.equal(to: 0x5C)
    }

    /// Copies a text up to the first byte that is marked, and answers where that is. Most texts have none. What lies
    /// behind the end of what was copied, up to eight bytes, is written over by what comes next.
    @inline(__always)
    mutating func copy(
        _ bytes: UnsafeRawBufferPointer, from start: Int, until marks: (EightLetters) -> UInt64
    ) -> Int {
        guard let address = bytes.baseAddress else { return bytes.count }
        var at = start
        while at < bytes.count {
            let left = bytes.count - at
            let letters = left >= 8 ? EightLetters(address + at) : EightLetters(address + at, last: left)
            store(letters.word.littleEndian, at: 0)
            let marked = marks(letters)
            let plain = marked == 0 ? min(left, 8) : EightLetters.before(marked)
            end += plain
            at += plain
            if marked != 0 { break }
        }
        return at
    }

    private mutating func escape(_ value: UInt8) {
        byte(0x5C)
        switch value {
        case 0x08: byte(0x62)
        case 0x09: byte(0x74)
        case 0x0A: byte(0x6E)
        case 0x0C: byte(0x66)
        case 0x0D: byte(0x72)
        case ..<0x20:
            literal("u00")
            byte(0x30 + value >> 4)
            byte(value & 15 < 10 ? 0x30 + value & 15 : 0x57 + value & 15)
        default: byte(value)
        }
    }

    /// The text of a UUID, of its sixteen bytes.
    @inline(__always)
    mutating func identifier(_ bytes: UnsafeRawPointer) {
        let second = Self.hexadecimal(bytes, 4)
        let third = Self.hexadecimal(bytes, 8)
        store(Self.hexadecimal(bytes, 0), at: 0)
        store(second, at: 9)
        store(UInt32(truncatingIfNeeded: second >> 32), at: 14)
        store(third, at: 19)
        store(UInt32(truncatingIfNeeded: third >> 32), at: 24)
        store(Self.hexadecimal(bytes, 12), at: 28)
        end[8] = 0x2D
        end[13] = 0x2D
        end[18] = 0x2D
        end[23] = 0x2D
        end += 36
    }

    /// Four bytes as eight digits, in the order in which they are stored: each half byte is spread to a byte of its
    /// own, and those from 10 on become letters.
    @inline(__always)
    private static func hexadecimal(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        var digits = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return (digits + 0x3030_3030_3030_3030 + letters * 0x27).bigEndian
    }

    mutating func integer(_ value: Int64) {
        if value < 0 { byte(0x2D) }
        var rest = value.magnitude
        var length = 1
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        rest = value.magnitude
        for place in stride(from: length - 1, through: 0, by: -1) {
            end[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        end += length
    }

    @inline(__always)
    mutating func bool(_ value: Bool) { if value { literal("true") } else { literal("false") } }

    /// `2026-11-21`, of a day that the calendar has.
    @inline(__always)
    mutating func date(day: Int) {
        if day != lastDay { remember(day) }
        store(lastDate, at: 0)
        end += 10
    }

    private mutating func remember(_ day: Int) {
        let (year, month, dayOfMonth) = (CalendarDate(dayNumber: day) ?? .earliest).components
        lastDay = day
        for (place, digits) in [(0, year / 100), (2, year % 100), (5, month), (8, dayOfMonth)] {
            lastDate[place] = 0x30 + UInt8(truncatingIfNeeded: digits / 10)
            lastDate[place + 1] = 0x30 + UInt8(truncatingIfNeeded: digits % 10)
        }
        lastDate[4] = 0x2D
        lastDate[7] = 0x2D
        lastBasicDate = SIMD8(
            lastDate[0], lastDate[1], lastDate[2], lastDate[3], lastDate[5], lastDate[6], lastDate[8], lastDate[9])
    }

    /// `"2026-11-21T09:15:00.123Z"`, of milliseconds since 1970.
    @inline(__always)
    mutating func instant(_ milliseconds: Int64) {
        byte(0x22)
        bareInstant(milliseconds)
        byte(0x22)
    }

    private mutating func bareInstant(_ milliseconds: Int64) {
        let (day, rest) = Self.split(milliseconds)
        date(day: day)
        literal("T00:00:00.000Z")
        twoDigits(rest / 3_600_000, before: 13)
        twoDigits(rest / 60_000 % 60, before: 10)
        twoDigits(rest / 1000 % 60, before: 7)
        let fraction = rest % 1000
        (end - 4).pointee = 0x30 + UInt8(truncatingIfNeeded: fraction / 100)
        twoDigits(fraction % 100, before: 3)
    }

    /// The day of an instant, and its milliseconds of that day.
    @inline(__always)
    private static func split(_ milliseconds: Int64) -> (day: Int, rest: UInt32) {
        let bounded = min(max(milliseconds, Instant.earliest.milliseconds), Instant.latest.milliseconds)
        let length = Instant.dayLength
        let day = bounded >= 0 ? bounded / length : (bounded + 1) / length - 1
        return (Int(day), UInt32(truncatingIfNeeded: bounded - day * length))
    }

    /// `20261121`
    @inline(__always)
    mutating func basicDate(day: Int) {
        if day != lastDay { remember(day) }
        store(lastBasicDate, at: 0)
        end += 8
    }

    /// `20261121T091500Z`: iCalendar knows no part of a second.
    mutating func basicInstant(_ milliseconds: Int64) {
        let (day, rest) = Self.split(milliseconds)
        basicDate(day: day)
        literal("T000000Z")
        twoDigits(rest / 3_600_000, before: 7)
        twoDigits(rest / 60_000 % 60, before: 5)
        twoDigits(rest / 1000 % 60, before: 3)
    }

    @inline(__always)
    private mutating func twoDigits(_ value: UInt32, before place: Int) {
        (end - place).pointee = 0x30 + UInt8(truncatingIfNeeded: value / 10)
        (end - place + 1).pointee = 0x30 + UInt8(truncatingIfNeeded: value % 10)
    }

    /// `"2026-11-21T09:15:00.123Z+0000@DEVICE"`, of a clock as it is stored.
    mutating func clock(_ clock: StoredClock) {
        byte(0x22)
        bareInstant(clock.milliseconds)
        byte(0x2B)
        let counter = Self.hexadecimal(clock.bytes, 8)
        // Its two bytes are the first of these four.
        store(UInt32(truncatingIfNeeded: counter), at: 0)
        end += 4
        byte(0x40)
        identifier(clock.bytes + 10)
        byte(0x22)
    }
}
