import DaybookCore

/// Clocks as they are stored: 26 bytes that compare byte by byte as clocks do, and with the fields that carry it 30.
extension HybridTime {
    static let storedLength = 26

    package var stored: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.storedLength)
        append(to: &bytes)
        return bytes
    }

    package init?(stored bytes: [UInt8]) {
        guard bytes.count == Self.storedLength else { return nil }
        self.init(bytes, from: 0)
    }

    /// From a place behind which there are enough.
    fileprivate init(_ bytes: [UInt8], from start: Int) {
        self.init(
            milliseconds: Int64(bitPattern: bytes.bigEndian(start, 8) ^ Self.sign),
            counter: UInt16(truncatingIfNeeded: bytes.bigEndian(start + 8, 2)),
            device: Identifier(high: bytes.bigEndian(start + 10, 8), low: bytes.bigEndian(start + 18, 8)))
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

    package init?(stored bytes: [UInt8]) {
        guard let entries = [ClockEntry](stored: bytes) else { return nil }
        self.init(entries: entries)
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

    fileprivate init?(stored bytes: [UInt8]) {
        guard bytes.count % Self.entryLength == 0 else { return nil }
        self = []
        reserveCapacity(bytes.count / Self.entryLength)
        for start in stride(from: 0, to: bytes.count, by: Self.entryLength) {
            let fields = UInt32(truncatingIfNeeded: bytes.bigEndian(start + HybridTime.storedLength, 4))
            append(ClockEntry(clock: HybridTime(bytes, from: start), fields: fields))
        }
    }
}

extension [UInt8] {
    /// A number of some bytes, the first being the greatest.
    fileprivate func bigEndian(_ start: Int, _ count: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in start..<start + count { word = word << 8 | UInt64(self[index]) }
        return word
    }

    fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
