import DaybookCore
import Postgres

/// Clocks as they are stored: 26 bytes that compare byte by byte as clocks do, and with the fields that carry it 30.
extension HybridTime {
    static let storedLength = 26

    package var stored: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.storedLength)
        append(to: &bytes)
        return bytes
    }

    fileprivate init?(stored bytes: Span<UInt8>) {
        guard bytes.count == Self.storedLength else { return nil }
        self.init(bytes, from: 0)
    }

    /// From a place behind which there are enough.
    fileprivate init(_ bytes: Span<UInt8>, from start: Int) {
        self.init(
            milliseconds: Int64(bitPattern: bytes.word(start, UInt64.self) ^ Self.sign),
            counter: bytes.word(start + 8, UInt16.self),
            device: Identifier(high: bytes.word(start + 10, UInt64.self), low: bytes.word(start + 18, UInt64.self)))
    }

    /// Turned, so that times before 1970 sort before later ones.
    private static let sign: UInt64 = 1 << 63

    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: UInt64(bitPattern: milliseconds) ^ Self.sign)
        bytes.append(bigEndian: counter)
        bytes.append(bigEndian: device.high)
        bytes.append(bigEndian: device.low)
    }
}

/// The work is done on entries, which are the same for all kinds of rows: rows are read in another target, where
/// generic code of this one stays generic.
extension FieldClocks {
    package var stored: [UInt8] { entries.stored }
}

// Pages have hundreds of rows, and rows several clocks: they are read where the answer lies.

extension HybridTime: PostgresReadInPlace {
    package static func read(_ bytes: Span<UInt8>, type: UInt32) -> HybridTime? {
        type == PostgresType.bytea.oid ? HybridTime(stored: bytes) : nil
    }
}

extension FieldClocks: PostgresReadInPlace {
    package static func read(_ bytes: Span<UInt8>, type: UInt32) -> FieldClocks? {
        guard type == PostgresType.bytea.oid, let entries = [ClockEntry](stored: bytes) else { return nil }
        return FieldClocks(entries: entries)
    }
}

extension [ClockEntry] {
    private static var entryLength: Int { HybridTime.storedLength + 4 }

    fileprivate var stored: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * Self.entryLength)
        for entry in self {
            entry.clock.append(to: &bytes)
            bytes.append(bigEndian: entry.fields)
        }
        return bytes
    }

    fileprivate init?(stored bytes: Span<UInt8>) {
        guard bytes.count % Self.entryLength == 0 else { return nil }
        self = []
        reserveCapacity(bytes.count / Self.entryLength)
        for start in stride(from: 0, to: bytes.count, by: Self.entryLength) {
            let fields = bytes.word(start + HybridTime.storedLength, UInt32.self)
            append(ClockEntry(clock: HybridTime(bytes, from: start), fields: fields))
        }
    }
}

extension Span<UInt8> {
    /// A number, the first byte being the greatest.
    @inline(__always)
    fileprivate func word<Word: FixedWidthInteger>(_ start: Int, _ type: Word.Type) -> Word {
        var word: Word = 0
        for index in start..<start + MemoryLayout<Word>.size { word = word << 8 | Word(self[index]) }
        return word
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
