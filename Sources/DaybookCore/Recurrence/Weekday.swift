/// A day of the week, numbered as ISO 8601 does: 1 is Monday, 7 is Sunday.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
    /// The first, as in ISO 8601.
    case monday = 1
    /// Those that follow, each one greater than the one before.
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The two letters of RFC 5545.
    package var code: String {
        switch self {
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        case .sunday: "SU"
        }
    }

    package init?(code: String) {
        guard let day = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = day
    }
}
