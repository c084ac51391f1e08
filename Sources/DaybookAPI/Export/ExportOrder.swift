import DaybookCore
import DaybookFormats

/// What an export is to hold.
public struct ExportOrder: Sendable {
    public var format = ExportFormat.json
    /// Leaves out tasks that have not changed since, and older history. Lists are there always, for tasks name them.
    public var since: Since?
    public var includesHistory = false
    /// Also what is deleted, as long as it can be restored.
    public var includesDeleted = false
    /// Replaces what people wrote, for reports of faults.
    public var isAnonymous = false

    public init() {}

    public enum Since: Hashable, Sendable {
        case instant(Instant)
        /// Its beginning, by the account's clock.
        case date(CalendarDate)

        public init?(_ text: String) {
            if let date = CalendarDate(text) {
                self = .date(date)
            } else if let instant = Instant(text) {
                self = .instant(instant)
            } else {
                return nil
            }
        }

        func instant(of settings: AccountSettings) -> Instant {
            switch self {
            case .instant(let instant): instant
            case .date(let date): LocalDay(of: settings).start(of: date)
            }
        }
    }
}

/// The result of an export.
public struct ExportCount: Hashable, Sendable {
    public var tasks = 0
    public var lists = 0
    public var bytes = 0

    package init() {}
}
