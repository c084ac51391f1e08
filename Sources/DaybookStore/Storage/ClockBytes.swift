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

    package init?(stored bytes: some RandomAccessCollection<UInt8>) {
        guard bytes.count == Self.storedLength else { return nil }
        func word(_ first: Int, _ count: Int) -> UInt64 {
            bytes.dropFirst(first).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(
            milliseconds: Int64(bitPattern: word(0, 8) ^ Self.sign), counter: UInt16(word(8, 2)),
            device: Identifier(high: word(10, 8), low: word(18, 8)))
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

extension FieldClocks {
    private static var entryLength: Int { HybridTime.storedLength + 4 }

    package var stored: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * Self.entryLength)
        for entry in entries {
            entry.clock.append(to: &bytes)
            bytes.append(bigEndian: entry.fields)
        }
        return bytes
    }

    package init?(stored bytes: [UInt8]) {
        guard bytes.count % Self.entryLength == 0 else { return nil }
        var entries: [Entry] = []
        for start in stride(from: 0, to: bytes.count, by: Self.entryLength) {
            let middle = start + HybridTime.storedLength
            guard let clock = HybridTime(stored: bytes[start..<middle]) else { return nil }
            let fields = bytes[middle..<start + Self.entryLength].reduce(0) { $0 << 8 | UInt32($1) }
            entries.append(Entry(clock: clock, fields: fields))
        }
        self.init(entries: entries)
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
