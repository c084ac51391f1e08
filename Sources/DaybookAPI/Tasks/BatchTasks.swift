import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP

/// `POST /v1/tasks/batch` with `{"tasks":[{"action":"create","id":...,"fields":{...}}, ...]}`: up to 500 gestures in
/// one transaction.
///
/// 200 with an outcome for each, in order, and each task with the first of its outcomes. What is refused is refused
/// alone: the others are done, and each sees what those before it did. 409 `mass_delete_unconfirmed` for so many
/// deletions without `"confirmMassDelete":true`; then nothing was done. 422 `invalid_fields` where an action cannot be
/// understood; then nothing was done either.
struct BatchTasks: Sendable {
    let changes: OnlineChanges

    static let most = 500

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        let (gestures, confirmed) = try await gestures(of: submission)
        var needs = SliceNeeds()
        for gesture in gestures { needs.add(gesture.action.needs(on: gesture.task)) }
        let (settled, refusals) = try await changes.make(
            submission, seeing: needs, confirmMassDelete: confirmed, isDivisible: true
        ) { plan in try plan.perform(gestures.enumerated().map { ($0, $1) }) }
        return .object { json in
            json.member("revision", settled.revision)
            // Fields are told for the first that are refused; every other one has its code.
            var told = 0
            // Five hundred actions may be about one task, which may hold a megabyte.
            var shown: Set<Identifier> = []
            json.objects("outcomes", gestures.enumerated()) { json, item in
                let (place, gesture) = item
                // Of a repeated request only what was done is remembered, not why the rest was refused.
                let forgotten = settled.isRepeated && settled.outcomes[place] == nil ? Problem(.refusedBefore) : nil
                var refusal = refusals?[place] ?? forgotten
                if refusal?.members.isEmpty == false {
                    told += 1
                    if told > Problem.mostFields, let type = refusal?.type { refusal = Problem(type) }
                }
                let isFirst = refusal == nil && shown.insert(gesture.task).inserted
                gesture.writeMembers(isFirst ? settled.tasks[gesture.task] : nil, refusal, to: &json)
            }
        }
    }

    private func gestures(of submission: Submission) async throws -> ([TaskGesture], confirmed: Bool) {
        var members = try await submission.members()
        let items = members.take("tasks")
        let confirmed = try members.takeFlag("confirmMassDelete")
        try ChangePlan.requireNone(members)
        guard case .array(let items)? = items else {
            throw Problem(invalid: "tasks", .required, "tasks must be an array.")
        }
        guard items.count <= Self.most else {
            throw Problem(invalid: "tasks", .tooLong, "tasks holds more than \(Self.most) actions.")
        }
        return (
            try items.enumerated().map { place, item in
                try TaskGesture(item, "tasks[\(place)]", new: submission.identity.row(place))
            }, confirmed
        )
    }
}

extension ChangePlan {
    /// Does several, each as the operation of its place. What cannot be done is refused alone; answers why, by place.
    mutating func perform(_ gestures: [(place: Int, gesture: TaskGesture)]) throws -> [Int: Problem] {
        var refusals: [Int: Problem] = [:]
        var unseen: UnseenRows?
        for (place, gesture) in gestures {
            do {
                try perform(gesture.action, on: gesture.task, place: place)
            } catch let problem as Problem {
                refusals[place] = problem
            } catch let rows as UnseenRows {
                // Asked for together with what those behind it need.
                unseen = unseen.map { $0.adding(rows) } ?? rows
            }
        }
        if let unseen { throw unseen }
        return refusals
    }
}

extension [JSONMember] {
    mutating func takeFlag(_ name: String) throws -> Bool {
        switch take(name) {
        case nil: return false
        case .bool(let flag): return flag
        default:
            throw Problem(invalid: name, .wrongType, "\(name) must be true or false.")
        }
    }
}

extension ProblemType {
    static let refusedBefore = ProblemType(
        "refused_before", .conflict, "This request was refused when it first arrived")

    static let ofTasks: [ProblemType] = [.refusedBefore]
}
