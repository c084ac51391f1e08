import DaybookCore
import DaybookDevice

extension Gesture {
    /// Where the page puts a task.
    func place(_ value: JSONValue?) throws(Refused) -> Place {
        let place: Place
        switch value?.text("kind") {
        case "inbox": place = .inbox(settings.inboxRule)
        case "today": place = .today
        case "tomorrow": place = .tomorrow
        case "date":
            guard let date = value?.text("date").flatMap({ CalendarDate($0) }) else { throw Refused.missing("date") }
            place = .date(date)
        case "list": place = .list(value?.identifier("id"))
        case "backlog": place = .backlog
        case "region":
            let bucket = value?.text("bucket").flatMap { Bucket(name: $0) } ?? .misc
            place = .region(try value.dayRegion, bucket == .none ? .misc : bucket)
        case "under": place = .under(value?.identifier("id"))
        default: throw Refused.missing("place")
        }
        try check(place)
        return place
    }
}

extension JSONValue {
    /// The rows that a gesture names.
    var ids: [Identifier] { get throws(Refused) { try ids("ids") } }

    func ids(_ name: String) throws(Refused) -> [Identifier] {
        guard let items = items(name) else { throw Refused.missing(name) }
        var ids: [Identifier] = []
        for item in items {
            guard case .string(let text) = item, let id = Identifier(text) else { throw Refused.missing(name) }
            ids.append(id)
        }
        return ids
    }

    func members(_ name: String) throws(Refused) -> [JSONMember] {
        guard case .object(let members)? = self[name] else { throw Refused.missing(name) }
        return members
    }
}
