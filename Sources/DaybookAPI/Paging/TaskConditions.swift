import DaybookCore
import HTTP
import Postgres

extension Query {
    /// All of these that are given.
    static func all(_ conditions: Query?...) -> Query {
        let given = conditions.compactMap(\.self)
        return given.dropFirst().reduce(given.first ?? "true") { $0 + " AND " + $1 }
    }
}

/// Conditions on tasks that several routes take, as parts of a statement; nil where they are not asked for.
extension Request {
    /// `list`: the id of one, or `inbox`.
    func listCondition() throws -> Query? {
        try query("list") { $0 == "inbox" ? "list_id IS NULL" : Identifier($0).map { "list_id = \($0)" as Query } }
    }

    /// `parent`: the id of the task that they are part of, or `none` for those that stand for themselves.
    func parentCondition() throws -> Query? {
        try query("parent") { $0 == "none" ? "parent_id IS NULL" : Identifier($0).map { "parent_id = \($0)" as Query } }
    }

    /// `tag`, more than once for tasks that have all of them.
    func tagCondition() throws -> Query? {
        let texts = queryTexts("tag")
        guard !texts.isEmpty else { return nil }
        let tags = texts.compactMap { Tag.read($0) }
        guard tags.count == texts.count else { throw Problem(.malformedParameter, parameter: "tag") }
        let wanted = String(decoding: TagEdit(whole: tags).json.json, as: UTF8.self)
        return "tags IS NOT NULL AND tags @> \(wanted)::text::jsonb"
    }

    /// `state`, more than once for several.
    func stateCondition() throws -> Query? {
        let states = queryTexts("state")
        guard !states.isEmpty else { return nil }
        guard states.allSatisfy({ TaskState(name: $0) != nil }) else {
            throw Problem(.malformedParameter, parameter: "state")
        }
        return "state::text = ANY(\(states)::text[])"
    }
}
