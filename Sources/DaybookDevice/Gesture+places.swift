import DaybookCore

/// Where a person puts a task.
package enum Place: Equatable {
    case inbox(InboxRule)
    case today, tomorrow
    case date(CalendarDate)
    case list(Identifier?)
    /// A region of today, and how large there.
    case region(Region, Bucket)
    case backlog
    /// Part of a task, or of none.
    case under(Identifier?)

    /// Where an action puts it; nil for parts of the day, where an SDK leaves it where it stood.
    init?(_ action: QuickAction) {
        switch action {
        case .toInbox: self = .inbox(.unscheduled)
        case .toToday: self = .today
        case .toTomorrow: self = .tomorrow
        case .to(let date): self = .date(date)
        case .toList(let list): self = .list(list)
        case .toBucket, .toRegion: return nil
        }
    }

    private var action: QuickAction? {
        switch self {
        case .inbox(.unscheduled): .toInbox
        case .inbox(.unlisted): .toList(nil)
        case .today: .toToday
        case .tomorrow: .toTomorrow
        case .date(let date): .to(date)
        case .list(let list): .toList(list)
        case .region(let region, let bucket): .toRegion(region, bucket)
        case .backlog: .toRegion(.backlog, .none)
        case .under: nil
        }
    }

    /// What changes in a task that comes here.
    package func fields(at moment: Moment) -> [JSONMember] {
        if case .under(let parent) = self { return [JSONMember("parentId", parent.map { .string($0.text) } ?? .null)] }
        return action?.fields(on: moment.day, at: moment.now) ?? []
    }

    /// Whether tasks of one state stand together in it.
    var goesByState: Bool {
        if case .under = self { return false }
        return true
    }

    func holds(_ task: TaskItem, at moment: Moment) -> Bool {
        switch self {
        case .inbox(let rule): rule.holds(task)
        case .today: moment.side(of: task) == .today
        case .tomorrow: moment.date(of: task) == moment.tomorrow
        case .date(let date): moment.date(of: task) == date
        case .list(let list): task.listId == list
        case .region(let region, let bucket):
            task.region == region && task.bucket == bucket && moment.isOnBoard(task)
        case .backlog: task.region == .backlog
        case .under(let parent): parent != nil && task.parentId == parent
        }
    }
}

/// The last task of the place where one was put last. The next one that is put there asks what changed since, and not
/// every task.
package struct PlaceEnd {
    let place: Place
    let state: TaskState
    /// For what a place holds depends on the day.
    let today: CalendarDate
    let last: OrderPlace
    /// Tasks that changed since.
    var stale: Set<Identifier> = []
}

extension Gesture {
    /// A saved filter only shows tasks.
    package func check(_ place: Place) throws(Refused) {
        guard case .list(let id?) = place, let list = replica.view.lists[id], list.filter != nil else { return }
        throw Refused("saved_filter", "This list shows what its filter finds. Tasks cannot be put into it.")
    }

    /// Puts a task into a place, behind what is there.
    package mutating func move(_ id: Identifier, to place: Place) throws(Refused) {
        let moment = moment
        let was = place.holds(try task(id), at: moment)
        try move(id, place.fields(at: moment))
        if !was { try putLast(id, in: place) }
    }

    /// With the times of the day it leaves.
    private mutating func move(_ id: Identifier, _ members: [JSONMember]) throws(Refused) {
        let fields = Patch<TaskItem>(members)
        try set(task: id, (fields + fields.impliedTimes(of: try task(id), on: moment.day)).members)
    }

    /// The same for what moves a task in one gesture.
    package mutating func move(_ id: Identifier, _ action: QuickAction) throws(Refused) {
        guard let place = Place(action) else { return try move(id, action.fields(on: moment.day, at: now)) }
        try check(place)
        try move(id, to: place)
    }

    /// Behind what is in a place and in its own state; where it stands so already, nothing is changed.
    package mutating func putLast(_ id: Identifier, in place: Place) throws(Refused) {
        let task = try task(id)
        let moment = moment
        func stand(_ other: TaskItem) -> OrderPlace? {
            guard !other.isDeleted, other.id != id, other.state == task.state || !place.goesByState,
                place.holds(other, at: moment)
            else { return nil }
            return OrderPlace(other.sortOrder, other.id)
        }
        var last: OrderPlace?
        func look(_ other: TaskItem) {
            if let place = stand(other), last.map({ $0 < place }) ?? true { last = place }
        }
        if let end, end.place == place, end.state == task.state, end.today == moment.today,
            let other = replica.view.tasks[end.last.id], stand(other) == end.last
        {
            last = end.last
            for id in end.stale { if let other = replica.view.tasks[id] { look(other) } }
        } else {
            for other in replica.view.tasks.values { look(other) }
        }
        end = last.map { PlaceEnd(place: place, state: task.state, today: moment.today, last: $0) }
        // What was just made is asked about next time.
        end?.stale = [id]
        guard let last, OrderPlace(task.sortOrder, id) < last else { return }
        try arrange(id, after: last.id, before: nil)
    }

    /// Puts a task between two others. A neighbour in another state is ignored, since it stands in another part of the
    /// view, unless both are subtasks of one task. Where no key is left between the two, the tasks around move aside.
    package mutating func arrange(
        _ id: Identifier, after above: Identifier?, before below: Identifier?
    ) throws(Refused) {
        let task = try task(id)
        func place(_ id: Identifier?) -> OrderPlace? {
            guard let other = id.flatMap({ replica.view.tasks[$0] }),
                other.state == task.state || task.parentId.map({ $0 == other.parentId }) ?? false
            else { return nil }
            return OrderPlace(other.sortOrder, other.id)
        }
        let placing = Placing(after: place(above), before: place(below))
        guard placing.above != nil || placing.below != nil else { return }
        let keys = placing.keys(for: id, using: &chance) {
            replica.view.tasks.values.filter { $0.id != id && !$0.isDeleted }.map { OrderPlace($0.sortOrder, $0.id) }
        }
        for key in keys { try perform(Edit(id: key.id, [JSONMember("sortOrder", .string(key.key.text))])) }
    }

    package mutating func arrange(
        list id: Identifier, after above: Identifier?, before below: Identifier?
    ) throws(Refused) {
        func place(_ id: Identifier?) -> OrderPlace? {
            id.flatMap { replica.view.lists[$0] }.map { OrderPlace($0.sortOrder, $0.id) }
        }
        let keys = Placing(after: place(above), before: place(below)).keys(for: id, using: &chance) {
            replica.view.lists.values.filter { $0.id != id && !$0.isDeleted }.map { OrderPlace($0.sortOrder, $0.id) }
        }
        for key in keys { try set(list: key.id, [JSONMember("sortOrder", .string(key.key.text))]) }
    }
}
