import Glibc

/// The `date` line of an answer (RFC 9110, 6.6.1), made once a second.
struct DateLine {
    private var second: time_t = -1
    private var cached: [UInt8] = []

    mutating func line() -> [UInt8] {
        let now = time(nil)
        if now != second {
            second = now
            cached = Self.line(at: now)
        }
        return cached
    }

    static func line(at instant: time_t) -> [UInt8] {
        var instant = instant
        var parts = tm()
        gmtime_r(&instant, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date =
            "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return Array("date: \(date) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT\r\n".utf8)
    }
}
