import DaybookCalendarIndex
import DaybookCore
import DaybookLedger

/// What all tags and tokens of an account begin with: they count for this account and this history alone, so that none
/// survives a restoration from a backup.
package struct CalendarMark: Hashable, Sendable {
    package let text: String

    init(_ account: Identifier, _ epoch: Identifier) {
        let mixed = Identifier(high: account.high ^ epoch.low, low: account.low &+ epoch.high)
        text = String(Identifier.derived(.calendarMark, mixed.high, mixed.low).text.prefix(8))
    }
}

/// What stands for one state of a resource. The same state always has the same tag, and another never.
package struct CalendarTag: Hashable, Sendable {
    /// What the resource is served as.
    package enum Form: String, Sendable {
        /// The octets that a program sent.
        case octets = "o"
        /// What the task is rendered as.
        case made = "m"
    }

    package let mark: CalendarMark
    package let revision: Int64
    package let form: Form

    /// As in the field ETag, with its quotation marks.
    package var text: String { "\"\(mark.text)-\(revision)\(form.rawValue)\"" }

    /// Of a tag that was given out here: the revision that it stands for. Nil for any other.
    package static func revision(of text: String, _ mark: CalendarMark) -> Int64? {
        guard text.utf8.count > 4, text.hasPrefix("\"\(mark.text)-"), text.hasSuffix("\"") else { return nil }
        return Int64(text.dropFirst(mark.text.utf8.count + 2).dropLast(2))
    }
}

/// What an edit was made from, as X-DAYBOOK-BASE says it: which task the resource showed, and in which state.
package struct CalendarBase: Hashable, Sendable {
    package let revision: Int64
    package let task: Identifier

    init(_ resource: Resource) { (revision, task) = (resource.shownRevision, resource.task) }

    init(revision: Int64, task: Identifier) { (self.revision, self.task) = (revision, task) }

    /// Nil for what was not given out by this account in this history.
    init?(_ text: String, _ mark: CalendarMark) {
        let parts = text.split(separator: "-", maxSplits: 2)
        guard parts.count == 3, parts[0] == mark.text, let revision = Int64(parts[1]),
            let task = Identifier(String(parts[2]))
        else { return nil }
        (self.revision, self.task) = (revision, task)
    }

    func text(_ mark: CalendarMark) -> String { "\(mark.text)-\(revision)-\(task.text)" }
}
