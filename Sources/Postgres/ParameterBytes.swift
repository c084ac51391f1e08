/// The buffer in which all values of a statement encode themselves.
public struct ParameterBytes: Sendable {
    private(set) var bytes: ContiguousArray<UInt8> = []
    var isNull = false
    /// PostgreSQL's text cannot hold U+0000, and cutting it off silently would be a lie.
    private(set) var hasNullCharacter = false

    var count: Int { bytes.count }

    mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

    /// The value is NULL; nothing else is written for it.
    public mutating func appendNull() { isNull = true }

    /// In network byte order, as PostgreSQL's binary formats want it.
    public mutating func append<Integer: FixedWidthInteger>(_ integer: Integer) {
        withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
    }

    public mutating func append(_ raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }

    /// Text that PostgreSQL will read as text.
    public mutating func append(text: String) {
        let start = bytes.count
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
        if bytes[start...].contains(0) { hasNullCharacter = true }
    }

    mutating func append(_ other: ParameterBytes) {
        bytes.append(contentsOf: other.bytes)
        hasNullCharacter = hasNullCharacter || other.hasNullCharacter
    }

    /// Leaves room for a length that is known only once what follows is written.
    mutating func reserveLength() -> Int {
        append(Int32(0))
        return bytes.count
    }

    /// Fills in the length of what was written since; NULL is -1.
    mutating func fillLength(from start: Int) {
        let length = isNull ? -1 : Int32(clamping: bytes.count - start)
        isNull = false
        withUnsafeBytes(of: length.bigEndian) { raw in
            for (offset, byte) in raw.enumerated() { bytes[start - 4 + offset] = byte }
        }
    }

    mutating func overwrite(_ integer: Int32, at position: Int) {
        withUnsafeBytes(of: integer.bigEndian) { raw in
            for (offset, byte) in raw.enumerated() { bytes[position + offset] = byte }
        }
    }
}
