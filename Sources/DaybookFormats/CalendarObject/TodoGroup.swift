import DaybookCore

/// What a task says in properties of its own. A group is compared, and changes hands, as one.
enum TodoGroup: String, CaseIterable {
    case summary = "SUMMARY"
    case description = "DESCRIPTION"
    /// STATUS, COMPLETED and PERCENT-COMPLETE.
    case status = "STATUS"
    case start = "DTSTART"
    /// DUE, or DURATION from the start on.
    case due = "DUE"
    case rule = "RRULE"
    case except = "EXDATE"
    case categories = "CATEGORIES"
    case priority = "PRIORITY"
    case related = "RELATED-TO"
    case alarms = "VALARM"

    /// The group of a property or component; nil for what no field stands for.
    init?(property name: String) {
        switch name {
        case "COMPLETED", "PERCENT-COMPLETE": self = .status
        case "DURATION": self = .due
        default: self.init(rawValue: name)
        }
    }

    /// What of a task it shows.
    var shownFields: [TaskField] {
        switch self {
        case .summary: [.title]
        case .description: [.notes]
        case .status: [.state, .completedAt]
        case .start: [.scheduledDate]
        case .due: [.dueAt]
        case .rule, .except: [.recurrence]
        case .categories: [.category, .tags]
        case .priority: [.priority]
        case .related: [.parentId]
        case .alarms: [.reminderAt]
        }
    }

    /// The field that keeps a client's own way of writing the group, where that is not ours. Those with `this` hold for
    /// one occurrence alone: the next one does not take over how this one was completed.
    var field: String { self == .status ? "ics:this:STATUS" : "ics:\(rawValue)" }
}

/// Names of properties and fields with a meaning of their own.
enum TodoName {
    static let prefix = "ics:"
    static let uid = "ics:UID"
    static let name = "ics:NAME"
    static let ownUID = "ics:this:UID"
    static let ownName = "ics:this:NAME"
    static let overrides = "ics:OVERRIDES"
    static let zones = "ics:VTIMEZONE"
    static let frame = "ics:VCALENDAR"
    /// What has no field of its own, since there are too many or the name is too long.
    static let rest = "ics:REST"

    /// They never count as a change: who writes them tells of itself, not of the task.
    static let ofTheWriter: Set<String> = [
        "DTSTAMP", "LAST-MODIFIED", "CREATED", "PRODID", "VERSION", "CALSCALE", "UID", "RECURRENCE-ID",
        "X-DAYBOOK-BASE",
    ]

    /// Fields that are not the lines of a property of that name.
    static let taken: Set<String> = Set(
        TodoGroup.allCases.map(\.field) + [uid, name, overrides, zones, frame, rest])

    /// The field of a property that has no other meaning; nil where its name cannot be a field's.
    static func field(ofRest name: String) -> String? {
        let field = prefix + name
        return name.utf8.count > 96 || taken.contains(field) ? nil : field
    }
}
