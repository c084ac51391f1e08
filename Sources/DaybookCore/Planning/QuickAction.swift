/// One gesture that moves a task, as the fields of one operation.
public enum QuickAction: Hashable, Sendable {
    /// To today.
    case toToday
    /// To tomorrow.
    case toTomorrow
    /// To a date.
    case to(CalendarDate)
    /// To the Inbox.
    case toInbox
    /// To a list; nil is the Inbox.
    case toList(Identifier?)
    /// To another size in its region.
    case toBucket(Bucket)
    /// To a place on the board.
    case toRegion(Region, Bucket)

    /// What changes, in wire form.
    package func fields(on day: LocalDay, at now: Instant) -> [JSONMember] { patch(on: day, at: now).members }

    /// What changes. Today and tomorrow are the account's.
    package func patch(on day: LocalDay, at now: Instant) -> Patch<TaskItem> {
        switch self {
        case .toToday: [.scheduledDate: .date(day.today(at: now))]
        case .toTomorrow: [.scheduledDate: .date(day.tomorrow(at: now))]
        case .to(let date): [.scheduledDate: .date(date)]
        case .toInbox: [.scheduledDate: .null]
        case .toList(let list): [.listId: list.field(FieldValue.identifier)]
        case .toBucket(let bucket): [.bucket: .bucket(bucket)]
        // Tasks of the backlog have neither bucket nor date.
        case .toRegion(.backlog, _): [.region: .region(.backlog), .bucket: .bucket(.none), .scheduledDate: .null]
        case .toRegion(let region, let bucket):
            [
                .region: .region(region), .bucket: .bucket(bucket == .none ? .misc : bucket),
                .scheduledDate: .date(day.today(at: now)),
            ]
        }
    }
}
