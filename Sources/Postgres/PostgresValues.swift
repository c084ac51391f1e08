/// A type of another module that PostgreSQL sees as one of ours: say how to go there and back, and it can be bound and
/// read.
public protocol PostgresRepresentable: PostgresEncodable, PostgresDecodable {
    associatedtype PostgresValue: PostgresEncodable, PostgresDecodable

    var postgresValue: PostgresValue { get }
    /// Nil if the stored value is not one of this type.
    init?(postgresValue: PostgresValue)
}

extension PostgresRepresentable {
    @inlinable public static var postgresType: PostgresType { PostgresValue.postgresType }
    @inlinable public static var postgresParameterType: UInt32 { PostgresValue.postgresParameterType }
    @inlinable public static var postgresIsBinary: Bool { PostgresValue.postgresIsBinary }

    @inlinable
    public func encode(into bytes: inout ParameterBytes) { postgresValue.encode(into: &bytes) }

    @inlinable
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Self? {
        PostgresValue.decode(bytes, type: type).flatMap(Self.init(postgresValue:))
    }
}

extension PostgresRepresentable where Self: RawRepresentable, RawValue == PostgresValue {
    @inlinable public var postgresValue: RawValue { rawValue }
    @inlinable public init?(postgresValue: RawValue) { self.init(rawValue: postgresValue) }
}

/// A type of another module that is read from a column's bytes where they lie, without a copy of them.
public protocol PostgresReadInPlace: PostgresDecodable {
    /// Nil if the type or the bytes do not fit.
    static func read(_ bytes: Span<UInt8>, type: UInt32) -> Self?
}

extension PostgresReadInPlace {
    @inlinable
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Self? {
        bytes.withMemoryRebound(to: UInt8.self) { read($0.span, type: type) }
    }
}

/// The sixteen bytes of a UUID as two numbers.
public struct PostgresUUID: Hashable, Sendable, PostgresEncodable, PostgresDecodable {
    public var high: UInt64
    public var low: UInt64

    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public static var postgresType: PostgresType { .uuid }

    public func encode(into bytes: inout ParameterBytes) {
        bytes.append(high)
        bytes.append(low)
    }

    @inlinable
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> PostgresUUID? {
        guard type == 2950, bytes.count == 16 else { return nil }
        return PostgresUUID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}

/// An instant (`timestamptz`), in microseconds since 1970.
public struct PostgresTimestamp: Hashable, Comparable, Sendable, PostgresEncodable, PostgresDecodable {
    public var microseconds: Int64

    @inlinable
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// PostgreSQL counts from 2000-01-01, 10,957 days later.
    @usableFromInline static let epoch: Int64 = 10_957 * 86_400 * 1_000_000

    public static var postgresType: PostgresType { .timestamptz }

    public func encode(into bytes: inout ParameterBytes) {
        bytes.append(microseconds.subtractingReportingOverflow(Self.epoch).partialValue)
    }

    @inlinable
    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> PostgresTimestamp? {
        guard type == 1184 || type == 1114, let value = bytes.integer(Int64.self) else { return nil }
        let (sum, overflow) = value.addingReportingOverflow(epoch)
        return overflow ? nil : PostgresTimestamp(microseconds: sum)
    }

    public static func < (left: PostgresTimestamp, right: PostgresTimestamp) -> Bool {
        left.microseconds < right.microseconds
    }
}

/// A calendar day (`date`), in days since 1970-01-01.
public struct PostgresDate: Hashable, Comparable, Sendable, PostgresEncodable, PostgresDecodable {
    public var days: Int32

    @inlinable
    public init(days: Int32) { self.days = days }

    public static var postgresType: PostgresType { .date }

    public func encode(into bytes: inout ParameterBytes) {
        bytes.append(days.subtractingReportingOverflow(10_957).partialValue)
    }

    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> PostgresDate? {
        guard type == 1082, let value = bytes.integer(Int32.self) else { return nil }
        let (sum, overflow) = value.addingReportingOverflow(10_957)
        return overflow ? nil : PostgresDate(days: sum)
    }

    public static func < (left: PostgresDate, right: PostgresDate) -> Bool { left.days < right.days }
}

/// A JSON document as the bytes it is written in (`jsonb`; `json` can be read, too).
public struct PostgresJSON: Hashable, Sendable, PostgresEncodable, PostgresDecodable {
    public var bytes: [UInt8]

    public init(bytes: [UInt8]) { self.bytes = bytes }

    public static var postgresType: PostgresType { .jsonb }

    public func encode(into bytes: inout ParameterBytes) {
        bytes.append(1 as UInt8)
        bytes.append(self.bytes)
    }

    public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> PostgresJSON? {
        switch type {
        case PostgresType.json.oid: PostgresJSON(bytes: Array(bytes))
        case PostgresType.jsonb.oid where bytes.first == 1: PostgresJSON(bytes: Array(bytes.dropFirst()))
        default: nil
        }
    }
}
