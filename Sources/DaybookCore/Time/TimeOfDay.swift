/// A time of day in minutes after midnight; text is `HH:MM`.
public struct TimeOfDay: Hashable, Comparable, Sendable {
    /// After midnight.
    public let minutes: Int16

    /// 00:00
    public static let midnight = TimeOfDay(unchecked: 0)

    private init(unchecked minutes: Int16) { self.minutes = minutes }

    /// Nil for what no clock shows.
    public init?(hour: Int, minute: Int) {
        guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
        minutes = Int16(hour * 60 + minute)
    }

    /// Reads `HH:MM`; nil for what is no time of day.
    public init?(_ text: String) {
        guard let read = text.withBytes({ TimeOfDay(utf8: $0) }) else { return nil }
        self = read
    }

    private init?(utf8 bytes: Span<UInt8>) {
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hour = decimal(bytes, 0, 2),
            let minute = decimal(bytes, 3, 2)
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    /// From 0 to 23.
    public var hour: Int { Int(minutes) / 60 }
    /// From 0 to 59.
    public var minute: Int { Int(minutes) % 60 }

    /// `HH:MM`
    public var text: String {
        var bytes = Array("00:00".utf8)
        bytes.setTwoDigits(hour, at: 0)
        bytes.setTwoDigits(minute, at: 3)
        return String(decoding: bytes, as: UTF8.self)
    }

    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}
