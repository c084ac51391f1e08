import DaybookCore
import DaybookHost
import HTTP

/// One gesture on one list.
enum ListAction: RowAction {
    case create(Patch<TaskList>)
    case update(Patch<TaskList>)
    case delete
    case restore
    case move(Neighbours)

    var creates: Bool { if case .create = self { true } else { false } }
}

extension ChangePlan {
    /// Does it as the operation of that place in the request. Throws the answer to the client if it cannot be done.
    mutating func perform(_ action: ListAction, on id: Identifier, place: Int = 0) throws {
        if case .create(let fields) = action { return try createList(id, fields, place) }
        guard let list = slice.lists[id] else { throw Problem(.notFound) }
        switch action {
        case .create: break
        case .delete:
            if list.isDeleted { return try perform(nothing: place, on: .list, id) }
            try perform(place, id, .delete, .list([:]))
        case .restore:
            if !list.isDeleted { return try perform(nothing: place, on: .list, id) }
            try perform(place, id, .restore, .list([:]))
        case .update(let given):
            guard !list.isDeleted else { throw Problem(.gone) }
            try Self.requireKnown(given, beside: list)
            try Self.requireSame(id, in: given)
            let fields = given.differing(from: list)
            if fields.names(.createdAt) {
                throw Problem(invalid: "createdAt", .immutable, "createdAt is set once, when the list is created.")
            }
            try requireReadableFilter(fields)
            if fields.names(.filter), (fields[.filter]?.text == nil) != (list.filter == nil) {
                throw Problem(
                    invalid: "filter", .immutable, "A list is made with a filter or without one, and stays so.")
            }
            if fields.isEmpty { return try perform(nothing: place, on: .list, id) }
            try perform(place, id, .set, .list(fields))
        case .move(let neighbours):
            guard !list.isDeleted else { throw Problem(.gone) }
            guard let key = try orderKey(of: list, between: neighbours) else {
                throw Problem(invalid: "before", .required, "Say where the list is to go.")
            }
            try perform(place, id, .set, .list([.sortOrder: .order(key)]))
        }
    }

    private mutating func createList(_ id: Identifier, _ given: Patch<TaskList>, _ place: Int) throws {
        try Self.requireKnown(given, beside: nil)
        try Self.requireSame(id, in: given)
        let fields = given.beginning(live: .deletedAt)
        guard fields.names(.title) else { throw Problem(invalid: "name", .required, "name must be given.") }
        try requireReadableFilter(fields)
        if let list = slice.lists[id] {
            if list.isDeleted { throw Problem(.gone) }
            guard fields.differing(from: list).isEmpty else { throw Problem(.alreadyExists) }
            return try perform(nothing: place, on: .list, id)
        }
        try perform(place, id, .set, .list(fields))
    }

    /// Refuses a filter that cannot be parsed. Whether the lists it names exist is not checked: lists come and go, so
    /// that is found out whenever the filter is applied.
    private func requireReadableFilter(_ fields: Patch<TaskList>) throws {
        guard let text = fields[.filter]?.text else { return }
        do throws(FilterError) {
            _ = try TaskFilter(saved: text, at: Moment(now, in: day), slice.settings, lists: nil)
        } catch {
            throw Problem(
                invalid: "filter", .malformed, "At byte \(error.offset) of the filter, \(error.expected) is expected.")
        }
    }

    private static func requireKnown(_ fields: Patch<TaskList>, beside list: TaskList?) throws {
        try requireKnown(fields, beside: list, besides: ["id", "modifiedAt", "revision", TaskList.hiddenFromAgents])
        switch fields.members[TaskList.hiddenFromAgents] {
        case nil, .null, .bool: break
        default:
            throw Problem(invalid: TaskList.hiddenFromAgents, .wrongType, "hiddenFromAgents must be true or false.")
        }
    }
}
