import Foundation

/// Places whose day is not about to end. What a test calls today stays today while it runs, at whatever time it begins.
enum Daylight {
    /// Where it is about noon now.
    static let zone = noon(at: .now)

    /// Two places of which one has the date that follows the other's, for two hours and more. Whoever moves from here
    /// to there leaves the end of a day behind at once.
    static func acrossAMidnight(at now: Date = .now) -> (here: String, there: String) {
        hour(of: now) < 10 ? (zone(east: -12), noon(at: now)) : (noon(at: now), zone(east: 14))
    }

    /// On the date that it is in UTC.
    private static func noon(at now: Date) -> String { zone(east: 12 - hour(of: now)) }

    private static func hour(of now: Date) -> Int { Int(now.timeIntervalSince1970) / 3600 % 24 }

    /// The database counts the hours towards the west.
    private static func zone(east hours: Int) -> String {
        hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }
}
