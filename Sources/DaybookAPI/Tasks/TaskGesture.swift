import DaybookCore
import DaybookHost
import HTTP

/// One item of a batch: what to do, and with which task.
struct TaskGesture: Sendable {
    let task: Identifier
    let action: TaskAction

    /// Reads `{"action":"update","id":...,"fields":{...}}`. Throws what is wrong, naming its place in the document.
    init(_ item: JSONValue, _ path: String, new: Identifier) throws {
        do {
            guard case .object(var members) = item else {
                throw Problem(invalid: "", .wrongType, "An action is an object.")
            }
            guard case .string(let word)? = members.take("action") else {
                throw Problem(invalid: "action", .required, "action must be given.")
            }
            let id = try members.takeIdentifier("id")
            guard let id = id ?? (word == "create" ? new : nil) else {
                throw Problem(invalid: "id", .required, "id must be given.")
            }
            task = id
            action = try Self.action(word, members)
        } catch let problem as Problem {
            throw problem.inside(path)
        }
    }

    private static func action(_ word: String, _ members: [JSONMember]) throws -> TaskAction {
        switch word {
        case "create": return .create(Patch(try fields(of: members)))
        case "update": return .update(Patch(try fields(of: members)))
        case "move": return try .move(members)
        case "schedule": return try .schedule(members)
        case "complete": return try .complete(members)
        case "reopen": return try .reopen(members)
        case "start", "delete", "restore":
            try ChangePlan.requireNone(members)
            return word == "start" ? .start : word == "delete" ? .delete : .restore
        default:
            throw Problem(
                invalid: "action", .unknownValue,
                "action must be create, update, move, schedule, complete, reopen, start, delete or restore.")
        }
    }

    private static func fields(of members: [JSONMember]) throws -> [JSONMember] {
        var members = members
        let fields = members.take("fields")
        try ChangePlan.requireNone(members)
        guard case .object(let fields)? = fields else {
            throw Problem(invalid: "fields", .required, "fields must be an object.")
        }
        return fields
    }

    /// `{"id":...,"outcome":"done","task":{...}}`, or `refused` with the members of the problem.
    func writeMembers(_ row: TaskItem?, _ refusal: Problem?, to json: inout JSONWriter) {
        json.member("id", task)
        json.member("outcome", refusal == nil ? "done" : "refused")
        if let refusal {
            json.name("problem")
            if case .bytes(let bytes) = refusal.response.body { json.alreadyJSON(bytes) } else { json.null() }
        } else if let row {
            json.member("task") { row.write(to: &$0) }
        }
    }
}

extension Problem {
    /// The same with its fields named from the document's root.
    fileprivate func inside(_ path: String) -> Problem {
        guard case .json(let bytes)? = members.first(where: { $0.name == "fields" })?.value,
            case .array(let fields)? = try? JSONValue(json: bytes)
        else { return self }
        let errors = fields.compactMap { field -> FieldError? in
            guard case .string(let name)? = field["field"], case .string(let code)? = field["code"],
                case .string(let sentence)? = field["sentence"]
            else { return nil }
            return FieldError(
                field: name.isEmpty ? path : "\(path).\(name)", code: FieldError.Code(rawValue: code) ?? .malformed,
                sentence: sentence)
        }
        guard case .number(let more)? = members.first(where: { $0.name == "more" })?.value else {
            return Problem(invalid: errors)
        }
        return Problem(invalid: errors, more: more)
    }
}
