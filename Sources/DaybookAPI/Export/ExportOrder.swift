import DaybookCore
import DaybookFormats

/// What an export is to hold.
package struct ExportOrder: Sendable {
    package var format = ExportFormat.json
    /// Leaves out tasks that have not changed since, and older history. Lists are there always, for tasks name them.
    package var since: Since?
    package var includesHistory = false
    /// Also what is deleted, as long as it can be restored.
    package var includesDeleted = false
    /// Replaces what people wrote, for reports of faults.
    package var isAnonymous = false

    package init() {}

    package enum Since: Hashable, Sendable {
        case instant(Instant)
        /// Its beginning, by the account's clock.
        case date(CalendarDate)

        package init?(_ text: String) {
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
package struct ExportCount: Hashable, Sendable {
    package var taskCount = 0
    package var listCount = 0
    package var byteCount = 0

    package init() {}
}
