import DaybookCore
import HTTP
import Postgres

/// Conditions on tasks that several routes take, as parts of a statement; nil where they are not asked for.
extension Request {
    /// `list`: the id of one, or `inbox`.
    func listCondition() throws -> Query? {
        guard let list: String = try queryValue("list") else { return nil }
        if list == "inbox" { return "list_id IS NULL" }
        guard let list = Identifier(list) else { throw Problem(.malformedParameter, parameter: "list") }
        return "list_id = \(list)"
    }

    /// `parent`: the id of the task that they are part of, or `none` for those that stand for themselves.
    func parentCondition() throws -> Query? {
        guard let parent: String = try queryValue("parent") else { return nil }
        if parent == "none" { return "parent_id IS NULL" }
        guard let parent = Identifier(parent) else { throw Problem(.malformedParameter, parameter: "parent") }
        return "parent_id = \(parent)"
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
