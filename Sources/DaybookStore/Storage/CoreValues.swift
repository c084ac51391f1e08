import DaybookCore
import Postgres

extension Identifier: PostgresRepresentable {
    @inlinable public var postgresValue: PostgresUUID { PostgresUUID(high: high, low: low) }
    @inlinable public init?(postgresValue: PostgresUUID) { self.init(high: postgresValue.high, low: postgresValue.low) }
}

extension Instant: PostgresRepresentable {
    /// An instant beyond the range is sent as one that PostgreSQL refuses, so nothing traps here.
    @inlinable public var postgresValue: PostgresTimestamp {
        let (microseconds, isBeyond) = milliseconds.multipliedReportingOverflow(by: 1000)
        return PostgresTimestamp(microseconds: isBeyond ? milliseconds < 0 ? .min + 1 : .max - 1 : microseconds)
    }
    @inlinable public init?(postgresValue: PostgresTimestamp) {
        // Rounded down, before 1970 too.
        let (quotient, remainder) = postgresValue.microseconds.quotientAndRemainder(dividingBy: 1000)
        self.init(milliseconds: remainder < 0 ? quotient - 1 : quotient)
    }
}

extension CalendarDate: PostgresRepresentable {
    @inlinable public var postgresValue: PostgresDate { PostgresDate(days: dayNumber) }
    @inlinable public init?(postgresValue: PostgresDate) { self.init(dayNumber: Int(postgresValue.days)) }
}

// Columns of enumerated types hold the protocol's words.

extension TaskState: PostgresReadInPlace {
    public static func read(_ bytes: Span<UInt8>, type: UInt32) -> TaskState? { TaskState(utf8: bytes) }
}

extension Region: PostgresReadInPlace {
    public static func read(_ bytes: Span<UInt8>, type: UInt32) -> Region? { Region(utf8: bytes) }
}

extension Bucket: PostgresReadInPlace {
    public static func read(_ bytes: Span<UInt8>, type: UInt32) -> Bucket? { Bucket(utf8: bytes) }
}
