/// What an account decides for itself. The three apps differ here and nowhere else.
public struct AccountSettings: Hashable, Sendable {
    /// IANA name.
    public var timeZone = "UTC"
    /// 1 is Monday, 7 is Sunday.
    public var firstWeekday = 1
    /// When the account's day begins.
    public var dayStart = TimeOfDay.midnight
    /// What happens at the end of a day with what is left open in its regions.
    public var rollover = Rollover.off
    /// How many open tasks a region of the day takes.
    public var regionLimits = RegionLimits()
    /// Complementary tasks of a region wait for its must-do.
    public var complementaryAfterMustDo = false
    /// Of the end-of-day review; nil is off.
    public var reviewTime = TimeOfDay(hour: 18, minute: 0)
    /// Where a captured title goes.
    public var quickAdd = QuickAdd.inbox
    /// The scheme of deep links.
    public var linkScheme = "todoapp"
    /// How many open tasks the backlog takes; nil is no limit.
    public var backlogLimit: Int?
    /// Which tasks the Inbox holds.
    public var inboxRule = InboxRule.unscheduled
    /// In which language captured text is read for dates, tags and the like; nil takes it as it is.
    public var captureLanguage: Language?
    /// Of the summary of the day; nil is none.
    public var morningTime: TimeOfDay?
    /// On the last day of the week it is told what was done, at the time of the end-of-day review.
    public var weeklyReview = false
    /// When a region of the day begins, it is told how many of its tasks are open.
    public var regionNudges = false
    /// What has become overdue is told.
    public var overdueAlerts = false
    /// Nothing is told from here on until `quietUntil`, also over midnight; it comes afterwards. It takes both, and two
    /// different times.
    public var quietFrom: TimeOfDay?
    /// Where the quiet hours end.
    public var quietUntil: TimeOfDay?
    /// What reminds tells no titles.
    public var privateReminders = false
    package var clocks = FieldClocks<SettingsField>()
    package var unknown = UnknownFields()
    package var revision: Int64 = 0

    /// What an account begins with.
    public init() {}

    /// Where open tasks of a day that is over go.
    public enum Rollover: UInt8, Hashable, Sendable, CaseIterable {
        /// Nothing moves, or all of it goes to the backlog.
        case off, backlog
        /// The protocol's word for it.
        public var name: String { self == .off ? "off" : "backlog" }
    }

    /// Where a captured title goes.
    public enum QuickAdd: UInt8, Hashable, Sendable, CaseIterable {
        /// Into the Inbox, or scheduled for today.
        case inbox, today
        /// The protocol's word for it.
        public var name: String { self == .inbox ? "inbox" : "today" }
    }
}

/// What an account means by its Inbox.
public enum InboxRule: String, Hashable, Sendable, CaseIterable {
    /// The three-view app: no scheduled date.
    case unscheduled
    /// The list app: in no list.
    case unlisted
}

/// How many open tasks of each bucket a region holds per day.
public struct RegionLimits: Hashable, Sendable {
    /// How many must-dos.
    public var mustDo: Int
    /// How many complementary tasks.
    public var complementary: Int
    /// How many misc tasks.
    public var misc: Int

    /// The 1-3-5 rule, or other numbers.
    public init(mustDo: Int = 1, complementary: Int = 3, misc: Int = 5) {
        self.mustDo = mustDo
        self.complementary = complementary
        self.misc = misc
    }

    /// How many of a size; `none` has no limit.
    public subscript(bucket: Bucket) -> Int {
        switch bucket {
        case .mustDo: mustDo
        case .complementary: complementary
        case .misc: misc
        case .none: .max
        }
    }
}

package enum SettingsField: UInt8, FieldName {
    case timeZone = 0
    case firstWeekday = 1
    case dayStart = 2
    case rollover = 3
    case regionLimits = 4
    case complementaryAfterMustDo = 5
    case reviewTime = 6
    case quickAdd = 7
    case linkScheme = 8
    case backlogLimit = 9
    case inboxRule = 10
    case captureLanguage = 11
    case morningTime = 12
    case weeklyReview = 13
    case regionNudges = 14
    case overdueAlerts = 15
    case quietFrom = 16
    case quietUntil = 17
    case privateReminders = 18

    package var name: String {
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
        case .backlogLimit: "backlogLimit"
        case .inboxRule: "inboxRule"
        case .captureLanguage: "captureLanguage"
        case .morningTime: "morningTime"
        case .weeklyReview: "weeklyReview"
        case .regionNudges: "regionNudges"
        case .overdueAlerts: "overdueAlerts"
        case .quietFrom: "quietFrom"
        case .quietUntil: "quietUntil"
        case .privateReminders: "privateReminders"
        }
    }

    package init?(name: String) {
        guard let field = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = field
    }
}

extension AccountSettings {
    /// Where nobody has chosen, the default counts, and not what was one when the settings were written down.
    package mutating func keepWhatWasChosen() {
        if clocks[.inboxRule] == nil { inboxRule = AccountSettings().inboxRule }
    }

    /// The fields that make these settings into others, for one operation.
    package func changes(to other: AccountSettings) -> [JSONMember] {
        SettingsField.allCases.compactMap { field in
            let value = other.value(of: field)
            return value == self.value(of: field) ? nil : JSONMember(field.name, value.json)
        }
    }
}
