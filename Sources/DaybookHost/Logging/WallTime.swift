import Glibc

/// The time of day in UTC, to the microsecond.
public struct WallTime: Sendable {
    public let microseconds: Int64

    /// Since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    public static func now() -> WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// As RFC 3339 says, `2026-02-11T15:30:00.123456Z`.
    func put(into bytes: inout [UInt8]) {
        var seconds = time_t(microseconds / 1_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        put(Int(parts.tm_year) + 1900, digits: 4, into: &bytes)
        for (separator, number) in [
            (UInt8(ascii: "-"), parts.tm_mon + 1), (UInt8(ascii: "-"), parts.tm_mday),
            (UInt8(ascii: "T"), parts.tm_hour),
            (UInt8(ascii: ":"), parts.tm_min), (UInt8(ascii: ":"), parts.tm_sec),
        ] {
            bytes.append(separator)
            put(Int(number), digits: 2, into: &bytes)
        }
        bytes.append(UInt8(ascii: "."))
        put(Int(microseconds % 1_000_000), digits: 6, into: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }

    private func put(_ number: Int, digits: Int, into bytes: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}
