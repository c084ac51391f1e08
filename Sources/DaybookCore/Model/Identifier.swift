/// A UUID as a value of two words: no Foundation, no allocation, ordered byte by byte like its text.
///
/// Every task, list, device, account and operation has one. Text is the lower-case canonical form; upper case is
/// accepted.
public struct Identifier: Hashable, Comparable, Sendable {
    @usableFromInline package var high: UInt64
    @usableFromInline package var low: UInt64

    @inlinable package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// All zero: the identity of the server as the author of its own operations. It sorts before every device,
    /// so at equal time a device's change wins over the server's.
    package static let zero = Identifier(high: 0, low: 0)

    /// A random (version 4) identifier from an injected generator.
    public static func random(using generator: inout some RandomNumberGenerator) -> Identifier {
        Identifier(high: generator.next(), low: generator.next()).stamped(version: 4)
    }

    public static func < (left: Identifier, right: Identifier) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }

    /// The same bits with RFC 9562's version and variant written over them.
    fileprivate func stamped(version: UInt64) -> Identifier {
        Identifier(
            high: (high & 0xFFFF_FFFF_FFFF_0FFF) | (version << 12),
            low: (low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000)
    }
}

extension Identifier {
    /// An identifier that follows from others: the same parts give the same identifier on every machine and release.
    ///
    /// Servers and devices that reach the same conclusion (the next occurrence of a series, the rollover of a task on a
    /// day) thereby write the same operation, and the ledger keeps one of them. A version 8 UUID: 122 mixed bits, so a
    /// clash inside one account is out of the question by accident; it is no secret and no proof of authorship.
    package static func derived(_ purpose: Purpose, _ parts: UInt64...) -> Identifier {
        var mixing = Mixing(purpose)
        for part in parts { mixing.take(part) }
        return mixing.identifier
    }

    /// The same from a text too, of whatever length.
    package static func derived(_ purpose: Purpose, _ parts: UInt64..., from text: String) -> Identifier {
        var mixing = Mixing(purpose)
        for part in parts { mixing.take(part) }
        text.withBytes { mixing.take($0) }
        return mixing.identifier
    }

    /// What a derived identifier stands for; the numbers are kept for ever.
    package enum Purpose: UInt8, Sendable {
        case occurrence = 1
        case nextOccurrence = 2
        case rollover = 3
        case settlement = 4
        case cascade = 5
        case inboxMove = 6
        case revival = 7
        case undo = 8
        case rebalance = 9
        case request = 10
        case resolution = 11
        case restoration = 12
        case importedRow = 13
        case importedChange = 14
        case carriedFrom = 15
        case scheduledOccurrence = 16
        case beginning = 17
        case awaited = 18
        case listFound = 19
        case placing = 20
        case rolloverWithdrawn = 21
        case occurrenceWithdrawn = 22
        case occurrenceRetold = 23
        case waitingEnded = 24
        case retold = 25
        case deletionRetold = 26
        case untangling = 27
        case subtask = 28
        case subtaskWithdrawn = 29
        case telling = 30
        case actedOn = 31
        case toldChange = 32
        case calendarMark = 33
        case calendarPut = 34
    }
}

/// The mixing behind derived identifiers.
private struct Mixing {
    private var first: UInt64
    private var second: UInt64

    init(_ purpose: Identifier.Purpose) {
        first = 0x9E37_79B9_7F4A_7C15 &+ UInt64(purpose.rawValue)
        second = 0xC2B2_AE3D_27D4_EB4F ^ UInt64(purpose.rawValue) << 32
    }

    mutating func take(_ part: UInt64) {
        first = Self.mix(first ^ part) &+ second
        second = Self.mix(second &+ part &* 0xD6E8_FEB8_6659_FD93) ^ first
    }

    /// Eight bytes at a time, and the length last, so that no text continues another.
    mutating func take(_ bytes: Span<UInt8>) {
        var word: UInt64 = 0
        for index in 0..<bytes.count {
            word = word << 8 | UInt64(bytes[index])
            if index & 7 == 7 {
                take(word)
                word = 0
            }
        }
        take(word)
        take(UInt64(bytes.count))
    }

    var identifier: Identifier {
        Identifier(high: Self.mix(first), low: Self.mix(second ^ first)).stamped(version: 8)
    }

    /// The finalizer of SplitMix64: every input bit reaches every output bit.
    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension Identifier: CustomStringConvertible {
    /// Reads a UUID's text; nil for anything else.
    public init?(_ text: String) {
        guard let read = text.withBytes({ Identifier(utf8: $0) }) else { return nil }
        self = read
    }

    /// Reads the canonical 8-4-4-4-12 form, either case, and nothing else.
    package init?(utf8 bytes: Span<UInt8>) {
        guard bytes.count == 36 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for index in 0..<36 {
            let byte = bytes[index]
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = hexadecimalValue(of: byte) else { return nil }
            if digits < 16 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
            digits += 1
        }
        self.init(high: words.0, low: words.1)
    }

    package func append(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: "00000000-0000-0000-0000-000000000000".utf8)
        bytes.setHexadecimal(high >> 32, digits: 8, at: start)
        bytes.setHexadecimal(high >> 16, digits: 4, at: start + 9)
        bytes.setHexadecimal(high, digits: 4, at: start + 14)
        bytes.setHexadecimal(low >> 48, digits: 4, at: start + 19)
        bytes.setHexadecimal(low, digits: 12, at: start + 24)
    }

    /// The UUID's text, in small letters.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { text }
}

extension [UInt8] {
    /// The last digits of a number.
    @inline(__always)
    fileprivate mutating func setHexadecimal(_ value: UInt64, digits: Int, at start: Int) {
        for place in 0..<digits { self[start + place] = hexadecimalDigit(value >> UInt64((digits - 1 - place) * 4)) }
    }
}

func hexadecimalDigit(_ value: UInt64) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: value & 15)
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}

func hexadecimalValue(of byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
}
