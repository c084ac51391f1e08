import DaybookCore
import Foundation

/// Days, weeks and months by Foundation's calendar, for comparing: what requirements say of days in words, and nothing
/// of the product's own reckoning.
///
/// A date begins when the account's clock shows its day start, and one that has begun is not taken back when the clock
/// is.
struct Almanac {
    private var calendar = Calendar(identifier: .gregorian)
    private let dayStart: Int
    private let zone: TimeZone

    /// - Parameters:
    ///   - dayStart: minutes after midnight.
    ///   - firstWeekday: 1 is Monday.
    init(_ zone: String, dayStart: Int, firstWeekday: Int) {
        self.zone = TimeZone(identifier: zone) ?? .gmt
        self.dayStart = dayStart
        calendar.timeZone = .gmt
        calendar.firstWeekday = firstWeekday % 7 + 1
    }

    /// Midnight in Greenwich of the date that an instant belongs to.
    func date(_ instant: Instant) -> Date {
        // No clock of these years was set back by more than three hours.
        let shown = (0...12).map { midnight(Double(instant.milliseconds) / 1000 - Double($0) * 900) }
        return shown.max() ?? .distantPast
    }

    private func midnight(_ second: Double) -> Date {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: second))
        return calendar.startOfDay(for: Date(timeIntervalSince1970: second + Double(offset - dayStart * 60)))
    }

    /// What the wall clock shows.
    func hour(_ instant: Instant) -> Int {
        let second = Double(instant.milliseconds) / 1000
        var local = calendar
        local.timeZone = zone
        return local.component(.hour, from: Date(timeIntervalSince1970: second))
    }

    /// 1 is Monday.
    func weekday(_ date: Date) -> Int { (calendar.component(.weekday, from: date) + 5) % 7 + 1 }

    func week(of date: Date) -> DateInterval { calendar.dateInterval(of: .weekOfYear, for: date) ?? DateInterval() }
    func month(of date: Date) -> DateInterval { calendar.dateInterval(of: .month, for: date) ?? DateInterval() }
    func adding(days: Int, to date: Date) -> Date { calendar.date(byAdding: .day, value: days, to: date) ?? date }

    func text(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }
}

extension DateInterval {
    /// An interval ends before its end.
    func holds(_ date: Date) -> Bool { date >= start && date < end }
}
