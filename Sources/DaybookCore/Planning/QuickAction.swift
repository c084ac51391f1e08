/// One gesture that moves a task, as the fields of one operation.
public enum QuickAction: Hashable, Sendable {
    case toToday
    case toTomorrow
    case to(CalendarDate)
    case toInbox
    case toList(Identifier?)
    case toBucket(Bucket)
    case toRegion(Region, Bucket)

    /// What changes. Today and tomorrow are the account's.
    public func fields(on day: LocalDay, at now: Instant) -> [JSONMember] {
        switch self {
        case .toToday: [JSONMember("scheduledDate", .string(day.today(at: now).text))]
        case .toTomorrow: [JSONMember("scheduledDate", .string(day.tomorrow(at: now).text))]
        case .to(let date): [JSONMember("scheduledDate", .string(date.text))]
        case .toInbox: [JSONMember("scheduledDate", .null)]
        case .toList(let list): [JSONMember("listId", list.field(FieldValue.identifier).json)]
        case .toBucket(let bucket): [JSONMember("bucket", .string(bucket.name))]
        case .toRegion(.backlog, _):
            // Tasks of the backlog have neither bucket nor date.
            [
                JSONMember("region", .string(Region.backlog.name)), JSONMember("bucket", .string(Bucket.none.name)),
                JSONMember("scheduledDate", .null),
            ]
        case .toRegion(let region, let bucket):
            [
                JSONMember("region", .string(region.name)),
                JSONMember("bucket", .string((bucket == .none ? Bucket.misc : bucket).name)),
                JSONMember("scheduledDate", .string(day.today(at: now).text)),
            ]
        }
    }
}
