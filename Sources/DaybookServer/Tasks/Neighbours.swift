import DaybookCore
import HTTP

/// Where in the user's order something goes: right before one row, right after one, or between two.
struct Neighbours: Hashable, Sendable {
    var before: Identifier?
    var after: Identifier?

    var tasks: Set<Identifier> { Set([before, after].compactMap { $0 }) }

    /// Takes `before` and `after` out of the members of a document.
    init(takenFrom members: inout [JSONMember]) throws {
        before = try members.takeIdentifier("before")
        after = try members.takeIdentifier("after")
    }

    /// A key for the row between its neighbours, which must be among `keys` (those of the other rows); nil to leave it
    /// where it is.
    func key(among keys: [Identifier: OrderKey]) throws -> OrderKey? {
        guard before != nil || after != nil else { return nil }
        var errors: [FieldError] = []
        for (name, id) in [("before", before), ("after", after)] {
            guard let id, keys[id] == nil else { continue }
            errors.append(
                FieldError(field: name, code: .unknownValue, sentence: "\(name) names nothing to be next to."))
        }
        guard errors.isEmpty else { throw Problem(invalid: errors) }
        var left = after.flatMap { keys[$0] }
        var right = before.flatMap { keys[$0] }
        if let low = left, let high = right, low > high {
            throw Problem(invalid: [
                FieldError(field: "after", code: .outOfRange, sentence: "after must stand above before.")
            ])
        }
        // Of two with the same key either side will do.
        if left == right { right = nil }
        if let low = left, right == nil { right = keys.values.filter { $0 > low }.min() }
        if let high = right, left == nil { left = keys.values.filter { $0 < high }.max() }
        var random = SystemRandomNumberGenerator()
        guard let key = OrderKey.between(left, right, using: &random) else { throw Problem(.noRoom) }
        return key
    }
}

extension Scene {
    func orderKey(of task: TaskItem, between neighbours: Neighbours) throws -> OrderKey? {
        var keys: [Identifier: OrderKey] = [:]
        for other in slice.tasks.values where other.id != task.id && !other.isDeleted {
            keys[other.id] = other.sortOrder
        }
        return try neighbours.key(among: keys)
    }
}

extension [JSONMember] {
    /// Takes a member out; nil where it is absent or null.
    mutating func takeIdentifier(_ name: String) throws -> Identifier? {
        guard let value = take(name), !value.isNull else { return nil }
        guard case .string(let text) = value, let id = Identifier(text) else {
            throw Problem(invalid: [FieldError(field: name, code: .malformed, sentence: "\(name) must be a UUID.")])
        }
        return id
    }

    mutating func take(_ name: String) -> JSONValue? {
        guard let index = lastIndex(where: { $0.name == name }) else { return nil }
        return remove(at: index).value
    }
}
