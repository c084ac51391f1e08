/// A value that can be read from a column.
public protocol PostgresDecodable: Sendable {
    /// The value of a column's bytes in their binary form, or nil if the type or the bytes do not fit.
    static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Self?

    /// The value that NULL stands for; nil if NULL is an error.
    static var decodedNull: Self? { get }

    /// An array of these.
    static func decode(array bytes: UnsafeRawBufferPointer, type: UInt32) -> [Self]?
}

extension PostgresDecodable {
    @inlinable public static var decodedNull: Self? { nil }

    public static func decode(array bytes: UnsafeRawBufferPointer, type: UInt32) -> [Self]? {
        var reader = BinaryReader(bytes)
        guard let dimensions = reader.int32(), reader.int32() != nil, let elementType = reader.int32() else {
            return nil
        }
        if dimensions == 0 { return [] }
        guard dimensions == 1, let count = reader.int32(), count >= 0, reader.int32() != nil else { return nil }
        var elements: [Self] = []
        // Each element takes four bytes at least, for its length, so the bytes limit what a wrong count reserves.
        elements.reserveCapacity(min(Int(count), bytes.count / 4))
        for _ in 0..<count {
            guard let length = reader.int32() else { return nil }
            if length < 0 {
                guard let null = decodedNull else { return nil }
                elements.append(null)
            } else {
                guard let raw = reader.bytes(Int(length)),
                    let element = decode(raw, type: UInt32(bitPattern: elementType))
                else { return nil }
                elements.append(element)
            }
        }
        return elements
    }
}

/// Reads big-endian fields off the front; nil where the bytes end too early.
struct BinaryReader {
    private var rest: UnsafeRawBufferPointer.SubSequence

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    mutating func int32() -> Int32? {
        guard let raw = bytes(4) else { return nil }
        return raw.integer(Int32.self)
    }

    mutating func int16() -> Int16? {
        guard let raw = bytes(2) else { return nil }
        return raw.integer(Int16.self)
    }

    mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, rest.count >= count else { return nil }
        let taken = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
        rest = rest.dropFirst(count)
        return taken
    }
}

extension UnsafeRawBufferPointer {
    /// The integer these bytes are, if they are exactly as many.
    @inlinable
    func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
        guard count == MemoryLayout<Integer>.size else { return nil }
        return Integer(bigEndian: loadUnaligned(as: Integer.self))
    }
}

extension Int64: PostgresDecodable {
    @inlinable
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Int64? {
        switch type {
        case 20: bytes.integer(Int64.self)
        case 23: bytes.integer(Int32.self).map(Int64.init)
        case 21: bytes.integer(Int16.self).map(Int64.init)
        case 26: bytes.integer(UInt32.self).map(Int64.init)
        case 1700: Numeric(bytes)?.integer
        default: nil
        }
    }
}

/// Integers of other sizes, where the value fits.
extension PostgresDecodable where Self: FixedWidthInteger {
    @inlinable
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Self? {
        Int64.decode(bytes, type: type).flatMap(Self.init(exactly:))
    }
}

extension Int: PostgresDecodable {}
extension Int32: PostgresDecodable {}
extension Int16: PostgresDecodable {}

/// Alone a small number; an array of bytes is `bytea`.
extension UInt8: PostgresDecodable {
    public static func decode(array bytes: UnsafeRawBufferPointer, type: UInt32) -> [UInt8]? {
        type == 17 ? Array(bytes) : nil
    }
}

extension Bool: PostgresDecodable {
    @inlinable
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Bool? {
        guard type == 16, bytes.count == 1 else { return nil }
        return bytes[0] != 0
    }
}

extension Double: PostgresDecodable {
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Double? {
        switch type {
        case 701: bytes.integer(UInt64.self).map(Double.init(bitPattern:))
        case 700: bytes.integer(UInt32.self).map { Double(Float(bitPattern: $0)) }
        case 1700: Numeric(bytes)?.double
        default: Int64.decode(bytes, type: type).map(Double.init)
        }
    }
}

extension Float: PostgresDecodable {
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Float? {
        type == 700 ? bytes.integer(UInt32.self).map(Float.init(bitPattern:)) : nil
    }
}

extension String: PostgresDecodable {
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> String? {
        if type == PostgresType.jsonb.oid {
            // A version byte comes before the document.
            guard bytes.first == 1 else { return nil }
            return String(decoding: bytes.dropFirst(), as: UTF8.self)
        }
        guard PostgresType.isText(type) else { return nil }
        // The connection's encoding is UTF-8, so nothing is repaired here.
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    @inlinable public static var decodedNull: Wrapped?? { .some(.none) }

    @inlinable
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Wrapped?? {
        guard let value = Wrapped.decode(bytes, type: type) else { return nil }
        return .some(.some(value))
    }
}

extension Array: PostgresDecodable where Element: PostgresDecodable {
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> [Element]? {
        Element.decode(array: bytes, type: type)
    }
}
