/// A value that can be bound to a statement.
public protocol PostgresEncodable: Sendable {
    /// The type the value is declared as.
    static var postgresType: PostgresType { get }
    /// The type that a parameter is declared as; 0 lets PostgreSQL infer it from the parameter's place.
    static var postgresParameterType: UInt32 { get }
    /// Whether ``encode(into:)`` writes the binary form. Text is for types whose parameter type is inferred.
    static var postgresIsBinary: Bool { get }
    /// The type an array of these is declared as.
    static var postgresTypeOfArray: PostgresType { get }

    /// Appends the value's bytes, or says that it is NULL.
    func encode(into bytes: inout ParameterBytes)

    /// Appends an array of these.
    static func encode(array: [Self], into bytes: inout ParameterBytes)
}

extension PostgresEncodable {
    @inlinable public static var postgresParameterType: UInt32 { postgresType.oid }
    @inlinable public static var postgresIsBinary: Bool { true }
    public static var postgresTypeOfArray: PostgresType { PostgresType(oid: postgresType.array, array: 0) }

    public static func encode(array: [Self], into bytes: inout ParameterBytes) {
        encode(eachOf: array, \.self, into: &bytes)
    }

    /// Appends an array of what is made of each of these. Rows are large, so each is looked at where it lies.
    static func encode<Row>(eachOf rows: [Row], _ value: (Row) -> Self, into bytes: inout ParameterBytes) {
        // Dimensions, whether there are NULLs, the element type, then length and lower bound of the one dimension.
        bytes.append(Int32(rows.isEmpty ? 0 : 1))
        let nullFlag = bytes.count
        bytes.append(Int32(0))
        bytes.append(postgresType.oid)
        guard !rows.isEmpty else { return }
        bytes.append(Int32(clamping: rows.count))
        bytes.append(Int32(1))
        var hasNull = false
        rows.withUnsafeBufferPointer { rows in
            for place in rows.indices {
                let start = bytes.reserveLength()
                value(rows[place]).encode(into: &bytes)
                hasNull = hasNull || bytes.isNull
                bytes.fillLength(from: start)
            }
        }
        if hasNull { bytes.overwrite(1, at: nullFlag) }
    }
}

extension Int: PostgresEncodable {
    public static var postgresType: PostgresType { .int8 }
    public func encode(into bytes: inout ParameterBytes) { bytes.append(Int64(self)) }
}

extension Int64: PostgresEncodable {
    public static var postgresType: PostgresType { .int8 }
    public func encode(into bytes: inout ParameterBytes) { bytes.append(self) }
}

extension Int32: PostgresEncodable {
    public static var postgresType: PostgresType { .int4 }
    public func encode(into bytes: inout ParameterBytes) { bytes.append(self) }
}

extension Int16: PostgresEncodable {
    public static var postgresType: PostgresType { .int2 }
    public func encode(into bytes: inout ParameterBytes) { bytes.append(self) }
}

/// Alone a small number; an array of bytes is `bytea`.
extension UInt8: PostgresEncodable {
    public static var postgresType: PostgresType { .int2 }
    public static var postgresTypeOfArray: PostgresType { .bytea }
    public func encode(into bytes: inout ParameterBytes) { bytes.append(Int16(self)) }
    public static func encode(array: [UInt8], into bytes: inout ParameterBytes) { bytes.append(array) }
}

extension Bool: PostgresEncodable {
    public static var postgresType: PostgresType { .bool }
    public func encode(into bytes: inout ParameterBytes) { bytes.append(self ? 1 : 0 as UInt8) }
}

extension Double: PostgresEncodable {
    public static var postgresType: PostgresType { .float8 }
    public func encode(into bytes: inout ParameterBytes) { bytes.append(bitPattern) }
}

extension Float: PostgresEncodable {
    public static var postgresType: PostgresType { .float4 }
    public func encode(into bytes: inout ParameterBytes) { bytes.append(bitPattern) }
}

/// Declared as unknown, so that a string can stand for an enum, a date or a JSON document as a literal could.
extension String: PostgresEncodable {
    public static var postgresType: PostgresType { .text }
    public static var postgresParameterType: UInt32 { 0 }
    public static var postgresIsBinary: Bool { false }
    public func encode(into bytes: inout ParameterBytes) { bytes.append(text: self) }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    public static var postgresType: PostgresType { Wrapped.postgresType }
    public static var postgresParameterType: UInt32 { Wrapped.postgresParameterType }
    public static var postgresIsBinary: Bool { Wrapped.postgresIsBinary }

    public func encode(into bytes: inout ParameterBytes) {
        switch self {
        case .some(let value): value.encode(into: &bytes)
        case .none: bytes.appendNull()
        }
    }
}

extension Array: PostgresEncodable where Element: PostgresEncodable {
    public static var postgresType: PostgresType { Element.postgresTypeOfArray }
    public func encode(into bytes: inout ParameterBytes) { Element.encode(array: self, into: &bytes) }
}
