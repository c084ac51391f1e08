import DaybookCore

/// Where the page puts a task.
enum Place {
    case inbox(InboxRule)
    case today, tomorrow
    case date(CalendarDate)
    case list(Identifier?)

    init(_ value: JSONValue?, _ settings: AccountSettings) throws(Refused) {
        switch value?.text("kind") {
        case "inbox": self = .inbox(settings.inboxRule)
        case "today": self = .today
        case "tomorrow": self = .tomorrow
        case "date":
            guard let date = value?.text("date").flatMap({ CalendarDate($0) }) else { throw Refused.missing("date") }
            self = .date(date)
        case "list": self = .list(value?.identifier("id"))
        default: throw Refused.missing("place")
        }
    }

    /// What changes in a task that comes here.
    func fields(at moment: Moment) -> [JSONMember] {
        let action: QuickAction =
            switch self {
            case .inbox(.unscheduled): .toInbox
            case .inbox(.unlisted): .toList(nil)
            case .today: .toToday
            case .tomorrow: .toTomorrow
            case .date(let date): .to(date)
            case .list(let list): .toList(list)
            }
        return action.fields(on: moment.day, at: moment.now)
    }

    func holds(_ task: TaskItem, at moment: Moment) -> Bool {
        switch self {
        case .inbox(.unscheduled): task.scheduledDate == nil
        case .inbox(.unlisted): task.listId == nil
        case .today: moment.date(of: task) == moment.today
        case .tomorrow: moment.date(of: task) == moment.tomorrow
        case .date(let date): moment.date(of: task) == date
        case .list(let list): task.listId == list
        }
    }
}

extension Gesture {
    /// Where the page puts a task: a saved filter only shows them.
    func place(_ value: JSONValue?) throws(Refused) -> Place {
        let place = try Place(value, settings)
        if case .list(let id?) = place, let list = replica.view.lists[id], list.filter != nil {
            throw Refused("saved_filter", "This list shows what its filter finds. Tasks cannot be put into it.")
        }
        return place
    }
}

extension Desk {
    /// New tasks, behind the open ones of their place.
    func add(_ wish: JSONValue, _ gesture: inout Gesture) throws(Refused) {
        let place = try gesture.place(wish["place"])
        let moment = gesture.moment
        var fields = place.fields(at: moment).filter { !$0.value.isNull }
        if let notes = wish["notes"], !notes.isNull { fields.append(JSONMember("notes", notes)) }
        if case .object(let more)? = wish["fields"] {
            // A name that comes twice could be written down and never be read again.
            fields.removeAll { member in more.contains { $0.name == member.name } }
            fields += more.filter { $0.name != "title" }
        }
        let completed =
            fields.filter { $0.name != "state" }
            + [JSONMember("state", .string(TaskState.completed.name))]
        for (titles, fields) in [("titles", fields), ("completed", completed)] {
            for title in wish.items(titles) ?? [] {
                let id = Identifier.random(using: &gesture.chance)
                try gesture.name(id) { gesture throws(Refused) in
                    try gesture.perform(Edit(id: id, [JSONMember("title", title)] + fields))
                    try putLast(id, in: place, moment, &gesture)
                }
            }
        }
    }

    func move(_ id: Identifier, to place: Place, _ gesture: inout Gesture) throws(Refused) {
        let moment = gesture.moment
        let was = place.holds(try gesture.task(id), at: moment)
        try gesture.set(id, place.fields(at: moment))
        if !was { try putLast(id, in: place, moment, &gesture) }
    }

    /// Behind what is in a place and in its own state; where it stands so already, nothing is changed.
    private func putLast(
        _ id: Identifier, in place: Place, _ moment: Moment, _ gesture: inout Gesture
    ) throws(Refused) {
        let task = try gesture.task(id)
        var last: OrderPlace?
        for other in gesture.replica.view.tasks.values
        where !other.isDeleted && other.id != id && other.state == task.state && place.holds(other, at: moment) {
            let place = OrderPlace(other.sortOrder, other.id)
            if last.map({ $0 < place }) ?? true { last = place }
        }
        guard let last, OrderPlace(task.sortOrder, id) < last else { return }
        try gesture.arrange(id, after: last.id, before: nil)
    }

    func arrange(_ wish: JSONValue, _ gesture: inout Gesture) throws(Refused) {
        let place: Place? = wish["place"] == nil ? nil : try gesture.place(wish["place"])
        let moment = gesture.moment
        var above = wish.identifier("above")
        for id in try wish.ids {
            gesture.ids.append(id)
            if let place { try gesture.set(id, place.fields(at: moment)) }
            try gesture.arrange(id, after: above, before: wish.identifier("below"))
            above = id
        }
    }

    func change(list act: String, _ wish: JSONValue, _ gesture: inout Gesture) throws(Refused) {
        let id: Identifier
        if act == "addList" {
            id = Identifier.random(using: &gesture.chance)
        } else if let named = wish.identifier("id") {
            id = named
        } else {
            throw Refused.missing("id")
        }
        gesture.ids.append(id)
        switch act {
        case "deleteList": try gesture.perform(Edit(.delete, .list, id: id))
        case "arrangeList":
            try gesture.arrange(list: id, after: wish.identifier("above"), before: wish.identifier("below"))
        default:
            var fields: [JSONMember] = []
            for name in ["name", "colorHex", "filter"] {
                if let value = wish[name] { fields.append(JSONMember(name, value)) }
            }
            try gesture.perform(Edit(.set, .list, id: id, fields))
        }
        guard act == "addList", wish["tasks"] != nil else { return }
        for task in try wish.ids("tasks") { try move(task, to: .list(id), &gesture) }
    }

    /// Says again what gave way.
    func say(_ change: LostChange, again gesture: inout Gesture) throws(Refused) {
        gesture.ids.append(change.id)
        var fields: [JSONMember] = []
        for conflict in change.conflicts where conflict.field != "completedAt" {
            if conflict.field == "deletedAt" {
                let kind: SyncOperation.Kind = conflict.mine.isNull ? .restore : .delete
                try gesture.perform(Edit(kind, change.entity, id: change.id))
            } else {
                fields.append(JSONMember(conflict.field, conflict.mine))
            }
        }
        guard !fields.isEmpty else { return }
        guard change.entity != .task else { return try gesture.set(change.id, fields) }
        try gesture.perform(Edit(.set, change.entity, id: change.id, fields))
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
