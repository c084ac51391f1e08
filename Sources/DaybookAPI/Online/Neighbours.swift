import DaybookCore
import DaybookHost
import HTTP

/// Where in the user's order something goes: right before one row, right after one, or between two. Rows of equal keys
/// stand in the order of their identifiers.
struct Neighbours: Hashable, Sendable {
    var before: Identifier?
    var after: Identifier?

    var tasks: Set<Identifier> { Set([before, after].compactMap { $0 }) }

    /// Takes `before` and `after` out of the members of a document.
    init(takenFrom members: inout [JSONMember]) throws {
        before = try members.takeIdentifier("before")
        after = try members.takeIdentifier("after")
    }

    /// The two places between which the row goes, each nil for no row there. The neighbours must be among the other
    /// rows that are given, with the rows right next to them. Nil to leave the row where it is.
    func gap(among others: [OrderPlace]) throws -> (above: OrderPlace?, below: OrderPlace?)? {
        guard before != nil || after != nil else { return nil }
        let places = Dictionary(others.map { ($0.id, $0) }) { first, _ in first }
        var errors: [FieldError] = []
        for (name, id) in [("before", before), ("after", after)] {
            guard let id, places[id] == nil else { continue }
            errors.append(
                FieldError(field: name, code: .unknownValue, sentence: "\(name) names nothing to be next to."))
        }
        guard errors.isEmpty else { throw Problem(invalid: errors) }
        var above = after.flatMap { places[$0] }
        var below = before.flatMap { places[$0] }
        if let above, let below, above >= below {
            throw Problem(invalid: "after", .outOfRange, "after must stand above before.")
        }
        if let above, below == nil { below = others.filter { $0 > above }.min() }
        if let below, above == nil { above = others.filter { $0 < below }.max() }
        return (above, below)
    }
}

extension [JSONMember] {
    /// Takes a member out; nil where it is absent or null.
    mutating func takeIdentifier(_ name: String) throws -> Identifier? {
        guard let value = take(name), !value.isNull else { return nil }
        guard case .string(let text) = value, let id = Identifier(text) else {
            throw Problem(invalid: name, .malformed, "\(name) must be a UUID.")
        }
        return id
    }

    mutating func take(_ name: String) -> JSONValue? {
        guard let index = lastIndex(where: { $0.name == name }) else { return nil }
        return remove(at: index).value
    }
}
