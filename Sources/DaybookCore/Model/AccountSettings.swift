/// What an account decides for itself. The three apps differ here and nowhere else.
public struct AccountSettings: Hashable, Sendable {
    /// IANA name.
    public var timeZone = "UTC"
    /// 1 is Monday, 7 is Sunday.
    public var firstWeekday = 1
    /// When the account's day begins.
    public var dayStart = TimeOfDay.midnight
    public var rollover = Rollover.off
    public var regionLimits = RegionLimits()
    /// Complementary tasks of a region wait for its must-do.
    public var complementaryAfterMustDo = false
    /// Of the end-of-day review; nil is off.
    public var reviewTime = TimeOfDay(hour: 18, minute: 0)
    public var quickAdd = QuickAdd.inbox
    /// The scheme of deep links.
    public var linkScheme = "todoapp"
    public var clocks = FieldClocks<SettingsField>()
    public var unknown = UnknownFields()
    public var revision: Int64 = 0

    public init() {}

    public enum Rollover: UInt8, Hashable, Sendable, CaseIterable {
        case off, backlog
        public var name: String { self == .off ? "off" : "backlog" }
    }

    /// Where a captured title goes.
    public enum QuickAdd: UInt8, Hashable, Sendable, CaseIterable {
        case inbox, today
        public var name: String { self == .inbox ? "inbox" : "today" }
    }
}

/// How many open tasks of each bucket a region holds per day.
public struct RegionLimits: Hashable, Sendable {
    public var mustDo: Int
    public var complementary: Int
    public var misc: Int

    public init(mustDo: Int = 1, complementary: Int = 3, misc: Int = 5) {
        self.mustDo = mustDo
        self.complementary = complementary
        self.misc = misc
    }

    public subscript(bucket: Bucket) -> Int {
        switch bucket {
        case .mustDo: mustDo
        case .complementary: complementary
        case .misc: misc
        case .none: .max
        }
    }
}

public enum SettingsField: UInt8, FieldName {
    case timeZone = 0
    case firstWeekday = 1
    case dayStart = 2
    case rollover = 3
    case regionLimits = 4
    case complementaryAfterMustDo = 5
    case reviewTime = 6
    case quickAdd = 7
    case linkScheme = 8

    public var name: String {
        switch self {
        case .timeZone: "timeZone"
        case .firstWeekday: "firstWeekday"
        case .dayStart: "dayStart"
        case .rollover: "rollover"
        case .regionLimits: "regionLimits"
        case .complementaryAfterMustDo: "complementaryAfterMustDo"
        case .reviewTime: "reviewTime"
        case .quickAdd: "quickAdd"
        case .linkScheme: "linkScheme"
        }
    }

    public init?(name: String) {
        guard let field = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = field
    }
}

extension AccountSettings {
    /// The fields that make these settings into others, for one operation.
    public func changes(to other: AccountSettings) -> [JSONMember] {
        SettingsField.allCases.compactMap { field in
            let value = other.value(of: field)
            return value == self.value(of: field) ? nil : JSONMember(field.name, value.json)
        }
    }
}
