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
