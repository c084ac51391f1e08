import DaybookCore
import DaybookHost
import HTTP

/// The actions of a proposal, as `POST /v1/tasks/batch` takes them. Which ids new tasks will have is settled when they
/// are proposed.
struct ProposedActions: Sendable {
    /// With all ids.
    let items: [JSONValue]
    let gestures: [TaskGesture]

    /// Of the text that is kept.
    static let mostBytes = 64 << 10

    /// Reads what is proposed. A new task has no id of its own there; `#2` in the place of one is that of the task that
    /// the third action creates.
    init(proposed value: JSONValue?, of identity: RequestIdentity) throws {
        guard case .array(let given)? = value else {
            throw Problem(invalid: "actions", .required, "actions must be an array.")
        }
        guard !given.isEmpty else { throw Problem(invalid: "actions", .empty, "actions holds no action.") }
        guard given.count <= BatchTasks.most else {
            throw Problem(invalid: "actions", .tooLong, "actions holds more than \(BatchTasks.most) actions.")
        }
        let new = given.enumerated().map { place, item in item.isCreation ? identity.row(place + 1) : nil }
        items = try given.enumerated().map { try Self.settled($1, at: $0, new) }
        // Before anything is read of it.
        guard Self.text(of: items).utf8.count <= Self.mostBytes else {
            throw Problem(invalid: "actions", .tooLong, "actions is longer than \(Self.mostBytes) bytes.")
        }
        gestures = try Self.gestures(of: items, identity)
    }

    init(stored text: String, of identity: RequestIdentity) throws {
        guard case .array(let items) = try JSONValue(json: Array(text.utf8)) else { throw Problem(.notFound) }
        self.items = items
        gestures = try Self.gestures(of: items, identity)
    }

    /// As they are kept.
    var text: String { Self.text(of: items) }

    private static func text(of items: [JSONValue]) -> String {
        String(decoding: JSONValue.array(items).json, as: UTF8.self)
    }

    /// The place of an action in the request that does them; the first place says what they are done for.
    static func place(of action: Int) -> Int { action + 1 }

    private static func gestures(of items: [JSONValue], _ identity: RequestIdentity) throws -> [TaskGesture] {
        try items.enumerated().map { place, item in
            try TaskGesture(item, "actions[\(place)]", new: identity.row(Self.place(of: place)))
        }
    }

    private static func settled(_ item: JSONValue, at place: Int, _ new: [Identifier?]) throws -> JSONValue {
        guard case .object(var members) = item else { return item }
        if let id = new[place] {
            // Whoever may choose one could find out which ids are taken.
            guard members.allSatisfy({ $0.name != "id" || $0.value.isNull }) else {
                throw Problem(invalid: "actions[\(place)].id", .unknownField, "A new task is given its id.")
            }
            members.removeAll { $0.name == "id" }
            members.append(JSONMember("id", .string(id.text)))
        }
        for index in members.indices {
            switch (members[index].name, members[index].value) {
            case ("id", _), ("before", _), ("after", _): try settle(&members[index], "actions[\(place)]", new)
            case ("fields", .object(var fields)):
                for field in fields.indices where fields[field].name == TaskField.parentId.name {
                    try settle(&fields[field], "actions[\(place)].fields", new)
                }
                members[index] = JSONMember("fields", .object(fields))
            default: break
            }
        }
        return .object(members)
    }

    private static func settle(_ member: inout JSONMember, _ path: String, _ new: [Identifier?]) throws {
        guard case .string(let text) = member.value, text.hasPrefix("#") else { return }
        guard let place = Int(text.dropFirst()), new.indices.contains(place), let id = new[place] else {
            throw Problem(
                invalid: "\(path).\(member.name)", .unknownValue,
                "There is no action at this place that creates a task.")
        }
        member = JSONMember(member.name, .string(id.text))
    }
}

extension JSONValue {
    fileprivate var isCreation: Bool { self["action"] == .string("create") }
}
