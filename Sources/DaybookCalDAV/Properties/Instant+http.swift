import DaybookCore

extension Instant {
    /// As HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
    var httpDate: String {
        let date = utcDate
        let time = Int(milliseconds / 1_000 - Int64(date.dayNumber) * 86_400)
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = "\(two(time / 3_600)):\(two(time / 60 % 60)):\(two(time % 60))"
        return
            "\(days[date.weekday - 1]), \(two(Int(date.day))) \(months[Int(date.month) - 1]) \(date.year) \(clock) GMT"
    }
}
