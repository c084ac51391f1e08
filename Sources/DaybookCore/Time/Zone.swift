/// A time zone of the tz database with its offsets laid out as spans, so that asking for an offset is a binary search
/// and never a call into the calendar library.
///
/// Where the spans come from is told in `ZoneSource.swift`. Two zones are equal when their names are.
public struct Zone: Sendable {
    /// IANA name, as it was asked for.
    public let name: String
    let spans: ZoneSpans

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", spans: .utc)

    /// Nil when there is no such zone. Names like `GMT+5` are refused: POSIX, and so PostgreSQL, reads their sign the
    /// other way round.
    public init?(_ name: String) {
        guard Self.isName(name), let spans = ZoneSpans.named(name) else { return nil }
        self.init(name: name, spans: spans)
    }

    private init(name: String, spans: ZoneSpans) {
        self.name = name
        self.spans = spans
    }

    private static func isName(_ name: String) -> Bool {
        if name.utf8.starts(with: "Etc/".utf8) { return true }
        return !name.utf8.contains { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") }
            || name.utf8.contains(UInt8(ascii: "/"))
    }

    /// Seconds east of Greenwich at an instant.
    package func offset(at instant: Instant) -> Int {
        spans.offset(at: instant.milliseconds.flooredQuotient(by: 1000))
    }
}

extension Zone: Hashable {
    public static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Int64 {
    /// The quotient rounded towards minus infinity.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
