import DaybookCore
import HTTP

extension ChangePlan {
    /// Does the same to what is part of a task, as one deed with what the request did to that.
    mutating func perform(_ action: TaskAction, onPartsOf task: Identifier, _ parts: [TaskItem]) throws {
        deed = operations.isEmpty ? nil : identity.opId(0)
        defer { deed = nil }
        for part in parts { try perform(action, on: part.id, place: try nextSparePlace()) }
    }
}

extension Request {
    /// `children=with` does the same to the parts of a task; `keep`, as unless it is said, leaves them.
    func takesPartsAlong() throws -> Bool {
        switch try queryValue("children") as String? {
        case nil, "keep"?: return false
        case "with"?: return true
        default: throw Problem(.malformedParameter, parameter: "children")
        }
    }
}
