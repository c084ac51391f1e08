import DaybookCore
import DaybookHost
import HTTP

/// One gesture on one list.
enum ListAction: Sendable {
    case create([JSONMember])
    case update([JSONMember])
    case delete
    case restore
    case move(Neighbours)

    var creates: Bool { if case .create = self { true } else { false } }
}

extension ChangePlan {
    /// Does it as the operation of that place in the request. Throws what is to be answered where it cannot be done.
    mutating func perform(_ action: ListAction, on id: Identifier, place: Int = 0) throws {
        if case .create(let fields) = action { return try createList(id, fields, place) }
        guard let list = slice.lists[id] else { throw Problem(.notFound) }
        switch action {
        case .create: break
        case .delete:
            if list.isDeleted { return try perform(nothing: place, on: .list, id) }
            try perform(place, on: .list, id, .delete)
        case .restore:
            if !list.isDeleted { return try perform(nothing: place, on: .list, id) }
            try perform(place, on: .list, id, .restore)
        case .update(let given):
            guard !list.isDeleted else { throw Problem(.gone) }
            try Self.requireKnown(given, beside: list)
            try Self.requireSame(id, in: given)
            let fields = list.differing(from: given)
            if fields["createdAt"] != nil {
                throw Problem(invalid: [
                    FieldError(
                        field: "createdAt", code: .immutable,
                        sentence: "createdAt is set once, when the list is created.")
                ])
            }
            if fields.isEmpty { return try perform(nothing: place, on: .list, id) }
            try perform(place, on: .list, id, .set, fields)
        case .move(let neighbours):
            guard !list.isDeleted else { throw Problem(.gone) }
            guard let key = try orderKey(of: list, between: neighbours) else {
                throw Problem(invalid: [
                    FieldError(field: "before", code: .required, sentence: "Say where the list is to go.")
                ])
            }
            try perform(place, on: .list, id, .set, [JSONMember("sortOrder", .string(key.text))])
        }
    }

    private mutating func createList(_ id: Identifier, _ given: [JSONMember], _ place: Int) throws {
        try Self.requireKnown(given, beside: nil)
        try Self.requireSame(id, in: given)
        let fields = given.filter {
            !TaskList.derived.contains($0.name) && !($0.name == "deletedAt" && $0.value.isNull)
        }
        if fields["name"] == nil {
            throw Problem(invalid: [FieldError(field: "name", code: .required, sentence: "name must be given.")])
        }
        if let list = slice.lists[id] {
            if list.isDeleted { throw Problem(.gone) }
            guard list.differing(from: fields).isEmpty else { throw Problem(.alreadyExists) }
            return try perform(nothing: place, on: .list, id)
        }
        try perform(place, on: .list, id, .set, fields)
    }

    private static func requireKnown(_ fields: [JSONMember], beside list: TaskList?) throws {
        try requireNone(
            fields.filter { member in
                ListField(name: member.name) == nil && !TaskList.derived.contains(member.name)
                    && list?.unknown[member.name] == nil
            })
    }
}

extension TaskList {
    /// What the server says of a row. Clients may send whole rows back, so it is passed over.
    fileprivate static let derived: Set<String> = ["id", "modifiedAt", "revision"]

    /// Of these fields those that the list does not show already.
    fileprivate func differing(from fields: [JSONMember]) -> [JSONMember] {
        var writer = JSONWriter()
        write(to: &writer)
        guard let shown = try? JSONValue(json: writer.bytes) else { return fields }
        return fields.filter { !Self.derived.contains($0.name) && shown[$0.name] != $0.value }
    }
}
